import { describe, expect, it } from 'vitest';
import { decodeXmlBytes } from './decode-xml.ts';

const xml = (encoding: string, text = 'café €') =>
  `<?xml version="1.0" encoding="${encoding}"?><a>${text}</a>`;
const utf16 = (text: string, big = false) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return big ? bytes.swap16() : bytes;
};
const read = (bytes: Uint8Array) => {
  const { source, findings } = decodeXmlBytes(bytes);
  return { text: source?.whole(), findings };
};
const codes = (bytes: Uint8Array) => decodeXmlBytes(bytes).findings.map(({ code }) => code);

describe('decode', () => {
  it('reads UTF-8 with and without byte order mark', () => {
    const text = xml('UTF-8');
    expect(read(Buffer.from(text))).toMatchObject({ text, findings: [] });
    expect(read(Buffer.from(`\uFEFF${text}`))).toMatchObject({ text, findings: [] });
    expect(read(Buffer.from('<a>é</a>'))).toMatchObject({ text: '<a>é</a>', findings: [] });
  });

  it('reads UTF-16 of both byte orders, by its mark or by its shape', () => {
    const text = xml('utf-16');
    expect(read(utf16(text))).toEqual({ text, findings: [] });
    expect(read(utf16(text, true))).toEqual({ text, findings: [] });
    expect(read(utf16(text).subarray(2)).text).toBe(text);
    expect(read(utf16(text, true).subarray(2)).text).toBe(text);
  });

  it('reads the 8-bit encodings by their declaration', () => {
    const latin = (encoding: string, bytes: number[]) =>
      read(Buffer.concat([Buffer.from(xml(encoding, '')), Buffer.from(bytes)]));
    expect(latin('ISO-8859-1', [0xe9]).text?.at(-1)).toBe('é');
    expect(latin('iso-8859-15', [0xa4]).text?.at(-1)).toBe('€');
    expect(latin('windows-1252', [0x80]).text?.at(-1)).toBe('€');
    expect(latin('US-ASCII', [0x41]).text?.at(-1)).toBe('A');
    expect(latin('ISO-8859-2', [0xe6]).text?.at(-1)).toBe('ć');
    expect(latin('ISO-8859-5', [0xe6]).text?.at(-1)).toBe('ц');
    expect(latin('ISO-8859-7', [0xe6]).text?.at(-1)).toBe('ζ');
    expect(latin('iso8859-9', [0xfd]).text?.at(-1)).toBe('ı');
    expect(latin('ISO-8859-16', [0xf1]).text?.at(-1)).toBe('ń');
    expect(latin('ISO-8859-2', [0xe6]).findings).toEqual([]);
    expect(latin('windows-1252', [0x80]).findings).toEqual([]);
  });

  it('reads windows-1252 under the name ISO-8859-1 with a warning', () => {
    const decoded = read(Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>\n<a>\x80</a>`, 'latin1'));
    expect(decoded.text).toContain('<a>€</a>');
    expect(decoded.findings).toMatchObject([
      { code: 'encoding-windows-1252', severity: 'warning', line: 2, column: 4 },
    ]);
  });

  it('refuses bytes that the encoding does not have, with their place', () => {
    const bytes = Buffer.from('<?xml version="1.0"?>\n<a>caf\xe9 x</a>', 'latin1');
    const decoded = read(bytes);
    expect(decoded.text).toBeUndefined();
    expect(decoded.findings).toMatchObject([
      { code: 'encoding-wrong', severity: 'error', line: 2, column: 7, value: 'E9' },
    ]);
    expect(codes(Buffer.from(xml('US-ASCII', 'é')))).toEqual(['encoding-wrong']);
    expect(codes(Buffer.from(`${xml('windows-1252', '')}\x81`, 'latin1'))).toEqual(['encoding-wrong']);
    expect(codes(Buffer.from(`${xml('ISO-8859-7', '')}\xff`, 'latin1'))).toEqual(['encoding-wrong']);
  });

  it('finds a wrong byte at the very end and one cut-off sequence', () => {
    expect(read(Buffer.from([0x3c, 0x61, 0x3e, 0xc3])).findings).toMatchObject([{ column: 4 }]);
    expect(read(Buffer.from([0x3c, 0xff, 0x61])).findings).toMatchObject([{ column: 2 }]);
  });

  it('refuses an encoding it does not know, and UTF-16 that is none', () => {
    expect(codes(Buffer.from(xml('EBCDIC-CP-NL', '')))).toEqual(['encoding-unknown']);
    expect(codes(Buffer.from(xml('ISO-8859-12', '')))).toEqual(['encoding-unknown']);
    expect(codes(Buffer.from(xml('UTF-16', '')))).toEqual(['encoding-not-utf-16']);
  });

  it('lets the byte order mark win over the declaration, with a warning', () => {
    const decoded = read(Buffer.from(`\uFEFF${xml('ISO-8859-1')}`));
    expect(decoded.text).toBe(xml('ISO-8859-1'));
    expect(decoded.findings).toMatchObject([{ code: 'encoding-declaration', severity: 'warning' }]);
    expect(read(utf16(xml('utf-8'))).findings).toMatchObject([{ code: 'encoding-declaration' }]);
  });

  it.each(['ISO-8859-1', 'windows-1252'])(
    'reads UTF-8 that calls itself %s as UTF-8, with a warning',
    (name) => {
      const decoded = read(Buffer.from(xml(name, 'Köper')));
      expect(decoded.text).toBe(xml(name, 'Köper'));
      expect(decoded.findings).toMatchObject([{ code: 'encoding-declaration', severity: 'warning' }]);
      expect(read(Buffer.from(xml(name, 'Köper'), 'latin1'))).toMatchObject({
        text: xml(name, 'Köper'),
        findings: [],
      });
    },
  );

  it('does not look at more than a hundred megabytes', () => {
    expect(codes(Buffer.alloc(100_000_001, 0x20))).toEqual(['file-too-large']);
  });

  it('tells an empty file', () => {
    expect(codes(new Uint8Array())).toEqual(['file-empty']);
    expect(codes(Buffer.from(' \r\n\t'))).toEqual(['file-empty']);
  });
});
