import { placeOf, selectParts, splitDocument } from '../../../operator/messages/document-view.ts';
import { decodeSavedText } from '../../../text/text-file.ts';
import { layOutJson } from '../../../tree/json/lay-out-json.ts';
import type { Finding } from '../../../types.ts';
import type { ShownDocument } from '../../model/message-model.ts';

/** The text of a part as people look at it: JSON on one line is laid out, with every value as it is. */
export function readShownText(bytes: Uint8Array): string {
  const text = decodeSavedText(bytes);
  return syntaxOf(text) === 'json' ? layOutJson(text) : text;
}

export function syntaxOf(text: string): ShownDocument['syntax'] {
  const start = text.trimStart().charAt(0);
  return start === '<' ? 'xml' : start === '{' || start === '[' ? 'json' : 'text';
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
