import type { Message } from '../../journal/model/message.ts';
import { BoundedGroups } from './bounded-groups.ts';
import type { OrderComparisonResult } from './compare-order.ts';
import type { ComparedMessage, SkippedMessage } from './judge-message.ts';
import type { ResultDifferences } from './result-differences.ts';

/** A message that stands for those like it. */
export interface ExampleMessage {
  readonly id: number;
  readonly name: string;
  readonly order?: string;
  /** Where in the result, or in its own words why. */
  readonly what: string;
}

/** Messages that an edit changes alike. */
export interface ReportGroup {
  count: number;
  readonly examples: ExampleMessage[];
}

export interface OutcomeGroup extends ReportGroup {
  /** What became of it; `refused` and `unsent` of what the running version lets go and that was not delivered. */
  readonly from: string;
  readonly to: string;
  /** The finding that ended it (of what goes: that had ended it), else the reason. */
  readonly why: string;
}

export interface ValueGroup extends ReportGroup {
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

export interface ReasonGroup extends ReportGroup {
  readonly why: string;
}

/** Orders, with those of each channel: one of two channels counts in both. */
export interface SentAgain extends ReportGroup {
  readonly channels: readonly { readonly channel: string; readonly count: number }[];
}

/** What an edit would have done. Plain data: this is the JSON. */
export interface CompareReport {
  readonly messages: number;
  readonly same: number;
  readonly controlled: number;
  /** Messages that would end otherwise, in all. */
  readonly otherwise: number;
  /** Messages that would be sent all the same, with other values. */
  readonly otherValues: number;
  readonly outcomes: readonly OutcomeGroup[];
  readonly reasons: readonly OutcomeGroup[];
  readonly values: readonly ValueGroup[];
  /** A total a path, with what `values` leaves out. */
  readonly paths: readonly PathTotal[];
  /** Kinds that there are more than these lists hold. */
  readonly leftOut: { readonly outcomes: number; readonly reasons: number; readonly values: number };
  readonly onceMore: SentAgain;
  /** Numbers of parked messages that would go on. */
  readonly freed: readonly number[];
  readonly notReproducible: readonly ReasonGroup[];
  readonly notComparable: readonly ReasonGroup[];
  readonly cannotBeTold: readonly ReasonGroup[];
  /** Orders on which it did not end in time: what the edit would have done with them is not known. */
  readonly endless: number;
  /** It was ended before all were compared; of so many. */
  readonly stopped?: string;
  readonly of: number;
}

const mostExamples = 3;

/** Puts what was compared into groups, as it comes. */
export class CompareReportBuilder {
  #messages = 0;
  #same = 0;
  #controlled = 0;
  #otherwise = 0;
  #otherValues = 0;
  /** Of single messages. */
  #leftOut = 0;
  readonly #outcomes = new BoundedGroups<OutcomeGroup>();
  readonly #reasons = new BoundedGroups<OutcomeGroup>();
  readonly #values = new BoundedGroups<ValueGroup>();
  readonly #paths = new Map<string, PathTotal>();
  readonly #onceMore: ReportGroup = { count: 0, examples: [] };
  readonly #onceMoreIn = new Map<string, number>();
  readonly #freed: number[] = [];
  readonly #why = {
    'not reproducible': new BoundedGroups<ReasonGroup>(),
    'not comparable': new BoundedGroups<ReasonGroup>(),
    'cannot be told': new BoundedGroups<ReasonGroup>(),
  };

  /** Resolves to the kinds of outcome that are new: people want to see the first at once. */
  add({ compared, notRun, onceMore }: OrderComparisonResult): readonly OutcomeGroup[] {
    const before = this.#outcomes.all.length;
    for (const one of compared) this.#add(one);
    for (const one of notRun) this.#addNotRun(one);
    this.#addOnceMore(onceMore);
    return this.#outcomes.all.slice(before);
  }

