import { findNearest } from '../../findings/nearest-names.ts';
import type { Formats } from '../../formats/document-format.ts';
import { scsnFormatNames } from '../../formats/format-names.ts';
import { syntaxes } from '../../formats/syntaxes.ts';
import { sha256 } from '../../text/sha256.ts';
import { listWords, Pseudonyms } from '../../tree/privacy/pseudonyms.ts';
import { type Rename, rewriteValues, type ValueRewrite } from '../../tree/privacy/rewrite-values.ts';
import { isFormatDocument } from '../models/document-models.ts';
import { drawAmount } from './draw-amount.ts';
import {
  deliveredNames,
  findingCodes,
  HarmlessPlaces,
  isHarmless,
  isNumber,
  isUsedName,
  type PlaceKind,
} from './harmless.ts';
import { decodeCharacterCodes, MaskableDocument, NotMaskable, type Rewriting } from './maskable-document.ts';
import { scaleAmount } from './scale-amount.ts';

/**
 * Writes documents, texts and names with pseudonyms: everything but what the lists in mappings/masking say is harmless. The same
 * word becomes the same everywhere that one masker writes.
 */
export class Masker {
  readonly #words: Pseudonyms;
  readonly #changeAmount: (text: string) => string;
  readonly #places = new Map<string, HarmlessPlaces>();

  /**
   * `seed`: whoever has it can try which name became which. `apart`: with another one short numbers and amounts are others, and each amount
   * has digits of its own; without, all are multiplied by one number, so that a mapping finds in the copy what it finds in the original.
   */
  constructor(seed: string, texts: readonly string[] = [], apart = '') {
    this.#words = new Pseudonyms(seed, texts, apart);
    const factor = factorOf(seed);
    this.#changeAmount = (text) =>
      apart === '' ? scaleAmount(text, factor) : drawAmount(text, `${seed}/${apart}`);
  }

  /** A file of that format. Throws NotMaskable, and an Error in words where no reader can parse it. */
  document(bytes: Uint8Array, type: string, formats: Formats): Uint8Array {
    const source = new MaskableDocument(bytes, type, formats);
    const places = this.places(type, formats);
    try {
      return source.writeWith(this.#rewriting(places));
    } catch (error) {
      if (!(error instanceof NotMaskable)) throw error;
      // a multiplied amount may be too long for its place: then its digits are others
      return source.writeWith(this.#rewriting(places, false));
    }
  }

  /** JSON of the exchange, or of no known kind: then no place in it is harmless. Throws NotMaskable. */
  json(text: string, type: string | undefined, formats: Formats): string {
    try {
      JSON.parse(text);
    } catch (cause) {
      throw new NotMaskable('It cannot be read as JSON.', { cause });
    }
    const places = type === undefined ? undefined : this.places(type, formats);
    const change: ValueRewrite = (value, path) => this.value(places?.kindOf(path) ?? 'private', value);
    return (
      rewriteValues(decodeCharacterCodes(text), change, this.renaming(places?.names ?? noNames)) ??
      this.text(text)
    );
  }

  value(kind: PlaceKind, value: string, scales = true): string {
    if (isHarmless(kind, value)) return value;
    if (kind === 'amount' && scales && isNumber(value)) return this.#changeAmount(value);
    return this.text(value);
  }

  /** Words and numbers of a text. */
  text(value: string): string {
    return this.#words.pseudonymize(value);
  }

  /** A text that stands alone, in a table or an own rule: a public code stays. */
  literal(value: string): string {
    return this.value('code', value);
  }

  /** A name of a file, a channel or a mapping, without what the delivered ones are called by. */
  name(value: string): string {
    return value.replace(/[\p{L}\p{M}\p{N}]+/gu, (word) =>
      publicWords().has(word.toLowerCase()) ? word : this.text(word),
    );
  }

  /** Of a target: `lines/price`. Names that the delivered mappings use stay. */
  path(value: string): string {
    return value.startsWith('(')
      ? value
      : value.replace(/[\p{L}\p{M}\p{N}_.-]+/gu, (name) => (isUsedName(name) ? name : this.text(name)));
  }

  /** Of a finding: an own rule may have one that names somebody. */
  code(value: string): string {
    return findingCodes().has(value) ? value : this.name(value);
  }

  places(type: string, formats: Formats): HarmlessPlaces {
    const key = isFormatDocument(type) ? `${type} ${formats.load(type).format?.hash}` : type;
    const known = this.#places.get(key) ?? new HarmlessPlaces(type, formats);
    this.#places.set(key, known);
    return known;
  }

  /** Names that the description knows stay, and those that look misspelt. */
  renaming(known: ReadonlySet<string>): Rename {
    const renamed = new Map<string, string>();
    const isLikeOne = (name: string): boolean => renamed.size < mostLooked && isMisspelt(name, known);
    const decided = (name: string): string =>
      // a prefix of few letters names nobody
      /^.{1,3}:$/.test(name) || known.has(name) || standardNames.has(name) || isLikeOne(name)
        ? name
        : this.text(name);
    return (name) => {
      const other = renamed.get(name) ?? decided(name);
      renamed.set(name, other);
      return other;
    };
  }

  changed(places: HarmlessPlaces, path: readonly string[], value: string, scales: boolean): string {
    if (path.at(-1) !== '#namespace') return this.value(places.kindOf(path), value, scales);
    return places.namespaces.has(value) || isStandard(value) ? value : this.text(value);
  }

  #rewriting(places: HarmlessPlaces, scales = true): Rewriting {
    return {
      change: (value, path) => this.changed(places, path, value, scales),
      rename: this.renaming(places.names),
      outside: (word) => this.text(word),
    };
  }
}

/** All amounts are multiplied by it; that of another seed tells nothing of it. */
export const factorOf = (seed: string): bigint => 11n + (BigInt(`0x${sha256(`amounts of ${seed}`)}`) % 83n);

const noNames: ReadonlySet<string> = new Set();

/** Of XML itself, and of every document of a syntax. */
const standardNames: ReadonlySet<string> = new Set([
  ...['xml:', 'xsi:', 'xs:', 'cac:', 'cbc:', 'ext:', 'gw:', '@schemaLocation', '@lang', '@space'],
  ...syntaxes.flatMap(({ masking }) => masking.ownNames ?? []),
]);

export const isStandard = (uri: string): boolean =>
  /^(urn:oasis:names:specification:ubl:|http:\/\/www\.w3\.org\/|urn:scsn-gateway:)/.test(uri);

/** Names that are held against all that are known: a document may have hundred thousands. */
const mostLooked = 1_000;

/** A short name is near to many. */
const isMisspelt = (name: string, known: ReadonlySet<string>): boolean =>
  name.length > 5 && findNearest(name, known, 2) !== undefined;

/** What delivered mappings, formats and tables are called by, word for word, and files of them. */
let deliveredWords: ReadonlySet<string> | undefined;

function publicWords(): ReadonlySet<string> {
  deliveredWords ??= new Set([
    ...[...deliveredNames(), ...scsnFormatNames].flatMap(listWords),
    ...syntaxes.map(({ name }) => name),
    ...usualWords,
  ]);
  return deliveredWords;
}

/** What channels, folders and files are called everywhere, and what the gateway calls itself. */
const usualWords = (
  'scsn gateway orders responses events shipments advices documents changes edi json txt yaml yml xsd add in ' +
  'out erp inbound outbound data journal db archive error parked mappings own'
).split(' ');
