import {
  type MappingPart,
  type MissingTableKey,
  mergeMissing,
  type TableKey,
} from '../../mapping/rule-usage.ts';
import type { MappingParts } from '../../replay/rerun/mapping-parts.ts';
import type { MessageUsage } from '../../replay/rerun/message-usage.ts';
import { type LostPathCount, LostValueCounts } from './lost-value-counts.ts';

/** What the messages of a journal use of one mapping. Plain data. */
export interface MappingUsage {
  readonly mapping: string;
  /** Messages that came to it. */
  readonly messages: number;
  /** Of these, those of which it made something. */
  readonly made: number;
  readonly missed: readonly MissingTableKeyCount[];
  /** Rows of tables that were looked up, the most used first; of more than are kept the others are not there. */
  readonly met: readonly TableKeyCount[];
  /** There were more different ones than are kept. */
  readonly missedMore: boolean;
  /** Rules that gave no value in any. */
  readonly unfilled: readonly MappingPart[];
  readonly neverTrue: readonly NeverTrueCondition[];
  /** What it loses of the documents that it reads, as it is now. */
  readonly lost: readonly LostPathCount[];
}

/** A row of a table, and in how many messages it was looked up. */
export interface TableKeyCount extends TableKey {
  readonly count: number;
}

/** A value that was looked up in a table and is not in it. */
export interface MissingTableKeyCount extends MissingTableKey {
  /** Messages. */
  readonly count: number;
  /** Number of the first of them. */
  readonly example: number;
}

export interface NeverTrueCondition extends MappingPart {
  /** Messages in which it was asked, and the first of them; none: nothing came to it. */
  readonly asked: number;
  readonly example?: number;
}

/** Different values of one mapping that are kept: what is no code at all is not in the table either. */
const mostMissed = 1000;

/** Different rows of tables that are counted. */
const mostMet = 5000;

/** Characters of a value. */
const longestKey = 200;

/** Counts what messages use of one mapping, as they come. */
export class UsageCounts {
  #messages = 0;
  #made = 0;
  #more = false;
  readonly #parts: MappingParts;
  readonly #lost = new LostValueCounts();
  readonly #filled = new Set<string>();
  readonly #held = new Set<string>();
  readonly #asked = new Map<string, { asked: number; example: number }>();
  readonly #missed = new Map<string, MissingTableKeyCount>();
  readonly #met = new Map<string, { table: string; key: string; count: number }>();

  constructor(parts: MappingParts) {
    this.#parts = parts;
  }

  /** `runs`: all that one message made of it; `parties`: whose it is. */
  add(message: number, runs: readonly MessageUsage[], parties: readonly string[] = []): void {
    this.#messages += 1;
    this.#lost.add(
      message,
      runs.flatMap(({ lost }) => lost),
      parties,
    );
    if (runs.some(({ whole }) => whole)) this.#made += 1;
    for (const { filled, held } of runs) {
      for (const place of filled) this.#filled.add(place);
      for (const place of held) this.#held.add(place);
    }
    for (const place of new Set(runs.flatMap(({ asked }) => asked))) this.#ask(place, message);
    for (const one of mergeEqual(runs.flatMap(({ missed }) => missed).map(shorten))) this.#miss(one, message);
    const met = runs.flatMap((run) => run.met).map((one) => [`${one.table}/${one.key}`, one] as const);
    for (const one of new Map(met).values()) this.#meet(one);
  }

  #meet({ table, key }: TableKey): void {
    const known = this.#met.get(`${table}/${key}`);
    if (known) known.count += 1;
    else if (this.#met.size < mostMet) this.#met.set(`${table}/${key}`, { table, key, count: 1 });
  }

  report(): MappingUsage {
    const { mapping, rules, conditions } = this.#parts;
    return {
      ...{ mapping, messages: this.#messages, made: this.#made },
      missed: [...this.#missed.values()].sort((a, b) => b.count - a.count),
      missedMore: this.#more,
      met: [...this.#met.values()].sort((a, b) => b.count - a.count),
      lost: this.#lost.report(),
      unfilled: rules.filter(({ place }) => !this.#filled.has(place)),
      neverTrue: conditions
        .filter(({ place }) => !this.#held.has(place))
        .map((part) => ({ ...part, ...(this.#asked.get(part.place) ?? { asked: 0 }) })),
    };
  }

  #ask(place: string, message: number): void {
    const known = this.#asked.get(place);
    if (known) {
      known.asked += 1;
      known.example = Math.min(known.example, message);
    } else this.#asked.set(place, { asked: 1, example: message });
  }

  #miss(key: MissingTableKey, message: number): void {
    const known = this.#missed.get(placeOf(key));
    if (known === undefined && this.#missed.size >= mostMissed) {
      this.#more = true;
      return;
    }
    const { count = 0, example = message } = known ?? {};
    const { table, key: text, fallback } = mergeMissing<MissingTableKey>(known, key);
    this.#missed.set(placeOf(key), {
      ...{ table, key: text, count: count + 1, example: Math.min(example, message) },
      ...(fallback === undefined ? {} : { fallback }),
    });
  }
}

const placeOf = ({ table, key }: TableKey): string => `${table}/${key}`;

const shorten = ({ table, key, fallback }: MissingTableKey): MissingTableKey => ({
  ...{ table, key: key.slice(0, longestKey) },
  ...(fallback === undefined ? {} : { fallback: fallback.slice(0, longestKey) }),
});

/** Each key once. */
function mergeEqual(keys: readonly MissingTableKey[]): Iterable<MissingTableKey> {
  const merged = new Map<string, MissingTableKey>();
  for (const one of keys) merged.set(placeOf(one), mergeMissing(merged.get(placeOf(one)), one));
  return merged.values();
}
