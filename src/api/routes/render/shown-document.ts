import { placeOf, selectParts, splitDocument } from '../../../operator/messages/document-view.ts';
import { decodeSavedText } from '../../../text/text-file.ts';
import { layOutJson } from '../../../tree/json/lay-out-json.ts';
import type { Finding } from '../../../types.ts';
import type { ShownDocument } from '../../model/message-model.ts';

/** Bytes of a document that pages show: more of it would hold everybody up, and take the memory that the work needs. */
const mostShown = 5_000_000;

/** The text of a part as people look at it: JSON on one line is laid out, with every value as it is; of a very long one the beginning. */
export function readShownText(bytes: Uint8Array): string {
  const text = decodeSavedText(bytes.subarray(0, endOfShown(bytes)));
  if (bytes.length > mostShown) return `${text.replace(/\r?\n$/, '')}\n…`;
  return syntaxOf(text) === 'json' ? layOutJson(text) : text;
}

/** No character is cut in two: whatever is no text in UTF-8 would be taken for one of windows-1252. */
function endOfShown(bytes: Uint8Array): number {
  const [first = 0, second = 0] = bytes;
  const hasTwoByteCharacters = first + second === 0xff + 0xfe && Math.abs(first - second) === 1;
  let end = mostShown;
  while (!hasTwoByteCharacters && end > mostShown - 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return end;
}

export function syntaxOf(text: string): ShownDocument['syntax'] {
  const start = text.trimStart().charAt(0);
  return start === '<' ? 'xml' : start === '{' || start === '[' ? 'json' : 'text';
}

/** Lines that are answered at once. */
export const mostLines = 2_000;

/** Of a document that is kept nowhere: what is not shown at once cannot be asked for. */
export function showBeginning(bytes: Uint8Array): ShownDocument {
  const shown = splitDocument(readShownText(bytes)).lines.slice(0, mostLines);
  return { ...showDocument('preview', bytes), count: shown.length, parts: [{ from: 1, lines: [...shown] }] };
}

/** `findings`: their places are shown at first. */
export function showDocument(
  role: string,
  bytes: Uint8Array,
  findings: readonly Finding[] = [],
): ShownDocument {
  const text = readShownText(bytes);
  const document = splitDocument(text);
  const places = findings.flatMap((finding) => placeOf(finding, document.unit) ?? []);
  return {
    role,
    syntax: syntaxOf(text),
    unit: document.unit,
    count: document.lines.length,
    size: bytes.length,
    parts: selectParts(document, places).map(({ from, lines }) => ({ from, lines: [...lines] })),
  };
}
