import type { Entry, Files } from './files.ts';

/** Why a name in an inbound folder is left where it is although it matches. */
export type LeftAlone = 'symbolic link' | 'not a regular file' | 'name is not UTF-8' | 'over 1 GB';

/** Larger files are left alone: they could not be read into memory. */
export const largestFile = 2 ** 30;

export interface ListingOptions {
  readonly matches: (name: string) => boolean;
  /** Ending of the done-file that must lie beside a file. */
  readonly done: string | undefined;
  /** Called for what matches and is no file to pick up. */
  readonly leaveAlone: (name: string, reason: LeftAlone) => void;
}

/** Some names of a listing at a time, those that match; where `done` is given all at the end. Fails as `list` does. */
export async function* listFolder(
  files: Files,
  folder: string,
  options: ListingOptions,
): AsyncIterable<readonly Entry[]> {
  const { done } = options;
  const waiting: Entry[] = [];
  const signals = new Set<string>();
  for await (const batch of files.list(folder)) {
    const ours = batch.filter((entry) => isOurs(entry, options));
    if (done === undefined) yield ours;
    else waiting.push(...ours);
    if (done !== undefined) for (const { name } of batch) if (name.endsWith(done)) signals.add(name);
  }
  if (done !== undefined) yield waiting.filter(({ name }) => signals.has(name + done));
}

function isOurs(entry: Entry, { matches, leaveAlone }: ListingOptions): boolean {
  if (entry.kind === 'folder' || !matches(entry.name)) return false;
  const reason = reasonAgainst(entry);
  if (reason !== undefined) leaveAlone(entry.name, reason);
  return reason === undefined;
}

function reasonAgainst({ kind, name }: Entry): LeftAlone | undefined {
  if (kind === 'link') return 'symbolic link';
  if (kind !== 'file') return 'not a regular file';
  return name.includes('\uFFFD') ? 'name is not UTF-8' : undefined;
}
