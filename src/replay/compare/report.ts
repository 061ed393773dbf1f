import type { Made } from '../result.ts';
import type { OrderCompared } from './order.ts';
import type { Compared, NotRun } from './verdict.ts';

/** A message that stands for those like it. */
export interface Example {
  readonly id: number;
  readonly name: string;
  readonly order?: string;
  /** Where in the result, or in its own words why. */
  readonly what: string;
}

/** Messages that an edit changes alike. */
export interface Group {
  count: number;
  readonly examples: Example[];
}

export interface OutcomeGroup extends Group {
  readonly from: string;
  readonly to: string;
  /** The first finding of the edited version, else its reason. */
  readonly why: string;
}

export interface ValueGroup extends Group {
  readonly path: string;
  /** Absent: there was none; will be none. */
  readonly from?: string;
  readonly to?: string;
  /** Messages; `count` counts places. */
  messages: number;
}

export interface WhyGroup extends Group {
  readonly why: string;
}

/** What an edit would have done. Plain data: this is the JSON. */
export interface CompareReport {
  readonly messages: number;
  readonly same: number;
  readonly controlled: number;
  readonly outcomes: readonly OutcomeGroup[];
  readonly reasons: readonly OutcomeGroup[];
  readonly values: readonly ValueGroup[];
  readonly onceMore: Group;
  /** Numbers of parked messages that would go on. */
  readonly freed: readonly number[];
  readonly notReproducible: readonly WhyGroup[];
  readonly notComparable: readonly WhyGroup[];
  readonly cannotBeTold: readonly WhyGroup[];
  /** Orders on which it did not end in time: what the edit would have done with them is not known. */
  readonly endless: number;
  /** It was ended before all were compared; of so many. */
  readonly stopped?: string;
  readonly of: number;
}

const examplesOf = 3;

/** How many kinds of one list are kept; all are counted. */
const mostGroups = 2000;

/** Puts what was compared into groups, as it comes. */
export class Groups {
  #messages = 0;
  #same = 0;
  #controlled = 0;
  readonly #outcomes = new Map<string, OutcomeGroup>();
  readonly #reasons = new Map<string, OutcomeGroup>();
  readonly #values = new Map<string, ValueGroup>();
  readonly #onceMore: Group = { count: 0, examples: [] };
  readonly #freed: number[] = [];
  readonly #why = {
    'not reproducible': new Map<string, WhyGroup>(),
    'not comparable': new Map<string, WhyGroup>(),
    'cannot be told': new Map<string, WhyGroup>(),
  };

  /** Resolves to the kinds of outcome that are new: people want to see the first at once. */
  add({ compared, notRun, onceMore }: OrderCompared): readonly OutcomeGroup[] {
    const before = this.#outcomes.size;
    for (const one of compared) this.#add(one);
    for (const one of notRun) this.#addNotRun(one);
    const last = compared.at(-1);
    if (onceMore && last) count(this.#onceMore, exampleOf(last, ''));
    return [...this.#outcomes.values()].slice(before);
  }

  #add(one: Compared): void {
    const { verdict, controlled, freed } = one;
    this.#messages += 1;
    this.#controlled += controlled ? 1 : 0;
    if (freed) this.#freed.push(one.record.message.id);
    if (verdict.kind === 'same') this.#same += 1;
    else if (verdict.kind === 'outcome') addOutcome(this.#outcomes, one, verdict.from, verdict.to);
    else if (verdict.kind === 'reason') addOutcome(this.#reasons, one, verdict.from, verdict.to);
    else if (verdict.kind === 'content') this.#addValues(one, verdict.differences);
    else addWhy(this.#why[verdict.kind], verdict.why, exampleOf(one, ''));
  }

  #addNotRun({ id, why }: NotRun): void {
    this.#messages += 1;
    addWhy(this.#why['not comparable'], why, { id, name: '', what: '' });
  }

  #addValues(one: Compared, differences: (Compared['verdict'] & { kind: 'content' })['differences']): void {
    const met = new Set<ValueGroup>();
    for (const { path, place, from, to } of differences) {
      const values = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
      const group = at(this.#values, JSON.stringify([path, from, to]), () => ({
        ...{ path, ...values },
        ...{ count: 0, messages: 0, examples: [] },
      }));
      if (met.has(group)) group.count += 1;
      else count(group, exampleOf(one, place));
      if (!met.has(group)) group.messages += 1;
      met.add(group);
    }
    if (differences.length === 0)
      count(
        at(this.#values, '', () => ({ path: '(how it is written)', count: 0, messages: 0, examples: [] })),
        exampleOf(one, ''),
      );
  }

  report(of: number, endless: number, stopped?: string): CompareReport {
    const byCount = <G extends Group>(groups: Iterable<G>) => [...groups].sort((a, b) => b.count - a.count);
    return {
      ...{ messages: this.#messages, of, same: this.#same, controlled: this.#controlled },
      outcomes: byCount(this.#outcomes.values()),
      reasons: byCount(this.#reasons.values()),
      values: byCount(this.#values.values()),
      onceMore: this.#onceMore,
      freed: this.#freed.toSorted((a, b) => a - b),
      notReproducible: byCount(this.#why['not reproducible'].values()),
      notComparable: byCount(this.#why['not comparable'].values()),
      cannotBeTold: byCount(this.#why['cannot be told'].values()),
      endless,
      ...(stopped === undefined ? {} : { stopped }),
    };
  }
}

function addOutcome(groups: Map<string, OutcomeGroup>, one: Compared, from: Made, to: Made): void {
  const why = to.codes[0] ?? to.reason;
  const group = at(groups, JSON.stringify([from.said, to.said, why]), () => ({
    ...{ from: from.said, to: to.said, why },
    ...{ count: 0, examples: [] },
  }));
  count(group, exampleOf(one, to.reason));
}

const addWhy = (groups: Map<string, WhyGroup>, why: string, example: Example): void =>
  count(
    at(groups, why, () => ({ why, count: 0, examples: [] })),
    example,
  );

/** Of too many kinds the last is "and others". */
function at<G extends Group>(groups: Map<string, G>, key: string, make: () => G): G {
  const known = groups.get(key);
  if (known) return known;
  const group = make();
  if (groups.size < mostGroups) groups.set(key, group);
  return group;
}

function count(group: Group, example: Example): void {
  group.count += 1;
  if (group.examples.length < examplesOf) group.examples.push(example);
}

function exampleOf({ record: { message } }: Compared, what: string): Example {
  const { id, name, purchaseOrderNumber: order } = message;
  return { id, name, ...(order === undefined ? {} : { order }), what };
}
