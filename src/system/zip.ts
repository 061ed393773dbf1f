import { crc32, deflateRawSync } from 'node:zlib';

/** What the directory of a ZIP file can count without its 64-bit parts. */
const limits = { files: 0xffff, bytes: 0xffff_ffff };

type ZipFile = readonly [name: string, content: Uint8Array | string];

/**
 * A ZIP file (APPNOTE 6.3.3, without its 64-bit parts), piece by piece: what every system opens. Names are in UTF-8, with `/`. No
 * more than one file is in memory. Throws when it becomes larger than 4 GB or 65,535 files.
 */
export async function* writeZip(files: Iterable<ZipFile> | AsyncIterable<ZipFile>): AsyncGenerator<Buffer> {
  const entries: Buffer[] = [];
  let offset = 0;
  for await (const [name, content] of files) {
    const entry = entryOf(name, Buffer.from(content));
    entries.push(Buffer.concat([central(entry.fields, offset), entry.name]));
    for (const piece of [header(0x04034b50, entry.fields), entry.name, entry.packed]) {
      offset += piece.length;
      yield piece;
    }
    if (entries.length > limits.files || offset > limits.bytes)
      throw new Error('That is too much for one ZIP file (4 GB, 65,535 files): take fewer messages at once.');
  }
  const directory = Buffer.concat(entries);
  yield directory;
  yield end(entries.length, directory.length, offset);
}

/** 1 January 1980: a bundle made twice is the same. */
const noTime = 0x00210000;
const utf8 = 0x0800;
const deflated = 8;

function entryOf(text: string, bytes: Buffer) {
  const packed = deflateRawSync(bytes);
  const name = Buffer.from(text);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(utf8, 2);
  fields.writeUInt16LE(deflated, 4);
  fields.writeUInt32LE(noTime, 6);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return { name, packed, fields };
}

function header(signature: number, fields: Buffer): Buffer {
  const mark = Buffer.alloc(4);
  mark.writeUInt32LE(signature, 0);
  return Buffer.concat([mark, fields]);
}

function central(fields: Buffer, offset: number): Buffer {
  const made = Buffer.alloc(2);
  made.writeUInt16LE(20, 0);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([header(0x02014b50, Buffer.concat([made, fields])), rest]);
}

function end(count: number, size: number, offset: number): Buffer {
  const buffer = Buffer.alloc(22);
  buffer.writeUInt32LE(0x06054b50, 0);
  buffer.writeUInt16LE(count, 8);
  buffer.writeUInt16LE(count, 10);
  buffer.writeUInt32LE(size, 12);
  buffer.writeUInt32LE(offset, 16);
  return buffer;
}
