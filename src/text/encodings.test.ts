import { describe, expect, it } from 'vitest';
import {
  byteOrderMarkOf,
  decodeWithEncoding,
  type Encoding,
  encodeText,
  encodingNames,
  findByteOrderMark,
  looksLikeUtf8,
} from './encodings.ts';

const decoded = (encoding: Encoding, ...bytes: number[]) =>
  decodeWithEncoding(Uint8Array.from(bytes), encoding);

describe('decodeText', () => {
  it.each([
    ['windows-1252', [0x80, 0xe4, 0xeb], '€äë'],
    ['iso-8859-15', [0xa4, 0xe4], '€ä'],
    ['iso-8859-2', [0xb3], 'ł'],
    ['windows-1250', [0x9c], 'ś'],
    ['cp850', [0x81, 0x84, 0xe1, 0xd5, 0x9d], 'üäßıØ'],
    ['cp437', [0x9d, 0x9e], '¥₧'],
    ['utf-8', [0xe2, 0x82, 0xac], '€'],
    ['utf-16', [0xac, 0x20], '€'],
    ['utf-16be', [0x20, 0xac], '€'],
    ['us-ascii', [0x41], 'A'],
  ] as const)('%s', (encoding, bytes, text) => {
    expect(decoded(encoding, ...bytes)).toEqual({ text });
  });

  it.each([
    ['windows-1252', [0x41, 0x81], 1],
    ['iso-8859-1', [0x80], 0],
    ['us-ascii', [0x41, 0x41, 0xe4], 2],
    ['utf-8', [0x41, 0xe4, 0x41], 1],
    ['utf-8', [0x41, 0xe2, 0x82], 1],
    ['utf-16le', [0x41, 0x00, 0x00, 0xd8], 2],
    ['utf-16le', [0x41, 0x00, 0x41], 2],
  ] as const)('%s: a byte that it does not have is named', (encoding, bytes, wrong) => {
    expect(decoded(encoding, ...bytes)).toEqual({ wrongAt: wrong });
  });

  it('finds the first wrong byte among many', () => {
    const bytes = Buffer.from('é'.repeat(5000));
    bytes[4001] = 0x41;
    expect(decodeWithEncoding(bytes, 'utf-8')).toEqual({ wrongAt: 4000 });
  });
});

describe('encodeText', () => {
  it.each(encodingNames)('%s: what was decoded is written as the same bytes', (encoding) => {
    const bytes = encoding.startsWith('utf')
      ? encodeText('aé€😀', encoding).bytes
      : Uint8Array.from({ length: 256 }, (_, n) => n).filter(
          (byte) => decoded(encoding, byte).wrongAt === undefined,
        );
    const { text = '' } = decodeWithEncoding(bytes ?? new Uint8Array(), encoding);
    expect(text).not.toBe('');
    expect([...(encodeText(text, encoding).bytes ?? [])]).toEqual([...(bytes ?? [])]);
  });

  it('names the character that does not fit', () => {
    expect(encodeText('1 €', 'iso-8859-1')).toEqual({ unfitAt: 2 });
    expect(encodeText('naïve ł', 'cp850')).toEqual({ unfitAt: 6 });
    expect(encodeText('a\ud800', 'utf-8')).toEqual({ unfitAt: 1 });
  });
});

it('knows byte order marks, and writes them', () => {
  for (const encoding of ['utf-8', 'utf-16le', 'utf-16be'] as const)
    expect(findByteOrderMark(byteOrderMarkOf(encoding))?.encoding).toBe(encoding);
  expect(findByteOrderMark(Uint8Array.of(0x41))).toBeUndefined();
});

it('UTF-8 is known by its characters beyond ASCII', () => {
  expect(looksLikeUtf8(Buffer.from('geëerd'))).toBe(true);
  expect(looksLikeUtf8(Buffer.from('plain'))).toBe(false);
  expect(looksLikeUtf8(Buffer.from('geëerd', 'latin1'))).toBe(false);
});
