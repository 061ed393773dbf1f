import type { ChannelSummary } from '../../config/load/channel-summary.ts';
import type { OutageSummary, Task } from '../../journal/journal.ts';
import type { BusinessKey, Message } from '../../journal/model/message.ts';
import { parseDeliveryPlan } from '../../pipeline/deliver/delivery-plan.ts';
import { type OrderState, parseState } from '../../pipeline/order-state/order-state.ts';
import type { Finding } from '../../types.ts';
import { isQuiet } from '../messages/message-list.ts';
import type { OrderMessages, OrderReader } from './find-orders.ts';
import { type OrderLine, readOrderLines } from './line-answers.ts';
import { computeOrderAnswer, type OrderAnswer } from './order-answer.ts';
import { computeTrack, type Station } from './order-track.ts';
import { findPartyName } from './party-name.ts';
import { buildTimelineSteps, type MessageFacts, type TimelineStep } from './timeline-steps.ts';

/** One order: the answer, and what happened, over all channels and in both directions, in the order in which it happened. */
export interface OrderTimeline extends OrderSummary {
  readonly chapters: readonly Chapter[];
  /** Where it is on its way, as a parcel is tracked. */
  readonly track: readonly Station[];
  /** What the last document of the ERP that was sent said of lines, by their key. */
  readonly remarks: readonly Finding[];
  /** As its documents call the other party. */
  readonly partyName?: string;
  /** Names of the channels that it went through. */
  readonly channels: readonly string[];
  /** Every number by which its documents are known. */
  readonly numbers: readonly BusinessKey[];
}

/** One order in a list. */
export interface OrderSummary extends Omit<OrderMessages, 'messages'> {
  readonly answer: OrderAnswer;
  /** Open ones, the oldest first. */
  readonly tasks: readonly Task[];
  /** As the mapping names those that were sent or published. */
  readonly lines: readonly string[];
  /** How each line stands between the parties. */
  readonly standing: readonly OrderLine[];
  /** Its messages, in the order of arrival. */
  readonly messages: readonly number[];
}

/** What happened to one message until another one's turn came; or some of which nothing was to be said to anybody. */
export interface Chapter {
  readonly messages: readonly number[];
  readonly steps: readonly TimelineStep[];
}

export type Channels = ReadonlyMap<string, ChannelSummary>;

/** How an order is looked at. */
export interface View {
  readonly channels: Channels;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The exchange takes nothing now. */
  readonly outage?: OutageSummary | undefined;
}

export async function summarizeOrder(
  journal: OrderReader,
  order: OrderMessages,
  { channels, now, outage }: View,
): Promise<OrderSummary> {
  const { messages, ...about } = order;
  const uncollected = await uncollectedOf(journal, messages);
  const tasks = (await tasksOf(journal, order)).filter(({ ended }) => ended === undefined);
  const { role } = order;
  const state = await stateOf(journal, order);
  const standing = await readOrderLines(journal, state, role);
  const facts = { messages, role, standing, tasks, uncollected, channels, now, outage };
  return {
    ...about,
    answer: computeOrderAnswer(facts),
    ...{ tasks, standing },
    lines: linesOf(state),
    messages: messages.map(({ id }) => id),
  };
}

/** `all`: what nobody had to hear of is told in full too. */
export async function buildTimeline(
  journal: OrderReader,
  order: OrderMessages,
  { all, ...view }: View & { readonly all: boolean },
): Promise<OrderTimeline> {
  const uncollected = await uncollectedOf(journal, order.messages);
  const chapters = await buildChapters(journal, order, uncollected, { all, ...view });
  const summary = await summarizeOrder(journal, order, view);
  const partyName = await findPartyName(journal, order.messages, order.role);
  return {
    ...summary,
    ...(partyName === undefined ? {} : { partyName }),
    chapters: inOrderOfTime(chapters),
    track: computeTrack({ ...summary, messages: order.messages, uncollected, channels: view.channels }),
    remarks: remarksOf(order.messages),
    channels: [...new Set(order.messages.map(({ channel }) => channel))],
    numbers: await numbersOf(journal, order),
  };
}

async function buildChapters(
  journal: OrderReader,
  order: OrderMessages,
  uncollected: ReadonlySet<number>,
  { all, channels, outage }: View & { readonly all: boolean },
): Promise<readonly Chapter[]> {
  const tasks = Map.groupBy(await tasksOf(journal, order), ({ message }) => message);
  const isFolded = (message: Message) => !all && isQuiet(message) && !tasks.has(message.id);
  const chapters: Chapter[] = [];
  for (const group of inChapters(order.messages, isFolded)) {
    const [first] = group;
    if (first === undefined) continue;
    const facts = {
      uncollected: uncollected.has(first.id),
      channel: channels.get(first.channel) ?? {},
      tasks: tasks.get(first.id) ?? [],
      outage,
    };
    chapters.push({
      messages: group.map(({ id }) => id),
      steps: isFolded(first)
        ? [foldedStep(first, group)]
        : buildTimelineSteps({ ...facts, ...(await read(journal, first)) }),
    });
  }
  return chapters;
}

