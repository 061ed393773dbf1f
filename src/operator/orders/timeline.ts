import type { ChannelGlance } from '../../config/glance.ts';
import type { Journal, Task } from '../../journal/interface.ts';
import type { Message } from '../../journal/message.ts';
import { parseState } from '../../pipeline/prepare/order-state.ts';
import { parsePlan } from '../../pipeline/prepare/plan.ts';
import { isQuiet } from '../listing.ts';
import { type Answer, answerOf } from './answer.ts';
import type { OrderMessages } from './find.ts';
import { type MessageFacts, type Step, stepsOf } from './steps.ts';

/** One order: the answer, and what happened, over all channels and in both directions. */
export interface Timeline extends OrderAnswer {
  readonly chapters: readonly Chapter[];
}

/** One order in a list. */
export interface OrderAnswer extends Omit<OrderMessages, 'messages'> {
  readonly answer: Answer;
  /** Open ones, the oldest first. */
  readonly tasks: readonly Task[];
  /** As the mapping names those that were sent or published. */
  readonly lines: readonly string[];
  /** Its messages, in the order of arrival. */
  readonly messages: readonly number[];
}

/** One message; or some one after the other of which nothing was to be said to anybody. */
export interface Chapter {
  readonly messages: readonly number[];
  readonly steps: readonly Step[];
}

export type Channels = ReadonlyMap<string, ChannelGlance>;

export async function answered(
  journal: Journal,
  order: OrderMessages,
  channels: Channels,
  now: number,
): Promise<OrderAnswer> {
  const { messages, ...about } = order;
  const uncollected = await uncollectedOf(journal, messages);
  const tasks = (await tasksOf(journal, order)).filter(({ ended }) => ended === undefined);
  return {
    ...about,
    answer: answerOf({ messages, tasks, uncollected, channels, now }),
    tasks,
    lines: await linesOf(journal, order),
    messages: messages.map(({ id }) => id),
  };
}

/** `all`: what nobody had to hear of is told in full too. */
export async function timelineOf(
  journal: Journal,
  order: OrderMessages,
  { channels, now, all }: { readonly channels: Channels; readonly now: number; readonly all: boolean },
): Promise<Timeline> {
  const uncollected = await uncollectedOf(journal, order.messages);
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
    };
    chapters.push({
      messages: group.map(({ id }) => id),
      steps: isFolded(first)
        ? [foldedStep(group)]
        : stepsOf({ ...facts, ...(await read(journal, first)) }, now),
    });
  }
  return { ...(await answered(journal, order, channels, now)), chapters };
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

function foldedStep(messages: readonly Message[]): Step {
  const counts = Map.groupBy(messages, ({ outcome }) => outcome ?? '');
  const told = [...counts].map(([outcome, { length }]) => `${length} ${outcome}`).join(', ');
  return { at: messages[0]?.receivedAt, what: 'no news', detail: told };
}

async function read(
  journal: Journal,
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
  const lines = plan === undefined ? [] : Object.keys(parsePlan(plan).change.delivered?.lines ?? {});
  return { message, attempts, history, size, lines };
}

/** More than anybody reads. */
const mostTasks = 1000;

/** Of a document without an order, its own. */
async function tasksOf(journal: Journal, { address, messages }: OrderMessages): Promise<readonly Task[]> {
  const where = address ?? `message:${messages.at(-1)?.id}`;
  return journal.tasks({ address: where, limit: mostTasks });
}

async function uncollectedOf(journal: Journal, messages: readonly Message[]): Promise<ReadonlySet<number>> {
  const isOut = ({ direction, outcome, collected }: Message) =>
    direction === 'outbound' && outcome === 'delivered' && collected === undefined;
  const orderKeys = new Set(messages.filter(isOut).flatMap(({ orderKey }) => orderKey ?? []));
  const files = await Promise.all([...orderKeys].map((orderKey) => journal.uncollected({ orderKey })));
  return new Set(files.flat().map(({ id }) => id));
}

async function linesOf(journal: Journal, { address }: OrderMessages): Promise<readonly string[]> {
  if (address === undefined) return [];
  const { sent, published } = parseState(await journal.orderState(address));
  const sides = [...(sent ? [sent] : []), ...Object.values(published)];
  return [...new Set(sides.flatMap(({ lines }) => Object.keys(lines)))].sort((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  );
}