  #add(one: ComparedMessage): void {
    const { verdict, controlled, freed } = one;
    this.#messages += 1;
    this.#controlled += controlled ? 1 : 0;
    if (freed) this.#freed.push(one.record.message.id);
    if (verdict.kind === 'same') this.#same += 1;
    else if (verdict.kind === 'outcome') {
      this.#otherwise += 1;
      addOutcome(this.#outcomes, one, verdict);
    } else if (verdict.kind === 'reason') addOutcome(this.#reasons, one, verdict);
    else if (verdict.kind === 'content') {
      this.#otherValues += 1;
      this.#addValues(one, verdict.differences);
    } else addReason(this.#why[verdict.kind], verdict.why, buildExample(one, ''));
  }

  #addNotRun({ id, why }: SkippedMessage): void {
    this.#messages += 1;
    addReason(this.#why['not comparable'], why, { id, name: '', what: '' });
  }

  #addOnceMore(messages: readonly Message[]): void {
    const [first] = messages;
    if (first === undefined) return;
    addExample(this.#onceMore, buildExampleOfMessage(first, first.channel));
    for (const channel of new Set(messages.map((message) => message.channel)))
      this.#onceMoreIn.set(channel, (this.#onceMoreIn.get(channel) ?? 0) + 1);
  }

  #addValues(one: ComparedMessage, { kinds, paths, leftOut }: ResultDifferences): void {
    this.#leftOut += leftOut;
    const isWriting = kinds.length === 0;
    for (const total of isWriting ? [{ path: writingPath, count: 1 }] : paths) this.#addPath(total);
    for (const kind of isWriting ? [{ path: writingPath, place: '', count: 1 }] : kinds) {
      const { path, place, from, to, count: places } = kind;
      const values = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
      const group = this.#values.getOrAdd(JSON.stringify([path, from ?? null, to ?? null]), () => ({
        ...{ path, ...values },
        ...{ count: 0, messages: 0, examples: [] },
      }));
      if (group === undefined) continue;
      addExample(group, buildExample(one, place), places);
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
      ...{ otherwise: this.#otherwise, otherValues: this.#otherValues },
      outcomes: sortByCount(this.#outcomes.all),
      reasons: sortByCount(this.#reasons.all),
      values: sortByCount(this.#values.all),
      paths: sortByCount([...this.#paths.values()]),
      leftOut: { outcomes, reasons: this.#reasons.leftOut, values: this.#values.leftOut + this.#leftOut },
      onceMore: {
        ...this.#onceMore,
        channels: sortByCount([...this.#onceMoreIn].map(([channel, some]) => ({ channel, count: some }))),
      },
      freed: this.#freed.toSorted((a, b) => a - b),
      notReproducible: sortByCount(this.#why['not reproducible'].all),
      notComparable: sortByCount(this.#why['not comparable'].all),
      cannotBeTold: sortByCount(this.#why['cannot be told'].all),
      endless,
      ...(stopped === undefined ? {} : { stopped }),
    };
  }
}

const writingPath = '(how it is written)';

const sortByCount = <G extends { readonly count: number }>(groups: readonly G[]): readonly G[] =>
  groups.toSorted((a, b) => b.count - a.count);

/**
 * Groups by the step that ends the message: of one that is sent now, by what ended it before. A warning
 * does not name a group.
 */
function addOutcome(
  groups: BoundedGroups<OutcomeGroup>,
  one: ComparedMessage,
  { was, from, to }: Extract<ComparedMessage['verdict'], { was: unknown }>,
): void {
  const ender = to.said === 'deliver' ? from : to;
  const why = ender.ended ?? ender.reason;
  const group = groups.getOrAdd(JSON.stringify([was, to.said, why]), () => ({
    ...{ from: was, to: to.said, why },
    ...{ count: 0, examples: [] },
  }));
  if (group) addExample(group, buildExample(one, ender.reason));
}

function addReason(groups: BoundedGroups<ReasonGroup>, why: string, example: ExampleMessage): void {
  const group = groups.getOrAdd(why, () => ({ why, count: 0, examples: [] }));
  if (group) addExample(group, example);
}

function addExample(group: ReportGroup, example: ExampleMessage, places = 1): void {
  group.count += places;
  if (group.examples.length < mostExamples) group.examples.push(example);
}

/** Why messages are in none of the other numbers. */
export const listUnknown = ({ cannotBeTold, notReproducible, notComparable }: CompareReport) => [
  ...cannotBeTold,
  ...notReproducible,
  ...notComparable,
];

const buildExample = ({ record: { message } }: ComparedMessage, what: string): ExampleMessage =>
  buildExampleOfMessage(message, what);

function buildExampleOfMessage(
  { id, name, purchaseOrderNumber: order }: Message,
  what: string,
): ExampleMessage {
  return { id, name, ...(order === undefined ? {} : { order }), what };
}
