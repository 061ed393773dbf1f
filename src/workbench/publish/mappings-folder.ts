import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../../folders/local/durable-files.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Artifact } from '../../journal/model/message.ts';
import { hashDecidingFiles, hashFile } from '../../pipeline/runtime/mappings-hash.ts';
import { originFileName } from '../../pipeline/runtime/runtime-snapshot.ts';
import { listFilesBelow } from '../../system/file-source.ts';
import { sha256 } from '../../text/sha256.ts';

/** All files of a folder of mappings, fixtures too and hidden ones left out, by their paths in it, with `/`. */
export type FolderFiles = ReadonlyMap<string, Uint8Array>;

export function readFolder(folder: string): FolderFiles {
  const paths = listFilesBelow(folder);
  return new Map(paths.map((path) => [relative(folder, path).split(sep).join('/'), readFileSync(path)]));
}

export const isSameContent = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one === undefined || other === undefined ? one === other : Buffer.compare(one, other) === 0;

/** A folder as the journal keeps it: a list of its files, each once. */
export interface FolderState {
  readonly hash: string;
  readonly list: FileList;
  readonly artifacts: readonly Artifact[];
}

const listSchema = z.record(z.string(), z.string());
export type FileList = z.output<typeof listSchema>;

export function buildFolderState(files: FolderFiles): FolderState {
  const kept = [...files].map(([path, bytes]) => [path, buildFileArtifact(bytes)] as const);
  const hashes = kept.map(([path, { hash }]) => [path, hash] as const);
  const text = writeFileList(hashes);
  const hash = hashListText(text);
  return {
    hash,
    list: Object.fromEntries(hashes),
    artifacts: [{ hash, kind: 'folder', text }, ...kept.map(([, file]) => file)],
  };
}

/** The hash of a folder, by those of its files. */
export const hashFileList = (hashes: readonly (readonly [path: string, hash: string])[]): string =>
  hashListText(writeFileList(hashes));

const hashListText = (text: string): string => sha256(`folder ${text}`);

const writeFileList = (hashes: readonly (readonly [path: string, hash: string])[]): string =>
  JSON.stringify(Object.fromEntries(hashes.toSorted(([a], [b]) => (a < b ? -1 : 1))));

function buildFileArtifact(bytes: Uint8Array): Artifact {
  const text = Buffer.from(bytes).toString('base64');
  return { hash: hashFile(text), kind: 'file', text };
}

/** Hashes of the files of a folder by their paths; undefined: this is no list of files. */
export const readFileList = (list: Artifact | undefined): FileList | undefined =>
  list?.kind === 'folder' ? listSchema.parse(JSON.parse(list.text)) : undefined;

/** What gateways say that they run when they run this folder; undefined: this is no list of files. */
export function hashMappingsIn(list: Artifact | undefined): string | undefined {
  const files = readFileList(list);
  return files && hashDecidingFiles(files);
}

/** The folder as it was; undefined: this journal has not kept it. */
export async function readKeptFolder(
  journal: Pick<Journal, 'artifact'>,
  hash: string,
): Promise<FolderFiles | undefined> {
  const list = await journal.artifact(hash);
  if (list?.kind !== 'folder') return undefined;
  const files = new Map<string, Uint8Array>();
  for (const [path, one] of Object.entries(listSchema.parse(JSON.parse(list.text)))) {
    const file = await journal.artifact(one);
    if (file === undefined) return undefined;
    files.set(path, Buffer.from(file.text, 'base64'));
  }
  return files;
}

export function readOrigin(folder: string): string | undefined {
  const path = join(folder, originFileName);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}

export const noteOrigin = (folder: string, hash: string): Promise<void> =>
  replaceFile(join(folder, originFileName), `${hash}\n`);

/** Into a folder that holds nothing else. */
export async function writeFolder(folder: string, files: FolderFiles): Promise<void> {
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await replaceFile(join(folder, path), bytes);
  }
}
