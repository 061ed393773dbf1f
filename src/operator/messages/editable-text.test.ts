import { expect, it } from 'vitest';
import { requireFormat } from '../../formats/find-format.ts';
import { openFormats } from '../../formats/open-formats.ts';
import { encodeText } from '../../text/encodings.ts';
import { encodeEditedText, readEditableText } from './editable-text.ts';

const { formats } = openFormats();
const order = requireFormat(formats, 'scsn/Order');
const xml = (encoding: string, text: string) =>
  `<?xml version="1.0" encoding="${encoding}"?>\r\n<Order>${text}</Order>\r\n`;

it.each(['utf-8', 'iso-8859-1', 'windows-1252'] as const)('an edited document stays in %s', (encoding) => {
  const original = encodeText(xml(encoding, 'Müller'), encoding).bytes ?? new Uint8Array();
  expect(readEditableText(order, original)).toEqual({ text: xml(encoding, 'Müller'), newline: '\r\n' });
  const edited = encodeEditedText(order, original, xml(encoding, 'Café'));
  expect(edited.bytes).toEqual(new Uint8Array(encodeText(xml(encoding, 'Café'), encoding).bytes ?? []));
});

it('what a plain document declares counts, not what its bytes happen to be', () => {
  const original = Buffer.from(xml('iso-8859-1', 'plain'));
  const { bytes } = encodeEditedText(order, original, xml('iso-8859-1', 'é'));
  expect(bytes?.includes(0xe9)).toBe(true);
});

it('a byte order mark stays, and a character that the encoding does not have is named', () => {
  const marked = Buffer.from(`\uFEFF${xml('utf-8', 'a')}`);
  const { bytes } = encodeEditedText(order, marked, xml('utf-8', 'b'));
  expect(Buffer.from(bytes ?? []).toString()).toBe(`\uFEFF${xml('utf-8', 'b')}`);
  const latin = Buffer.from(xml('iso-8859-1', 'a'));
  expect(encodeEditedText(order, latin, xml('iso-8859-1', '→'))).toEqual({ unfit: '→' });
});
