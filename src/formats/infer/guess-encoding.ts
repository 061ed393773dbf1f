import { isAscii, isUtf8 } from 'node:buffer';
import { decodeWithEncoding, type Encoding, findByteOrderMark } from '../../text/encodings.ts';

const candidates: readonly Encoding[] = ['windows-1252', 'cp850', 'windows-1250', 'iso-8859-15'];
const letters = /(?<=[a-zß-öø-ÿ])[ßà-öø-ÿ]|[ÀÁÄÅÈÉÖÜ](?=[a-z])|(?<=[\d ])[€ø°]/giu;

/** By mark, zeros or letters that make words; windows-1252 where nothing beyond ASCII shows. */
export function guessEncoding(bytes: Uint8Array): Encoding {
  const mark = findByteOrderMark(bytes);
  if (mark !== undefined) return mark.encoding;
  const head = bytes.subarray(0, 2000);
  if (head.filter((byte, at) => byte === 0 && at % 2 === 1).length > head.length / 4) return 'utf-16le';
  if (head.filter((byte, at) => byte === 0 && at % 2 === 0).length > head.length / 4) return 'utf-16be';
  if (isAscii(bytes)) return 'windows-1252';
  if (isUtf8(bytes)) return 'utf-8';
  const scores = candidates.map((encoding) => {
    const { text = '' } = decodeWithEncoding(bytes, encoding);
    return {
      encoding,
      score: (text.match(letters) ?? []).length - (text.match(/[\u2500-\u259f]/g) ?? []).length,
    };
  });
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).encoding;
}
