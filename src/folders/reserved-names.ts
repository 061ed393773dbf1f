import { basename, dirname, join } from 'node:path/posix';
import { sha256 } from '../text/sha256.ts';
import { cutToBytes, insertSuffix, nameWithId } from './file-name.ts';

/** Folders of ours inside an inbound folder; never scanned. */
export const workFolderName = '.gateway';

/** Where files go that were taken; never scanned, at whatever depth: another channel may look after a sub-folder. */
export const placements: readonly string[] = ['archive', 'error', 'parked'];

/** Endings with which writers mark what is not finished. */
export const temporarySuffixes: readonly string[] = ['.tmp', '.part', '.filepart', '~'];

/** What a writer is still busy with, or hides: never picked up. */
export function isTemporary(name: string, suffixes = temporarySuffixes): boolean {
  const lower = name.toLowerCase();
  return name.startsWith('.') || suffixes.some((suffix) => lower.endsWith(suffix.toLowerCase()));
}

/** `*` and `?` as in a shell, whole names, capital or small: an ERP that writes `ORDER.XML` is not left waiting. */
export function buildMatcher(pattern: string): (name: string) => boolean {
  const body = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const expression = new RegExp(`^${body}$`, 'isu');
  return (name) => expression.test(name);
}

const collator = new Intl.Collator('en', { numeric: true });

/** `order-9` before `order-10`; equal names never compare as equal by chance of spelling. */
export function compareNaturally(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** Names of the two report files of a document; they fit 255 bytes and stay different for different documents. */
export function reportNamesOf(path: string): { readonly text: string; readonly json: string } {
  const name = basename(path);
  const longest = 255 - '.report.json'.length;
  const base =
    Buffer.byteLength(name) <= longest ? name : `${cutToBytes(name, longest - 9)}~${shortHashOf(name)}`;
  const at = join(dirname(path), base);
  return { text: `${at}.report.txt`, json: `${at}.report.json` };
}

/** Name of the receipt of a document that was sent. */
export const receiptNameOf = (path: string): string =>
  reportNamesOf(path).json.replace(/report\.json$/, 'sent.json');

/** Name of the file that holds the refused documents of a file: `orders.refused.csv`, so that a folder takes it as it took that. */
export const refusedNameOf = (path: string): string =>
  join(dirname(path), insertSuffix(basename(path), '.refused'));

/** The names a claimed file may have where it was put: its own, or, where that was taken, one with the claim's id. */
export function possibleNamesOf(name: string, id: string): readonly [string, string] {
  return [name, join(dirname(name), nameWithId(basename(name), id))];
}

/** Eight characters that tell one text from another. */
export function shortHashOf(name: string): string {
  return sha256(name).slice(0, 8);
}
