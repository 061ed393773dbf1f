/** Values of a row as SQLite stores them (https://sqlite.org/fileformat2.html#record_format). */

export type SqlValue = string | number | null | Uint8Array;

/** Throws RangeError beyond the end of the bytes. */
export function varint(bytes: Buffer, at: number): { readonly value: number; readonly end: number } {
  let value = 0n;
  for (let n = 0; n < 9; n += 1) {
    const byte = bytes.readUInt8(at + n);
    value = n === 8 ? (value << 8n) | BigInt(byte) : (value << 7n) | BigInt(byte & 0x7f);
    if (n === 8 || byte < 0x80) return { value: Number(BigInt.asIntN(64, value)), end: at + n + 1 };
  }
  throw new RangeError('no end');
}

/** Undefined: it is no record. Throws RangeError beyond its end, TypeError for text that is not UTF-8. */
export function decodeRecord(bytes: Buffer): readonly SqlValue[] | undefined {
  const header = varint(bytes, 0);
  if (header.value < header.end || header.value > bytes.length) return undefined;
  const values: SqlValue[] = [];
  let body = header.value;
  for (let at = header.end; at < header.value; ) {
    const { value: type, end } = varint(bytes, at);
    const size = sizeOf(type);
    if (size === undefined || body + size > bytes.length) return undefined;
    values.push(decode(type, bytes.subarray(body, body + size)));
    [at, body] = [end, body + size];
  }
  return body === bytes.length ? values : undefined;
}

const sizes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

function sizeOf(type: number): number | undefined {
  if (type < 12) return sizes[type];
  return type % 2 === 0 ? (type - 12) / 2 : (type - 13) / 2;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(type: number, bytes: Buffer): SqlValue {
  if (type === 0) return null;
  if (type === 7) return bytes.readDoubleBE(0);
  if (type === 6) return Number(bytes.readBigInt64BE(0));
  if (type < 6) return bytes.readIntBE(0, bytes.length);
  if (type < 10) return type - 8;
  return type % 2 === 0 ? new Uint8Array(bytes) : text(bytes);
}

/** So many in a row no text has: a page was filled with them. */
const zeros = Buffer.alloc(16);

function text(bytes: Buffer): string {
  if (bytes.includes(zeros)) throw new TypeError('no text');
  return utf8.decode(bytes);
}
