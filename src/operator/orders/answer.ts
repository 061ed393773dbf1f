import type { ChannelGlance } from '../../config/glance.ts';
import type { Task } from '../../journal/interface.ts';
import type { Message } from '../../journal/message.ts';
import type { Kind } from '../../types.ts';
import { isQuiet } from '../listing.ts';

/** How it stands with an order, in one line: what it is, who has to act, since when. */
export interface Answer {
  readonly state: OrderState;
  /** `RESPONSE WAITS FOR THE ERP`. */
  readonly text: string;
  /** Who has to do something now. */
  readonly act: 'nobody' | 'person' | 'ERP';
  /** RFC 3339, UTC. */
  readonly since: string | undefined;
  /** It is so now: how long is of interest, not when it began. */
  readonly lasts: boolean;
  /** The message that says so. */
  readonly message: number;
}

export type OrderState =
  | 'parked'
  | 'rejected'
  | 'task'
  | 'overdue'
  | 'waiting'
  | 'under-way'
  | 'not-collected'
  | 'sent'
  | 'published'
  | 'collected'
  | 'discarded'
  | 'nothing';

/** What an order's messages say, the weightiest first; of two of one weight the later one. */
const weights: readonly OrderState[] = ['parked', 'rejected', 'overdue', 'waiting', 'under-way'];
const aboveTasks: readonly OrderState[] = ['parked', 'rejected'];

export interface AnswerFacts {
  /** In the order of arrival. */
  readonly messages: readonly Message[];
  /** Open ones of the order, the oldest first. */
  readonly tasks: readonly Task[];
  /** Those whose published file the ERP has not collected. */
  readonly uncollected: ReadonlySet<number>;
  readonly channels: ReadonlyMap<string, ChannelGlance>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export function answerOf(facts: AnswerFacts): Answer {
  const open = facts.messages.filter((message) => !isMended(message, facts.messages));
  const all = open.map((message) => ({ message, state: stateOf(message, facts) }));
  const heavy = weights.flatMap((weight) => all.findLast(({ state }) => state === weight) ?? [])[0];
  if (facts.tasks[0] && !aboveTasks.some((state) => state === heavy?.state))
    return taskAnswer(facts.tasks[0], facts.tasks);
  const last = all.findLast(({ message }) => isNews(message)) ?? all.at(-1);
  const { message, state } = heavy ?? last ?? {};
  if (message === undefined || state === undefined)
    return {
      state: 'nothing',
      text: 'NOTHING IS KNOWN',
      act: 'nobody',
      since: undefined,
      lasts: false,
      message: 0,
    };
  const kind = kindOf(facts.channels.get(message.channel));
  return { state, message: message.id, ...tell(state, kind, message, facts.now) };
}

/** What was outdated when it came changes nothing about the order. */
const isNews = (message: Message): boolean => !isQuiet(message) && message.outcome !== 'outdated';

/** A later one of the same document went well: nobody has to mend the earlier one any more. */
function isMended(message: Message, all: readonly Message[]): boolean {
  if (message.outcome !== 'rejected') return false;
  return all.some(
    ({ channel, address, arrival, outcome, corrects }) =>
      (corrects === message.id || (channel === message.channel && arrival > message.arrival)) &&
      (address === message.address || message.address === undefined) &&
      (outcome === 'delivered' || outcome === 'unchanged' || outcome === 'duplicate'),
  );
}

/** A task is no message's. */
type MessageSays = Exclude<OrderState, 'task'>;

function stateOf(message: Message, { uncollected, channels, now }: AnswerFacts): MessageSays {
  const { state, outcome, inHand, direction, collected, settledAt = '' } = message;
  if (state === 'parked') return 'parked';
  if (state === 'waiting' && !inHand) return 'waiting';
  if (state !== 'settled') return 'under-way';
  if (outcome === 'rejected' || outcome === 'discarded') return outcome;
  if (outcome !== 'delivered') return 'nothing';
  if (direction === 'inbound') return 'sent';
  if (!uncollected.has(message.id)) return collected === undefined ? 'published' : 'collected';
  const within = channels.get(message.channel)?.collectedWithin;
  return within !== undefined && Date.parse(settledAt) + within < now ? 'overdue' : 'not-collected';
}

function taskAnswer({ message, opened: since }: Task, tasks: readonly Task[]): Answer {
  const lines = [...new Set(tasks.flatMap(({ line }) => (line === '' ? [] : [line])))];
  const which = lines.length === 0 ? '' : ` ON LINE ${lines.join(', ')}`;
  const text = `TASK OPEN${which}: A PERSON HAS TO DO IT AT THE EXCHANGE`;
  return { state: 'task', message, text, act: 'person', since, lasts: true };
}

type Told = Pick<Answer, 'text' | 'act' | 'since' | 'lasts'>;

function tell(state: MessageSays, kind: string, message: Message, now: number): Told {
  const { settledAt: ended, receivedAt: begun, collected, due } = message;
  switch (state) {
    case 'parked':
      return told(`${kind} IS PARKED: A PERSON HAS TO DECIDE`, 'person', begun, true);
    case 'rejected':
      return told(`${kind} WAS REFUSED: MEND IT IN THE ERP AND EXPORT IT AGAIN`, 'person', ended, true);
    case 'overdue':
      return told(`${kind} WAITS FOR THE ERP TO COLLECT IT, TOO LONG`, 'ERP', ended, true);
    case 'waiting':
      return told(`${kind} WAITS AND IS TRIED AGAIN${due > now ? ' BY ITSELF' : ''}`, 'nobody', begun, true);
    case 'under-way':
      return told(`${kind} IS UNDER WAY`, 'nobody', begun, true);
    case 'not-collected':
      return told(`${kind} WAITS FOR THE ERP`, 'nobody', ended, true);
    case 'collected':
      return told(`${kind} WAS COLLECTED BY THE ERP`, 'nobody', collected, false);
    case 'sent':
      return told(`${kind} WAS SENT`, 'nobody', ended, false);
    case 'published':
      return told(`${kind} WAS PUBLISHED`, 'nobody', ended, false);
    case 'discarded':
      return told(`${kind} WAS DISCARDED BY A PERSON`, 'nobody', ended, false);
    case 'nothing':
      return told(`${kind} HAD NOTHING TO SAY (${message.outcome})`, 'nobody', ended, false);
  }
}

const told = (text: string, act: Answer['act'], since: string | undefined, lasts: boolean): Told => ({
  text,
  act,
  since,
  lasts,
});

/** What documents of a channel are called. */
const kindOf = (channel: ChannelGlance | undefined): string =>
  channel?.kind === undefined ? 'DOCUMENT' : kinds[channel.kind];

const kinds: Readonly<Record<Kind, string>> = {
  order: 'ORDER',
  response: 'RESPONSE',
  advice: 'DESPATCH ADVICE',
  status: 'STATUS',
};
