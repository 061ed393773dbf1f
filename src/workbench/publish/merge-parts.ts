/** A merged text in order: what goes as it is, and where both have changed the same in another way. */
export type MergePart = { readonly text: string } | { readonly clash: Clash };

/** A place that both have changed. Each text without the end of its last line; absent: there is nothing. */
export interface Clash {
  readonly kind: 'lines' | 'row' | 'file';
  /** Rules, or the key of a row. None: lines that no rule says, or the file as a whole. */
  readonly rules: readonly string[];
  readonly base?: string;
  readonly theirs?: string;
  readonly ours?: string;
  /** Of `lines`: where it begins in each text, from 1. */
  readonly lines?: { readonly base: number; readonly theirs: number; readonly ours: number };
}

/** With a choice for each clash; of a text by lines or rows, each of them is ended. */
export const joinParts = (parts: readonly MergePart[], choose: (clash: Clash) => string): string =>
  parts.map((part) => ('text' in part ? part.text : endLines(choose(part.clash), part.clash))).join('');

const endLines = (text: string, { kind }: Clash): string =>
  kind === 'file' || text === '' || text.endsWith('\n') ? text : `${text}\n`;

export const listClashes = (parts: readonly MergePart[]): readonly Clash[] =>
  parts.flatMap((part) => ('clash' in part ? part.clash : []));
