import { randomBytes } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { buildRawFrame } from './raw-frame.ts';

it.each([0, 1, 255, 256, 257, 511, 512, 65_791])('zstd unpacks a raw frame of %i bytes', (size) => {
  const bytes = randomBytes(size);
  const frame = buildRawFrame(bytes);
  expect(zstdDecompressSync(frame).equals(bytes)).toBe(true);
  expect(frame.length).toBeLessThanOrEqual(size + 10);
});

it('refuses what no two bytes can count', () => {
  expect(() => buildRawFrame(Buffer.alloc(65_792))).toThrow(RangeError);
});
