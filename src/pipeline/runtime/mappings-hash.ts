import { join, relative, sep } from 'node:path';
import { sha256 } from '../../text/sha256.ts';
import { isDecidingFile, type RuntimeSnapshot } from './runtime-snapshot.ts';

/** What stands before a file's content in base64 where that is hashed. */
export const fileHashPrefix = 'file ';

/** Of the bytes of a file, as folders of mappings are kept. */
export const hashFile = (base64: string): string => sha256(fileHashPrefix + base64);

/**
 * What of one's own folder of mappings decides what becomes of a message, as one hash: gateways that run the same files say the same.
 * `hashes`: of all files of the folder, by their paths in it, with `/`.
 */
export function hashDecidingFiles(hashes: Readonly<Record<string, string>>): string {
  const deciding = Object.entries(hashes)
    .filter(([path]) => isDecidingFile(`/${path}`))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256(`mappings ${JSON.stringify(deciding)}`);
}

export function hashMappingsInUse({ own, files }: RuntimeSnapshot): string {
  const folder = own.mappings === undefined ? undefined : join(own.mappings, sep);
  const inIt = Object.entries(files).filter(([path]) => folder !== undefined && path.startsWith(folder));
  return hashDecidingFiles(
    Object.fromEntries(
      inIt.map(([path, bytes]) => [
        relative(folder ?? '', path)
          .split(sep)
          .join('/'),
        hashFile(Buffer.from(bytes).toString('base64')),
      ]),
    ),
  );
}
