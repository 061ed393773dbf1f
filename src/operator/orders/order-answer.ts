import type { ChannelSummary } from '../../config/load/channel-summary.ts';
import type { OutageSummary, Task } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';
import type { Kind, Role } from '../../types.ts';
import { waitsForExchange } from '../messages/message-standing.ts';
import { nobodyActs, type WhoActs } from '../who-acts/who-acts.ts';
import { type ActedOrder, findWhoActsOnOrder } from '../who-acts/who-acts-on-order.ts';
import type { OrderLine } from './line-answers.ts';

/** How it stands with an order now, weighed over all its messages: what it is, who has to act, since when. */
export interface OrderAnswer {
  readonly state: OrderStanding;
  /** Absent: nothing is known of the documents of its channel, or it is about a task. */
  readonly kind?: Kind;
  readonly act: WhoActs;
  /** RFC 3339, UTC. */
  readonly since: string | undefined;
  /** It is so now: how long is of interest, not when it began. */
  readonly lasts: boolean;
  /** The message that says so. */
  readonly message: number;
  /** Of a document that is parked, refused, closed or discarded: an earlier version of it was sent, and stands. */
  readonly hasEarlier?: true;
  /** Tasks: their order lines. */
  readonly lines?: readonly string[];
  /** It ended so. */
  readonly outcome?: Message['outcome'];
}

export type OrderStanding =
  | 'parked'
  | 'refused'
  | 'unreadable'
  | 'task'
  | 'overdue'
  | 'waiting'
  | 'under-way'
  | 'not-collected'
  | 'sent'
  | 'published'
  | 'collected'
  | 'closed'
  | 'discarded'
  | 'no-news'
  | 'nothing';

/**
 * States that go on now, the most important first; of two messages in one state the later one counts. Where
 * there is none, the last thing that happened counts.
 */
const ongoingStates: readonly OrderStanding[] = [
  'parked',
  'refused',
  'unreadable',
  'overdue',
  'waiting',
  'under-way',
  'not-collected',
];
const aboveTasks: readonly OrderStanding[] = ['parked', 'refused', 'unreadable'];

export interface AnswerFacts {
  /** In the order of arrival. */
  readonly messages: readonly Message[];
  /** Which side of the order we are. */
  readonly role: Role | undefined;
  /** How its lines stand between the parties. */
  readonly standing: readonly OrderLine[];
  /** Open ones of the order, the oldest first. */
  readonly tasks: readonly Task[];
  /** Those whose published file the ERP has not collected. */
  readonly uncollected: ReadonlySet<number>;
  readonly channels: ReadonlyMap<string, ChannelSummary>;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The exchange takes nothing now. */
  readonly outage?: OutageSummary | undefined;
}

interface WeighedMessage {
  readonly message: Message;
  readonly state: Exclude<OrderStanding, 'task' | 'nothing'>;
  /** RFC 3339, UTC. */
  readonly at: string;
}

export function computeOrderAnswer(facts: AnswerFacts): OrderAnswer {
  const all = facts.messages
    .filter((message) => !isReplaced(message, facts))
    .map((message) => weigh(message, facts));
  const now = ongoingStates.flatMap((state) => all.findLast((one) => one.state === state) ?? [])[0];
  const [task] = facts.tasks;
  if (task && !aboveTasks.some((state) => state === now?.state)) return taskAnswer(task, facts);
  const found = now ?? newest(all.filter(({ state }) => state !== 'no-news')) ?? all.at(-1);
  if (!found) return { state: 'nothing', act: nobodyActs, since: undefined, lasts: false, message: 0 };
  return answerBy(found, facts);
}

function answerBy({ message, state, at: since }: WeighedMessage, facts: AnswerFacts): OrderAnswer {
  const kind = facts.channels.get(message.channel)?.kind;
  return {
    state,
    ...(kind === undefined ? {} : { kind }),
    act: findWhoActsOnOrder({ ...actedOrder(facts), state, message }),
    ...{ since, lasts: ongoingStates.includes(state), message: message.id },
    ...(versionedStates.includes(state) && hasEarlier(message, facts) ? { hasEarlier: true } : {}),
    ...(state === 'no-news' ? { outcome: message.outcome } : {}),
  };
}

