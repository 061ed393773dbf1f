import { type LocalizedText, localize } from '../../../findings/localized-text.ts';
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

/** Why a file counts as not written to its end. */
export function explainUnfinished(state: Completeness, { tail }: FileEnds): LocalizedText {
  if (state === 'empty') return localize('left-empty');
  // the last character of UTF-16 has one zero
  const isZero = tail.length > 1 && tail.subarray(-2).every((byte) => byte === 0);
  return localize(isZero ? 'left-zeros' : 'left-unfinished');
}
