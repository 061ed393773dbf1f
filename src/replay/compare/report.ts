import type { Message } from '../../journal/message.ts';
import type { Differences } from './difference.ts';
import { Kinds } from './kinds.ts';
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
  /** What became of it; `refused` and `unsent` of what the running version lets go and that was not delivered. */
  readonly from: string;
  readonly to: string;
  /** The finding that ended it (of what goes: that had ended it), else the reason. */
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

/** All that differs at one path, whatever the values. */
export interface PathTotal {
  readonly path: string;
  /** Places. */
  count: number;
  messages: number;
}

export interface WhyGroup extends Group {
  readonly why: string;
}

/** Orders, with those of each channel: one of two channels counts in both. */
export interface OnceMore extends Group {
  readonly channels: readonly { readonly channel: string; readonly count: number }[];
}

/** What an edit would have done. Plain data: this is the JSON. */
export interface CompareReport {
  readonly messages: number;
  readonly same: number;
  readonly controlled: number;
  /** Messages that would end otherwise, in all. */
  readonly otherwise: number;
  readonly outcomes: readonly OutcomeGroup[];
  readonly reasons: readonly OutcomeGroup[];
  readonly values: readonly ValueGroup[];
  /** A total a path, with what `values` leaves out. */
  readonly paths: readonly PathTotal[];
  /** Kinds that there are more than these lists hold. */
  readonly leftOut: { readonly outcomes: number; readonly reasons: number; readonly values: number };
  readonly onceMore: OnceMore;
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

/** Puts what was compared into groups, as it comes. */
export class Groups {
  #messages = 0;
  #same = 0;
  #controlled = 0;
  #otherwise = 0;
  /** Of single messages. */
  #leftOut = 0;
  readonly #outcomes = new Kinds<OutcomeGroup>();
  readonly #reasons = new Kinds<OutcomeGroup>();
  readonly #values = new Kinds<ValueGroup>();
  readonly #paths = new Map<string, PathTotal>();
  readonly #onceMore: Group = { count: 0, examples: [] };
  readonly #onceMoreIn = new Map<string, number>();
  readonly #freed: number[] = [];
  readonly #why = {
    'not reproducible': new Kinds<WhyGroup>(),
    'not comparable': new Kinds<WhyGroup>(),
    'cannot be told': new Kinds<WhyGroup>(),
  };

  /** Resolves to the kinds of outcome that are new: people want to see the first at once. */
  add({ compared, notRun, onceMore }: OrderCompared): readonly OutcomeGroup[] {
    const before = this.#outcomes.kept.length;
    for (const one of compared) this.#add(one);
    for (const one of notRun) this.#addNotRun(one);
    this.#addOnceMore(onceMore);
    return this.#outcomes.kept.slice(before);
  }

  #add(one: Compared): void {
    const { verdict, controlled, freed } = one;
    this.#messages += 1;
    this.#controlled += controlled ? 1 : 0;
    if (freed) this.#freed.push(one.record.message.id);
    if (verdict.kind === 'same') this.#same += 1;
    else if (verdict.kind === 'outcome') {
      this.#otherwise += 1;
      addOutcome(this.#outcomes, one, verdict);
    } else if (verdict.kind === 'reason') addOutcome(this.#reasons, one, verdict);
    else if (verdict.kind === 'content') this.#addValues(one, verdict.differences);
    else addWhy(this.#why[verdict.kind], verdict.why, exampleOf(one, ''));
  }

  #addNotRun({ id, why }: NotRun): void {
    this.#messages += 1;
    addWhy(this.#why['not comparable'], why, { id, name: '', what: '' });
  }

  #addOnceMore(messages: readonly Message[]): void {
    const [first] = messages;
    if (first === undefined) return;
    count(this.#onceMore, exampleIn(first, first.channel));
    for (const channel of new Set(messages.map((message) => message.channel)))
      this.#onceMoreIn.set(channel, (this.#onceMoreIn.get(channel) ?? 0) + 1);
  }

  #addValues(one: Compared, { kinds, paths, leftOut }: Differences): void {
    this.#leftOut += leftOut;
    const isWriting = kinds.length === 0;
    for (const total of isWriting ? [{ path: howWritten, count: 1 }] : paths) this.#addPath(total);
    for (const kind of isWriting ? [{ path: howWritten, place: '', count: 1 }] : kinds) {
      const { path, place, from, to, count: places } = kind;
      const values = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
      const group = this.#values.of(JSON.stringify([path, from ?? null, to ?? null]), () => ({
        ...{ path, ...values },
        ...{ count: 0, messages: 0, examples: [] },
      }));
      if (group === undefined) continue;
      count(group, exampleOf(one, place), places);
      group.messages += 1;
    }
  }

  #addPath({ path, count: places }: { readonly path: string; readonly count: number }): void {
    const total = this.#paths.get(path) ?? { path, count: 0, messages: 0 };
    this.#paths.set(path, { path, count: total.count + places, messages: total.messages + 1 });
  }

  report(of: number, endless: number, stopped?: string): CompareReport {
    const { leftOut: outcomes } = this.#outcomes;
    return {
      ...{ messages: this.#messages, of, same: this.#same, controlled: this.#controlled },
      otherwise: this.#otherwise,
      outcomes: byCount(this.#outcomes.kept),
      reasons: byCount(this.#reasons.kept),
      values: byCount(this.#values.kept),
      paths: byCount([...this.#paths.values()]),
      leftOut: { outcomes, reasons: this.#reasons.leftOut, values: this.#values.leftOut + this.#leftOut },
      onceMore: {
        ...this.#onceMore,
        channels: byCount([...this.#onceMoreIn].map(([channel, some]) => ({ channel, count: some }))),
      },
      freed: this.#freed.toSorted((a, b) => a - b),
      notReproducible: byCount(this.#why['not reproducible'].kept),
      notComparable: byCount(this.#why['not comparable'].kept),
      cannotBeTold: byCount(this.#why['cannot be told'].kept),
      endless,
      ...(stopped === undefined ? {} : { stopped }),
    };
  }
}

const howWritten = '(how it is written)';

const byCount = <G extends { readonly count: number }>(groups: readonly G[]): readonly G[] =>
  groups.toSorted((a, b) => b.count - a.count);

/** What had ended it names what goes now: a warning that goes along with it does not. */
function addOutcome(
  groups: Kinds<OutcomeGroup>,
  one: Compared,
  { was, from, to }: Extract<Compared['verdict'], { was: unknown }>,
): void {
  const ender = to.said === 'deliver' ? from : to;
  const why = ender.ended ?? ender.reason;
  const group = groups.of(JSON.stringify([was, to.said, why]), () => ({
    ...{ from: was, to: to.said, why },
    ...{ count: 0, examples: [] },
  }));
  if (group) count(group, exampleOf(one, ender.reason));
}

function addWhy(groups: Kinds<WhyGroup>, why: string, example: Example): void {
  const group = groups.of(why, () => ({ why, count: 0, examples: [] }));
  if (group) count(group, example);
}

function count(group: Group, example: Example, places = 1): void {
  group.count += places;
  if (group.examples.length < examplesOf) group.examples.push(example);
}

const exampleOf = ({ record: { message } }: Compared, what: string): Example => exampleIn(message, what);

function exampleIn({ id, name, purchaseOrderNumber: order }: Message, what: string): Example {
  return { id, name, ...(order === undefined ? {} : { order }), what };
}
