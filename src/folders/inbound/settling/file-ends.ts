import type { Completeness, FileEnds } from '../../../formats/document-format.ts';
import type { FileStore } from '../../file-store.ts';

/** Is the file of this name written to its end? */
export type JudgeCompleteness = (name: string, ends: FileEnds) => Completeness;

/** Bytes looked at from the front and from the end. */
const headBytes = 65_536;
const tailBytes = 8_192;

/** Both ends of a file: cheap whatever its size. Fails as `readPart` does. */
export async function readFileEnds(files: FileStore, path: string, size: number): Promise<FileEnds> {
  if (size === 0) return { head: new Uint8Array(), tail: new Uint8Array(), size };
  const head = await files.readPart(path, 0, Math.min(size, headBytes));
  // an even place, since UTF-16 has two bytes a unit
  const start = Math.max(0, size - tailBytes) & ~1;
  const tail = size <= headBytes ? head.subarray(start) : await files.readPart(path, start, size - start);
  // as it was read: the file may have become shorter meanwhile
  return { head, tail, size: start + tail.length };
}
