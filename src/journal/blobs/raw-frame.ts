/** Bytes of which a frame can tell the size in one number (RFC 8878, 3.1.1.1.4: two bytes hold up to 65,791). */
const most = 65_791;

const magic = [0x28, 0xb5, 0x2f, 0xfd];

/** One segment, without a checksum; its size in one byte, in two. */
const [shortSize, longSize] = [0x20, 0x60];

/**
 * Bytes as a frame of zstd that leaves them as they are (RFC 8878: one raw block), which any zstd unpacks. To pack what is this small takes
 * longer than to write some hundred bytes more. At most 65,791 of them.
 */
export function buildRawFrame(bytes: Uint8Array): Uint8Array {
  const { length } = bytes;
  if (length > most) throw new RangeError(`${length} bytes are too many for a raw frame`);
  const size = length < 256 ? [shortSize, length] : [longSize, (length - 256) & 0xff, (length - 256) >> 8];
  // the last block, raw: 1 | 0 << 1 | size << 3, in three bytes
  const block = 1 | (length << 3);
  const head = [...magic, ...size, block & 0xff, (block >> 8) & 0xff, block >> 16];
  const frame = Buffer.allocUnsafeSlow(head.length + length);
  frame.set(head);
  frame.set(bytes, head.length);
  return frame;
}
