import type { Entry, Files } from './files.ts';
import type { Look } from './settling.ts';

/** Why a name in an inbound folder is left where it is although it matches. */
export type LeftAlone = 'symbolic link' | 'not a regular file' | 'name is not UTF-8' | 'over 1 GB';

/** Larger files are left alone: they could not be read into memory. */
export const largestFile = 2 ** 30;

export interface Listing {
  readonly names: readonly string[];
  readonly leftAlone: ReadonlyMap<string, LeftAlone>;
  /** Size and time of those of which the listing tells. */
  readonly looks: ReadonlyMap<string, Look>;
}

/** One listing: names that match and, where `done` is given, have a done-file beside them. Fails as `list` does. */
export async function listFolder(
  files: Files,
  folder: string,
  matches: (name: string) => boolean,
  done?: string,
): Promise<Listing> {
  const names: string[] = [];
  const signals = new Set<string>();
  const leftAlone = new Map<string, LeftAlone>();
  const looks = new Map<string, Look>();
  for await (const entry of files.list(folder)) {
    if (done !== undefined && entry.name.endsWith(done)) signals.add(entry.name);
    if (entry.kind === 'folder' || !matches(entry.name)) continue;
    const reason = reasonAgainst(entry);
    if (reason !== undefined) leftAlone.set(entry.name, reason);
    else names.push(entry.name);
    if (reason === undefined && entry.look !== undefined) looks.set(entry.name, entry.look);
  }
  const ready = done === undefined ? names : names.filter((name) => signals.has(name + done));
  return { names: ready, leftAlone, looks };
}

function reasonAgainst({ kind, name }: Entry): LeftAlone | undefined {
  if (kind === 'link') return 'symbolic link';
  if (kind !== 'file') return 'not a regular file';
  return name.includes('\uFFFD') ? 'name is not UTF-8' : undefined;
}
