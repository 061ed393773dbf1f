import { formatOf } from '../../formats/find.ts';
import type { Formats } from '../../formats/interface.ts';
import { decodeText } from '../../text.ts';
import type { TreeDocument } from '../../tree/node.ts';
import { wordsOf } from '../../tree/pseudonyms.ts';
import { type Change, rewritten } from '../../tree/rewrite.ts';
import { onlyOne, treesFrom } from '../fixture-files.ts';
import { isDocument } from '../models/documents.ts';
import { rewrittenRecords } from './records.ts';

/** It cannot be masked, in words. */
export class NotMasked extends Error {
  readonly code = 'fixture-not-masked';
}

/** A document of a fixture, to be written with other values. */
export class Source {
  readonly text: string;
  readonly tree: TreeDocument;
  readonly #encoding: BufferEncoding;
  /** Headings and tags: the words of what describes the format. */
  readonly #own: ReadonlySet<string>;

  /** Throws NotMasked for characters that would be written otherwise. */
  constructor(bytes: Uint8Array, type: string, formats: Formats) {
    this.tree = treeFrom(bytes, type, formats);
    const text = (isDocument(type) ? formatOf(formats, type).text(bytes) : undefined) ?? decodeText(bytes);
    const encodings = ['utf8', 'latin1', 'utf16le'] as const;
    const texts = [text, `\ufeff${text}`].flatMap((one) => encodings.map((encoding) => ({ one, encoding })));
    const found = texts.find(({ one, encoding }) => Buffer.from(one, encoding).equals(bytes));
    if (found === undefined)
      throw new NotMasked('The document is in a character set that is not written again.');
    this.text = withLetters(found.one);
    this.#encoding = found.encoding;
    const { texts: own = [] } = isDocument(type) ? formats.load(type) : {};
    this.#own = new Set([...serviceTags, ...own.flatMap((one) => wordsOf(one.text))]);
  }

  /** `outside`: for words of a file of records that stand in no field that the format names. */
  written(change: Change, outside: (word: string) => string): Uint8Array {
    const known = (word: string): string =>
      wordsOf(word).every((one) => this.#own.has(one)) ? word : outside(word);
    const isMarked =
      this.tree.format !== 'records' ||
      this.text
        .replace(/^\ufeff/, '')
        .trimStart()
        .startsWith('<');
    const made = isMarked
      ? rewritten(this.text, change)
      : rewrittenRecords(this.text, [this.tree], change, known);
    return Buffer.from(made ?? this.text, this.#encoding);
  }
}

/** Of EDIFACT's own segments, which no description names. */
const serviceTags = ['una', 'unb', 'ung', 'unh', 'uns', 'unt', 'une', 'unz'];

export const treeFrom = (bytes: Uint8Array, type: string, formats: Formats): TreeDocument =>
  onlyOne('The document', treesFrom(bytes, 'The document', type, formats));

/** Letters and digits that are written by their number stand as they are: a name is one word. */
export const withLetters = (text: string): string =>
  text
    .replace(/&#(?:x([0-9a-f]+)|(\d+));/gi, (whole, hex?: string, decimal?: string) =>
      letterOr(whole, Number.parseInt(hex ?? decimal ?? '', hex ? 16 : 10)),
    )
    .replace(/\\(?:u([0-9a-f]{4})|.)/gi, (whole, hex?: string) =>
      hex === undefined ? whole : letterOr(whole, Number.parseInt(hex, 16)),
    );

function letterOr(otherwise: string, code: number): string {
  const c = code <= 0x10ffff ? String.fromCodePoint(code) : '';
  return /^[\p{L}\p{N}]$/u.test(c) ? c : otherwise;
}
