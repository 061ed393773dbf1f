import type { Formats } from '../../formats/document-format.ts';
import { listWords, Pseudonyms } from '../../tree/privacy/pseudonyms.ts';
import { type Rename, rewriteValues, type ValueRewrite } from '../../tree/privacy/rewrite-values.ts';
import type { FileMapping } from '../file-mapping.ts';
import { type FixtureContext, parseFixtureContext } from '../fixtures/fixture-files.ts';
import { buildContextAfter, buildMappingInput } from '../fixtures/previous-delivery.ts';
import { delivered, type HarmlessPlaces, isHarmless, isNumber } from './harmless.ts';
import { decodeCharacterCodes, MaskableDocument, NotMaskable, parseTree } from './maskable-document.ts';
import { factorOf, isStandard, Masker } from './masker.ts';
import { isSameTrail, type RuleTrail, recordRuleTrail } from './rule-trail.ts';
import { scaleAmount } from './scale-amount.ts';
import { kindOfSentValue, type ValueKind } from './sent-values.ts';

/** The files of a fixture that a mapping is given. */
export interface FixtureInput {
  readonly document: Uint8Array;
  /** What was delivered before. */
  readonly previous?: Uint8Array;
  /** The text of context.json. */
  readonly context?: string;
}

/** A value of which something stayed as it was, because with another one the mapping would go another way. */
export interface KeptValue {
  /** `PartyIdentification/ID` */
  readonly name: string;
  readonly text: string;
  /** What it became: only some of its words may have stayed. */
  readonly now: string;
}

export interface MaskedFixture {
  readonly given: FixtureInput;
  readonly kept: readonly KeptValue[];
}

/** Milliseconds of a core that may be spent on trying: on a busy machine a minute of the clock is less. */
const patience = 60_000;

function coreTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * A copy of a fixture with other names, addresses, texts, numbers and amounts: the same for the same everywhere, and it takes the same
 * way through the mapping. What the way depends on stays and is told. `seed`: another one gives others. Throws NotMaskable.
 */
export function maskFixture(
  mapping: FileMapping,
  formats: Formats,
  given: FixtureInput,
  seed: string,
): MaskedFixture {
  const mask = new FixtureMask(mapping, formats, given, seed);
  const until = coreTime() + patience;
  const original = mask.way(given);
  const goes = (kept: ReadonlySet<string>): boolean => {
    if (coreTime() > until) throw new NotMaskable('No copy that takes the same way was found in a minute.');
    return mask.goesLike(original, kept);
  };
  if (!goes(new Set(mask.candidates)))
    throw new NotMaskable('It is read otherwise once it is written again, so no copy takes the same way.');
  const kept = findNeeded(mask.candidates, goes);
  return mask.withOwn(mask.withKeys(mask.maskWith(kept), kept), kept);
}

/** Those without which the way is another, found by halves: of the first so many that may not all go, the last. */
function findNeeded(
  all: readonly string[],
  goes: (kept: ReadonlySet<string>) => boolean,
): ReadonlySet<string> {
  const kept = new Set<string>();
  while (!goes(kept)) {
    let [good, bad] = [0, all.length];
    while (bad - good > 1) {
      const middle = (good + bad) >> 1;
      if (goes(new Set([...kept, ...all.slice(middle)]))) good = middle;
      else bad = middle;
    }
    kept.add(all[bad - 1] ?? '');
  }
  return kept;
}

/** Where columns and segments are that the format does not name. */
const gap = 'outside of the fields';

/** Stands for all amounts among the words. */
const amounts = '#amounts';

type ValueTreatment = (kind: ValueKind, value: string, path: readonly string[]) => string;

class FixtureMask {
  readonly candidates: readonly string[];
  readonly #mapping: FileMapping;
  readonly #formats: Formats;
  readonly #document: MaskableDocument;
  readonly #previous: MaskableDocument | undefined;
  readonly #context: string | undefined;
  readonly #names: Pseudonyms;
  readonly #factor: bigint;
  readonly #places: HarmlessPlaces;
  readonly #ofExchange: HarmlessPlaces;
  readonly #rename: Rename;
  /** Words of values that stay: outside of the fields they stand for the same. */
  #staying: ReadonlySet<string> = new Set();