const versionedStates: readonly OrderStanding[] = ['parked', 'refused', 'closed', 'discarded'];

const newest = (all: readonly WeighedMessage[]): WeighedMessage | undefined =>
  all.reduce<WeighedMessage | undefined>((last, one) => (last && last.at > one.at ? last : one), undefined);

/** Versions of one document: of one direction and kind. */
function isVersionOf(one: Message, other: Message, channels: AnswerFacts['channels']): boolean {
  const kindOf = ({ channel }: Message): string => channels.get(channel)?.kind ?? channel;
  const isSameOrder = one.address === other.address || one.address === undefined;
  return one.direction === other.direction && isSameOrder && kindOf(one) === kindOf(other);
}

const hasEarlier = (message: Message, { messages, channels }: AnswerFacts): boolean =>
  message.direction === 'inbound' &&
  messages.some(
    (one) =>
      one.arrival < message.arrival && one.outcome === 'delivered' && isVersionOf(message, one, channels),
  );

/** A refused document in whose place a later one has come, wherever that one is by now: nobody has to mend it any more. */
function isReplaced(message: Message, { messages, channels }: AnswerFacts): boolean {
  if (message.outcome !== 'rejected') return false;
  return messages.some(
    (later) =>
      takesPlace(later) &&
      (later.corrects === message.id ||
        (later.arrival > message.arrival && isVersionOf(message, later, channels))),
  );
}

/** What was refused itself, or was nothing for anybody, takes no place. */
const takesPlace = ({ outcome }: Message): boolean =>
  outcome === undefined || ['delivered', 'unchanged', 'duplicate', 'discarded'].includes(outcome);

function weigh(message: Message, facts: AnswerFacts): WeighedMessage {
  const state = stateOf(message, facts);
  const { receivedAt, settledAt = receivedAt, collected = settledAt, closed = settledAt } = message;
  const isOpen = message.state !== 'settled';
  return {
    ...{ message, state },
    at: isOpen ? receivedAt : state === 'collected' ? collected : state === 'closed' ? closed : settledAt,
  };
}

function stateOf(
  message: Message,
  { uncollected, channels, now, outage }: AnswerFacts,
): WeighedMessage['state'] {
  const { state, outcome, inHand, direction, collected, settledAt = '' } = message;
  if (state === 'parked') return 'parked';
  if (state === 'waiting' && !inHand) return 'waiting';
  if (outage && waitsForExchange(message)) return 'waiting';
  if (state !== 'settled') return 'under-way';
  if (outcome === 'rejected') return refusalOf(message);
  if (outcome === 'discarded') return 'discarded';
  if (outcome !== 'delivered') return 'no-news';
  if (direction === 'inbound') return 'sent';
  if (!uncollected.has(message.id)) return collected === undefined ? 'published' : 'collected';
  const within = channels.get(message.channel)?.collectedWithin;
  return within !== undefined && Date.parse(settledAt) + within < now ? 'overdue' : 'not-collected';
}

function refusalOf({ closed, direction }: Message): 'closed' | 'refused' | 'unreadable' {
  if (closed !== undefined) return 'closed';
  return direction === 'inbound' ? 'refused' : 'unreadable';
}

function taskAnswer({ message, opened: since }: Task, facts: AnswerFacts): OrderAnswer {
  const acted = actedOrder(facts);
  const act = findWhoActsOnOrder({ ...acted, state: 'task' });
  return { state: 'task', message, act, since, lasts: true, lines: acted.taskLines };
}

const actedOrder = ({ messages, tasks, role, standing }: AnswerFacts): Omit<ActedOrder, 'state'> => ({
  ...{ role, standing },
  taskLines: [...new Set(tasks.flatMap(({ line }) => (line === '' ? [] : [line])))],
  isErpHeard: messages.some(
    ({ direction, state }) => direction === 'inbound' && state !== 'settled' && state !== 'parked',
  ),
});
