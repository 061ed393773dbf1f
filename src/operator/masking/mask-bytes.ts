import type { Formats } from '../../formats/document-format.ts';
import { findRecognised } from '../../formats/find-format.ts';
import { kindOf } from '../../formats/format-names.ts';
import { Masker } from '../../mapping/mask/masker.ts';
import { isFormatDocument } from '../../mapping/models/document-models.ts';
import { decodeSavedText } from '../../text/text-file.ts';
import type { Direction } from '../../types.ts';

/** What the bytes are. */
export interface MaskableBytes {
  readonly bytes: Uint8Array;
  /** As `document:` of a channel or `from:` of a mapping says it. */
  readonly document: string;
  readonly direction: Direction;
  /** Such as `message 12`: numbers and amounts of another one are masked in another way, so that who knows one cannot work out the other. */
  readonly apart: string;
  /** Readers may know it as it is (a sample, a fixture): its words are masked in another way too. */
  readonly isPublic?: boolean;
}

/** Undefined: it cannot be masked, and must not be shown. The same words become the same wherever the seed is the same. */
export function maskBytes(
  { bytes, document, direction, apart, isPublic = false }: MaskableBytes,
  seed: string,
  formats: Formats,
): Uint8Array | undefined {
  const text = decodeSavedText(bytes);
  const masker = new Masker(isPublic ? `${seed} ${apart}` : seed, [text], apart);
  try {
    if (/^\s*[{[]/.test(text))
      return Buffer.from(masker.json(text, jsonTypeOf(document, direction), formats));
    const type = findDocumentType(bytes, document, formats);
    return type === undefined ? undefined : masker.document(bytes, type, formats);
  } catch {
    // why it cannot be read is told in its own words
    return undefined;
  }
}

/** What was made of a document is often of another format. */
function findDocumentType(bytes: Uint8Array, document: string, formats: Formats): string | undefined {
  const head = bytes.subarray(0, 65_536);
  const own = isFormatDocument(document) ? formats.load(document).format : undefined;
  return own?.recognise(head) ? document : findRecognised(formats, head)?.name;
}

/** JSON of the exchange. */
function jsonTypeOf(document: string, direction: Direction): string {
  if (!isFormatDocument(document)) return document;
  const kind = kindOf(document);
  if (direction === 'outbound') return kind === 'advice' ? 'exchange/shipment' : 'exchange/order';
  if (kind === 'advice') return 'exchange/despatch-advice';
  return kind === 'response' ? 'exchange/order-response' : 'exchange/order';
}
