import type { RecordLayout } from '../../formats/define-syntax.ts';
import type { Formats } from '../../formats/document-format.ts';
import { requireFormat } from '../../formats/find-format.ts';
import { decodeSavedText } from '../../text/text-file.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';
import { listWords } from '../../tree/privacy/pseudonyms.ts';
import { type Rename, rewriteValues, type ValueRewrite } from '../../tree/privacy/rewrite-values.ts';
import { parseTrees, requireSingle } from '../fixtures/fixture-files.ts';
import { isFormatDocument } from '../models/document-models.ts';
import { describedWords } from './described-words.ts';
import { findDocumentSyntax } from './harmless.ts';
import { listFieldTexts, rewriteRecords } from './mask-records.ts';

/** It cannot be masked, in words. */
export class NotMaskable extends Error {
  readonly code = 'fixture-not-masked';
}

/** How a file is written with other values. */
export interface Rewriting {
  readonly change: ValueRewrite;
  readonly rename: Rename;
  /** For words of a file of records that stand in no field that the format names. */
  outside(word: string): string;
}

/** A file of a format, to be written with other values. */
export class MaskableDocument {
  readonly text: string;
  readonly trees: readonly TreeDocument[];
  /** Headings and tags: the names that the description of the format has. */
  readonly own: ReadonlySet<string>;
  readonly #type: string;
  readonly #formats: Formats;
  readonly #encoding: BufferEncoding;
  readonly #layout: RecordLayout;

  /** Throws NotMaskable for characters that would be written otherwise, and an Error in words for what cannot be read. */
  constructor(bytes: Uint8Array, type: string, formats: Formats) {
    [this.#type, this.#formats] = [type, formats];
    this.trees = treesOf(bytes, type, formats);
    const text =
      (isFormatDocument(type) ? requireFormat(formats, type).decodeText(bytes) : undefined) ??
      decodeSavedText(bytes);
    const encodings = ['utf8', 'latin1', 'utf16le'] as const;
    const texts = [text, `\ufeff${text}`].flatMap((one) => encodings.map((encoding) => ({ one, encoding })));
    const found = texts.find(({ one, encoding }) => Buffer.from(one, encoding).equals(bytes));
    if (found === undefined)
      throw new NotMaskable('The document is in a character set that is not written again.');
    this.text = decodeCharacterCodes(found.one, this.#isMarked(found.one));
    this.#encoding = found.encoding;
    const { text: description = '', texts: described = [] } = isFormatDocument(type)
      ? formats.load(type)
      : {};
    const masking = findDocumentSyntax(type, formats)?.masking;
    this.#layout = masking?.findLayout?.(this.text, description) ?? {};
    this.own = new Set([...(masking?.ownWords ?? []), ...described.flatMap(describedWords)]);
  }

  writeWith({ change, rename, outside }: Rewriting): Uint8Array {
    if (this.#isMarked(this.text))
      return Buffer.from(rewriteValues(this.text, change, rename) ?? '', this.#encoding);
    const known = (word: string): string =>
      // the description's numbers are lengths and places
      listWords(word).every((one) => this.own.has(one) && /\p{L}/u.test(one)) ? word : outside(word);
    const made = Buffer.from(
      rewriteRecords(this.text, this.trees, change, known, this.#layout),
      this.#encoding,
    );
    this.#assertRead(made, change);
    return made;
  }

  /** XML or JSON: some syntaxes have files of XML and of records. */
  #isMarked(text: string): boolean {
    const isRecords = this.trees.some(({ format }) => format === 'records');
    return (
      !isRecords ||
      text
        .replace(/^\ufeff/, '')
        .trimStart()
        .startsWith('<')
    );
  }

  /**
   * Throws NotMaskable for a copy in which a field is read otherwise than it was written: a longer one may
   * have moved others.
   */
  #assertRead(copy: Uint8Array, change: ValueRewrite): void {
    const texts = (trees: readonly TreeDocument[], other?: ValueRewrite) =>
      trees.flatMap((tree) => listFieldTexts(tree, other));
    const [read, meant] = [texts(treesOf(copy, this.#type, this.#formats)), texts(this.trees, change)];
    if (read.length !== meant.length || read.some((text, n) => text !== meant[n]))
      throw new NotMaskable('It is read otherwise once it is written again, so no copy takes the same way.');
  }
}

const treesOf = (bytes: Uint8Array, type: string, formats: Formats): readonly TreeDocument[] =>
  parseTrees(bytes, 'The document', type, formats);

export const parseTree = (bytes: Uint8Array, type: string, formats: Formats): TreeDocument =>
  requireSingle('The document', treesOf(bytes, type, formats));

/** Letters and digits that are written by their number stand as they are: a name is one word. */
export const decodeCharacterCodes = (text: string, isMarked = true): string =>
  isMarked
    ? text
        .replace(/&#(?:x([0-9a-f]+)|(\d+));/gi, (whole, hex?: string, decimal?: string) =>
          letterOr(whole, Number.parseInt(hex ?? decimal ?? '', hex ? 16 : 10)),
        )
        .replace(/\\(?:u([0-9a-f]{4})|.)/gi, (whole, hex?: string) =>
          hex === undefined ? whole : letterOr(whole, Number.parseInt(hex, 16)),
        )
    : text;

function letterOr(otherwise: string, code: number): string {
  const c = code <= 0x10ffff ? String.fromCodePoint(code) : '';
  return /^[\p{L}\p{N}]$/u.test(c) ? c : otherwise;
}