  constructor(
    mapping: FileMapping,
    formats: Formats,
    { document, previous, context }: FixtureInput,
    seed: string,
  ) {
    [this.#mapping, this.#formats] = [mapping, formats];
    this.#document = new MaskableDocument(document, mapping.from, formats);
    this.#previous = previous && new MaskableDocument(previous, mapping.from, formats);
    this.#context = context && decodeCharacterCodes(context);
    const texts = [this.#document.text, this.#previous?.text ?? '', this.#context ?? ''];
    this.#names = new Pseudonyms(seed, texts);
    this.#factor = factorOf(seed);
    const masker = new Masker(seed);
    this.#places = masker.places(mapping.from, formats);
    this.#ofExchange = masker.places('exchange/order', formats);
    this.#rename = masker.renaming(this.#places.names);
    const { hidden, staying } = this.#words();
    this.#staying = staying;
    this.candidates = [amounts, ...hidden];
  }

  /** With `kept` of a copy: answers are by key, and are given for the keys of both. */
  way({ document, previous, context = '{}' }: FixtureInput, kept?: ReadonlySet<string>): RuleTrail {
    const before = previous && parseTree(previous, this.#mapping.from, this.#formats);
    const file = parseFixtureContext(context);
    const changes = { ...(kept ? this.#renamed(file.changes, kept) : {}), ...file.changes };
    const after = buildContextAfter(this.#mapping, { ...file, changes }, before);
    const tree = parseTree(document, this.#mapping.from, this.#formats);
    return recordRuleTrail(this.#mapping, buildMappingInput(this.#mapping, tree, after), this.#places.names);
  }

  goesLike(original: RuleTrail, kept: ReadonlySet<string>): boolean {
    try {
      const { given } = this.maskWith(kept);
      return isSameTrail(original, this.way(given, kept), (text) => this.#names.pseudonymize(text, kept));
    } catch (error) {
      // a copy that cannot be read takes another way
      if (error instanceof Error) return false;
      throw error;
    }
  }

  maskWith(kept: ReadonlySet<string>): MaskedFixture {
    const keptValues = new Map<string, KeptValue>();
    const given = this.#rewritten((kind, value, path) => {
      if (kind === 'stays') return value;
      const isKept = kind === 'amount' ? kept.has(amounts) : listWords(value).some((word) => kept.has(word));
      const now =
        kind === 'private'
          ? this.#names.pseudonymize(value, kept)
          : isKept
            ? value
            : value.replace(/\S+/, (amount) => scaleAmount(amount, this.#factor));
      const name = path.slice(-2).join('/');
      if (isKept) keptValues.set(`${name} ${value}`, { name, text: value.trim(), now: now.trim() });
      return now;
    });
    return { given, kept: [...keptValues.values()] };
  }

  /** Words of private values; of what stands in no field, those that no value has that stays. */
  #words(): { readonly hidden: ReadonlySet<string>; readonly staying: ReadonlySet<string> } {
    const found = { hidden: new Set<string>(), staying: new Set<string>() };
    this.#rewritten((kind, value) => {
      if (kind !== 'amount')
        for (const word of listWords(value)) found[kind === 'private' ? 'hidden' : 'staying'].add(word);
      return value;
    });
    return found;
  }

  #rewritten(treated: ValueTreatment): FixtureInput {
    const inDocument: ValueRewrite = (value, path) => treated(this.#kindOf(path, value), value, path);
    const inContext: ValueRewrite = (value, path) => treated(this.#kindInContext(path, value), value, path);
    const outside = (word: string): string =>
      listWords(word).every((one) => this.#staying.has(one)) ? word : treated('private', word, [gap]);
    const rewriting = { change: inDocument, rename: this.#rename, outside };
    const context = this.#context && rewriteValues(this.#context, inContext);
    return {
      document: this.#document.writeWith(rewriting),
      ...(this.#previous ? { previous: this.#previous.writeWith(rewriting) } : {}),
      ...(context === undefined ? {} : { context }),
    };
  }

  #kindOf(path: readonly string[], value: string): ValueKind {
    if (path.at(-1) === '#namespace')
      return this.#places.namespaces.has(value) || isStandard(value) ? 'stays' : 'private';
    return kindAt(this.#places, path, value);
  }

  /** Of the channel its name and company are private; trees are those of the exchange. */
  #kindInContext([, member = '', ...rest]: readonly string[], value: string): ValueKind {
    if (member === 'changes' || member === 'mapping') return 'stays';
    if (member === 'sent' && rest.at(-2) === 'values') return kindOfSentValue(rest.at(-1) ?? '', value);
    return kindAt(this.#ofExchange, rest.length === 0 ? [member] : rest, value);
  }

  /** With what comes of the copy from the user's own tables and rules: it will stand in what is expected. */
  withOwn({ given, kept }: MaskedFixture, words: ReadonlySet<string>): MaskedFixture {
    const own = ownWords(this.#mapping);
    const masked = new Set(textsOf(given).flatMap(listWords));
    const isOwn = (word: string): boolean => own.has(word) && !masked.has(word);
    const said = this.way(given, words).origins.filter(({ value }) => listWords(value).some(isOwn));
    return {
      given,
      kept: [...kept, ...said.map(({ target, value }) => ({ name: target, text: value, now: value }))],
    };
  }

  /** A copy whose context has its answers by the keys that the copy has. */
  withKeys({ given, ...made }: MaskedFixture, kept: ReadonlySet<string>): MaskedFixture {
    const keys = new Set(this.way(given, kept).keys);
    const renamed = (key: string): string => (keys.has(key) ? key : this.#names.pseudonymize(key, kept));
    const context = given.context?.replace(/"changes"\s*:\s*\{[^{}]*\}/, (changes) =>
      changes.replace(
        /([{,]\s*")((?:[^"\\]|\\.)*)(?="\s*:)/g,
        (_, before: string, key: string) => before + renamed(key),
      ),
    );
    return { ...made, given: { ...given, ...(context === undefined ? {} : { context }) } };
  }

  #renamed(changes: FixtureContext['changes'], kept: ReadonlySet<string>): FixtureContext['changes'] {
    return Object.fromEntries(
      Object.entries(changes).map(([key, change]) => [this.#names.pseudonymize(key, kept), change]),
    );
  }
}

function kindAt(places: HarmlessPlaces, path: readonly string[], value: string): ValueKind {
  const kind = places.kindOf(path);
  if (isHarmless(kind, value)) return 'stays';
  return kind === 'amount' && isNumber(value) ? 'amount' : 'private';
}

const textsOf = ({ document, previous = Buffer.of(), context = '' }: FixtureInput): readonly string[] => [
  ...[document, previous].map((bytes) => Buffer.from(bytes).toString('utf8')),
  context,
];

/** Words of the files that the user has beside the delivered ones, which no delivered one has. */
function ownWords({ texts }: FileMapping): ReadonlySet<string> {
  const wordsIn = (own: boolean) =>
    texts.filter(({ path }) => path.startsWith(delivered) !== own).flatMap(({ text }) => listWords(text));
  const known = new Set(wordsIn(false));
  return new Set(wordsIn(true).filter((word) => !known.has(word) && !isHarmless('code', word)));
}
