import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { readFileStamp } from '../../mapping/files/file-stamps.ts';
import { fileHashPrefix } from '../../pipeline/runtime/mappings-hash.ts';
import { listFilesBelow } from '../../system/file-source.ts';
import { hashFileList } from './mappings-folder.ts';

/** Of files that are worth it, by their paths: a small one could be saved twice in the same tick of the clock. */
const known = new Map<string, { readonly stamp: string; readonly hash: string }>();
const leastKnown = 250_000;
const mostKnown = 50;

/** Bytes that are hashed at once: as many threes as make a megabyte in base64. */
const piece = 3 * 2 ** 18;

/**
 * The hash that `buildFolderState` gives a folder, for whoever asks at every open page and kept draft. The loop that works for the gateway is
 * not held: a large table is hashed piece by piece, and only once until it changes.
 */
export async function hashFolder(folder: string): Promise<string> {
  const hashes: (readonly [path: string, hash: string])[] = [];
  for (const file of listFilesBelow(folder))
    hashes.push([relative(folder, file).split(sep).join('/'), await hashFile(file)]);
  return hashFileList(hashes);
}

async function hashFile(path: string): Promise<string> {
  const stamp = readFileStamp(path);
  const before = known.get(path);
  if (before?.stamp === stamp) return before.hash;
  const bytes = await readFile(path);
  const hash = await hashInPieces(bytes);
  known.delete(path);
  if (bytes.length >= leastKnown) known.set(path, { stamp, hash });
  for (const oldest of known.keys()) if (known.size > mostKnown) known.delete(oldest);
  return hash;
}

/** As `buildFolderState` hashes a file; the loop turns between two pieces. */
export async function hashInPieces(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256').update(fileHashPrefix);
  for (let at = 0; at < bytes.length; at += piece) {
    if (at > 0) await setImmediate();
    hash.update(bytes.subarray(at, at + piece).toString('base64'));
  }
  return hash.digest('hex');
}
