import { session } from '../../../shell/session.ts';

/** What was typed and not kept when somebody left the page, in this window alone. */
export interface UnsentText {
  readonly text: string;
  /** The edition of the draft that it was typed over. */
  readonly edition: number;
}

const placeOf = (name: string, file: string): string =>
  `unsent ${session.value?.user.name ?? ''} ${name} ${file}`;

export function storeUnsent(name: string, file: string, unsent: UnsentText): void {
  try {
    sessionStorage.setItem(placeOf(name, file), JSON.stringify(unsent));
  } catch {
    // no room: the gateway is asked all the same
  }
}

export const removeUnsent = (name: string, file: string): void =>
  sessionStorage.removeItem(placeOf(name, file));

export function readUnsent(name: string, file: string): UnsentText | undefined {
  const stored = sessionStorage.getItem(placeOf(name, file));
  return stored === null ? undefined : (JSON.parse(stored) as UnsentText);
}
