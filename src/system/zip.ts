import { crc32, deflateRawSync } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';

/** What the directory of a ZIP file can count without its 64-bit parts, which fflate does not write. */
const limits = { files: 0xffff, bytes: 0xffff_ffff };

type ZipFile = readonly [name: string, content: Uint8Array | string];

/** The first moment that a ZIP file can hold: a bundle made twice is the same. */
const noTime = new Date(1980, 0, 1);

/** Made on Unix: other programs take the rights of a file for what they are. */
const onUnix = { os: 3, attrs: 0o100644 * 0x10000 };

/**
 * A ZIP file, piece by piece: what every system opens. Names are in UTF-8, with `/`; all files have one time (local). No more than one
 * file is in memory. Throws when it becomes larger than 4 GB or 65,535 files.
 */
export async function* writeZip(
  files: Iterable<ZipFile> | AsyncIterable<ZipFile>,
  mtime: Date = noTime,
): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  const written = { files: 0, bytes: 0 };
  for await (const [name, content] of files) {
    addFile(zip, name, Buffer.from(content), mtime);
    written.files += 1;
    for (const { length } of pieces) written.bytes += length;
    if (written.files > limits.files || written.bytes > limits.bytes)
      throw new Error('That is too much for one ZIP file (4 GB, 65,535 files): take fewer messages at once.');
    yield* pieces.splice(0);
  }
  zip.end();
  yield* pieces;
}

/** Packed by zlib, which is several times as fast as JavaScript. */
function addFile(zip: Zip, filename: string, bytes: Buffer, mtime: Date): void {
  const file: ZipInputFile = {
    ...onUnix,
    ...{ filename, mtime, compression: 8, size: bytes.length, crc: crc32(bytes) },
  };
  zip.add(file);
  file.ondata?.(null, deflateRawSync(bytes, { level: 9 }), true);
}
