import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';

/** Made on Unix, by version 2.0: other programs take names for UTF-8 then, and rights for what they are. */
const unix = 0x0314;
const rights = 0o100644 * 0x10000;

/**
 * Writes a zip archive (PKWARE APPNOTE 6.3.10, without its 64-bit part: files below 4 GB, fewer than 65,536 of them). All files have one
 * time, so that the same files give the same bytes. Names are paths below `folder`, with `/`.
 */
export function writeZip(archive: string, folder: string, names: readonly string[], time: Date): void {
  const file = openSync(archive, 'w');
  try {
    const entries: Buffer[] = [];
    let at = 0;
    const write = (bytes: Buffer): void => {
      writeSync(file, bytes);
      at += bytes.length;
    };
    for (const name of names) {
      const content = readFileSync(join(folder, name));
      const packed = deflateRawSync(content, { level: 9 });
      const about = described(Buffer.from(name), content, packed, time);
      entries.push(
        Buffer.concat([numbers([4, 0x02014b50], [2, unix]), about.fields, ending(at), about.name]),
      );
      write(Buffer.concat([numbers([4, 0x04034b50]), about.fields, about.name]));
      write(packed);
    }
    const directory = Buffer.concat(entries);
    const start = at;
    write(directory);
    write(
      numbers(
        [4, 0x06054b50],
        [2, 0],
        [2, 0],
        [2, names.length],
        [2, names.length],
        [4, directory.length],
        [4, start],
        [2, 0],
      ),
    );
  } finally {
    closeSync(file);
  }
}

/** What stands both before a file and in the directory: version needed, flags (UTF-8), method, time, sum, sizes, lengths. */
function described(
  name: Buffer,
  content: Buffer,
  packed: Buffer,
  time: Date,
): { readonly name: Buffer; readonly fields: Buffer } {
  const fields = numbers(
    [2, 20],
    [2, 0x0800],
    [2, 8],
    [2, (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1)],
    [2, ((time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate()],
    [4, crc32(content)],
    [4, packed.length],
    [4, content.length],
    [2, name.length],
    [2, 0],
  );
  return { name, fields };
}

/** Comment, disk, attributes, place: what the directory has beside. */
const ending = (place: number): Buffer => numbers([2, 0], [2, 0], [2, 0], [4, rights], [4, place]);

/** Little-endian: [bytes, value]. */
function numbers(...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  const all = fields.map(([bytes, value]) => {
    const field = Buffer.alloc(bytes);
    field.writeUIntLE(value, 0, bytes);
    return field;
  });
  return Buffer.concat(all);
}
