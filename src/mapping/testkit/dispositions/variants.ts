import { bare, type Step, stepsOf } from './place.ts';
import { coded, namedCodes, type Row, type Slot, slotsOf, speaksOf } from './rows.ts';
import type { Put, Subject } from './subject.ts';

/** A value at a leaf, with the codes that stand around it. */
export interface Variant extends Put {
  readonly leaf: string;
  readonly codes: readonly string[];
}

/** A code that no list has: it stands for the rest. */
const noCode = 'ZZZ';

/**
 * A leaf with each code of the row. Where the row speaks of the rest: with a code that no list has, and with each that the
 * mapping names and no row does.
 */
export const variantsOf = (
  subject: Subject,
  row: Row,
  leaf: string,
  rows: readonly Row[],
): readonly Variant[] => new VariantMaker(subject, row, leaf, rows).variants();

class VariantMaker {
  readonly #subject: Subject;
  readonly #row: Row;
  readonly #leaf: string;
  readonly #rows: readonly Row[];
  readonly #steps: readonly Step[];

  constructor(subject: Subject, row: Row, leaf: string, rows: readonly Row[]) {
    this.#subject = subject;
    this.#row = row;
    this.#leaf = leaf;
    this.#rows = rows.filter((one) => speaksOf(one, leaf));
    const above = row.isAnywhere ? [] : row.steps;
    this.#steps = [...above, ...stepsOf(leaf).slice(above.length)];
  }

  variants(): readonly Variant[] {
    const slots = slotsOf(this.#steps, this.#subject);
    const depth = this.#row.isAnywhere ? 0 : this.#row.steps.length;
    const own = slots.findLast(({ at }) => at < depth) ?? slots.at(-1);
    if (own === undefined) return this.#values().map((value) => this.#variant([], value));
    const free = slots.filter((slot) => codesIn(this.#steps, slot).length === 0);
    const choices = free.map((slot): readonly Choice[] => {
      const codes = slot === own && this.#row.codes.length > 0 ? this.#row.codes : this.#rest(slot);
      return codes.map((code) => [slot, code]);
    });
    return assignments(choices).map((codes) => this.#variant(codes, this.#value()));
  }

  #variant(codes: readonly Choice[], value: string): Variant {
    const steps = codes.reduce(
      (before, [slot, code]) => coded(before, slot, code, this.#subject),
      this.#steps,
    );
    return { leaf: this.#leaf, steps, value, codes: codes.map(([, code]) => code) };
  }

  /** A leaf that no code stands beside may be one itself. */
  #values(): readonly string[] {
    const { qualifier, codes } = this.#row;
    if (codes.length > 0) return codes;
    return qualifier === ''
      ? [this.#value()]
      : this.#others(this.#leaf, ({ path, codes: own }) => (path === this.#leaf ? own : []));
  }

  /** What the mapping names in a slot and no row of the leaf does. */
  #rest(slot: Slot): readonly string[] {
    if (this.#row.isAnywhere) return [noCode];
    return this.#others(slot.slot, (row) => this.#codesOf(row, slot));
  }

  #others(path: string, said: (row: Row) => readonly string[]): readonly string[] {
    const known = new Set(this.#rows.flatMap(said));
    const named = namedCodes(this.#subject, path.split('/').at(-1) ?? '');
    return [noCode, ...named.filter((code) => !known.has(code))];
  }

  /** The codes that a row gives for a slot: its own, or by a condition in its place. */
  #codesOf(row: Row, { at, slot }: Slot): readonly string[] {
    const start = row.isAnywhere ? this.#steps.length - row.steps.length : 0;
    const own = slotsOf(row.steps, this.#subject).at(-1);
    const isOwn = own === undefined || own.at + start === at;
    return [
      ...(isOwn ? row.codes : []),
      ...codesIn(row.steps, { at: at - start, slot }, this.#steps[at]?.name),
    ];
  }

  #value(): string {
    const { samples, places } = this.#subject;
    const name = this.#leaf.split('/').at(-1) ?? '';
    return this.#row.given || samples[name] || (byType[places.get(this.#leaf)?.type ?? ''] ?? 'X7');
  }
}

/** A code in a slot. */
type Choice = readonly [Slot, string];

/** Each slot with its first code; then each of its other codes in turn. */
function assignments(choices: readonly (readonly Choice[])[]): readonly (readonly Choice[])[] {
  const first = choices.flatMap(([one]) => (one === undefined ? [] : [one]));
  return [first, ...choices.flatMap(([, ...others], at) => others.map((one) => first.with(at, one)))];
}

/** The codes that conditions give: of the element itself, or of the group that it begins. */
function codesIn(steps: readonly Step[], { at, slot }: Slot, name = steps[at]?.name): readonly string[] {
  const above = `${name}/${slot}`;
  const own = (steps[at]?.conditions ?? []).filter((one) => bare(one.steps) === slot);
  const group = (steps[at - 1]?.conditions ?? []).filter((one) => bare(one.steps) === above);
  return [...own, ...group].map(({ value }) => value);
}

const byType: Readonly<Record<string, string>> = {
  ...{ decimal: '7', integer: '7', date: '2026-12-24', time: '10:20:30' },
};
