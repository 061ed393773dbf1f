import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeZip } from '../src/system/zip.ts';

/** Writes a zip archive of files below `folder` (names with `/`). All have one time, so that the same files give the same bytes. */
export async function zipFolder(
  archive: string,
  folder: string,
  names: readonly string[],
  time: Date,
): Promise<void> {
  await pipeline(Readable.from(writeZip(readEach(folder, names), inUtc(time))), createWriteStream(archive));
}

/** One after the other: an archive holds a Node of 100 MB. */
function* readEach(folder: string, names: readonly string[]) {
  for (const name of names) yield [name, readFileSync(join(folder, name))] as const;
}

/** A ZIP file holds local times: one whose fields are those of UTC here, wherever it is made. */
const inUtc = (time: Date): Date => new Date(time.getTime() + time.getTimezoneOffset() * 60_000);
