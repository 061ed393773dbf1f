import { byteOrderMarkOf, type Encoding, encodeText } from '../../text/encodings.ts';

/** As declarations call them. */
const names: Readonly<Partial<Record<Encoding, string>>> = {
  'windows-1252': 'windows-1252',
  'windows-1250': 'windows-1250',
  cp850: 'IBM850',
  cp437: 'IBM437',
};

/** A root element as a file with its declaration. */
export function encodeXml(root: string, encoding: Encoding): Uint8Array {
  const isWide = encoding.startsWith('utf-16');
  const declared = isWide ? 'UTF-16' : (names[encoding] ?? encoding.toUpperCase());
  const whole = `<?xml version="1.0" encoding="${declared}"?>\n${root.trimEnd()}\n`;
  return Buffer.concat([
    isWide ? byteOrderMarkOf(encoding) : new Uint8Array(),
    encodeMarkup(whole, encoding),
  ]);
}

/** A character that the encoding does not have is written by its number, which XML reads as itself. */
function encodeMarkup(text: string, encoding: Encoding): Uint8Array {
  const { bytes } = encodeText(text, encoding);
  if (bytes !== undefined) return bytes;
  const fitted = [...text]
    .map((character) =>
      encodeText(character, encoding).bytes === undefined ? `&#${character.codePointAt(0)};` : character,
    )
    .join('');
  return encodeText(fitted, encoding).bytes ?? new Uint8Array();
}