interface TimedStep {
  readonly messages: readonly number[];
  readonly step: TimelineStep;
  /** A step without a time goes with the one before it; what is so now comes last. */
  readonly at: string;
}

const last = '~';

/** The ways of several messages side by side: what happened earlier comes first, whatever it happened to. */
function inOrderOfTime(chapters: readonly Chapter[]): readonly Chapter[] {
  const found: { messages: readonly number[]; steps: TimelineStep[] }[] = [];
  for (const { messages, step } of chapters.flatMap(withTimes).sort(byTime)) {
    const before = found.at(-1);
    if (before?.messages === messages) before.steps.push(step);
    else found.push({ messages, steps: [step] });
  }
  return found;
}

const byTime = (one: TimedStep, other: TimedStep): number =>
  one.at === other.at ? 0 : one.at < other.at ? -1 : 1;

function withTimes({ messages, steps }: Chapter): readonly TimedStep[] {
  let before = '';
  return steps.map((step) => {
    before = step.isNow ? last : (step.at ?? before);
    return { messages, step, at: before };
  });
}

/** Those of which nothing was to be said, one after the other, are one. */
function inChapters(
  messages: readonly Message[],
  isFolded: (message: Message) => boolean,
): readonly (readonly Message[])[] {
  const chapters: Message[][] = [];
  for (const message of messages) {
    const before = chapters.at(-1);
    if (isFolded(message) && before?.every(isFolded)) before.push(message);
    else chapters.push([message]);
  }
  return chapters;
}

function foldedStep({ receivedAt }: Message, messages: readonly Message[]): TimelineStep {
  const counts = [...Map.groupBy(messages, ({ outcome }) => outcome)].flatMap(
    ([outcome, { length: count }]) => (outcome === undefined ? [] : [{ outcome, count }]),
  );
  return { at: receivedAt, step: 'quiet', counts };
}

async function read(
  journal: OrderReader,
  message: Message,
): Promise<Pick<MessageFacts, 'message' | 'attempts' | 'history' | 'size' | 'lines'>> {
  const { id, outcome } = message;
  const [attempts, parts, history] = await Promise.all([
    journal.attempts(id),
    journal.parts(id),
    journal.history(id),
  ]);
  const size = parts.findLast(({ role }) => role === 'received')?.size;
  const plan = outcome === 'delivered' ? await journal.part(id, 'plan') : undefined;
  const lines = plan === undefined ? [] : Object.keys(parseDeliveryPlan(plan).change.delivered?.lines ?? {});
  return { message, attempts, history, size, lines };
}

const remarksOf = (messages: readonly Message[]): readonly Finding[] =>
  messages
    .findLast(({ direction, outcome }) => direction === 'inbound' && outcome === 'delivered')
    ?.findings.filter(({ code }) => code.startsWith('line-')) ?? [];

async function numbersOf(journal: OrderReader, { messages }: OrderMessages): Promise<readonly BusinessKey[]> {
  const keys = await journal.listBusinessKeys(messages.map(({ id }) => id));
  const found = new Map(
    keys.map(({ kind, value }): [string, BusinessKey] => [`${kind} ${value}`, { kind, value }]),
  );
  return [...found.values()];
}

/** More than anybody reads. */
const mostTasks = 1000;

/** Of a document without an order, its own. */
async function tasksOf(journal: OrderReader, { address, messages }: OrderMessages): Promise<readonly Task[]> {
  const where = address ?? `message:${messages.at(-1)?.id}`;
  return journal.tasks({ address: where, limit: mostTasks });
}

async function uncollectedOf(
  journal: OrderReader,
  messages: readonly Message[],
): Promise<ReadonlySet<number>> {
  const isOut = ({ direction, outcome, collected }: Message) =>
    direction === 'outbound' && outcome === 'delivered' && collected === undefined;
  const orderKeys = new Set(messages.filter(isOut).flatMap(({ orderKey }) => orderKey ?? []));
  const files = await Promise.all([...orderKeys].map((orderKey) => journal.listUncollected({ orderKey })));
  return new Set(files.flat().map(({ id }) => id));
}

const stateOf = async (journal: OrderReader, { address }: OrderMessages): Promise<OrderState> =>
  parseState(address === undefined ? undefined : await journal.orderState(address));

function linesOf({ sent, published }: OrderState): readonly string[] {
  const sides = [...(sent ? [sent] : []), ...Object.values(published)];
  return [...new Set(sides.flatMap(({ lines }) => Object.keys(lines)))].sort((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  );
}
