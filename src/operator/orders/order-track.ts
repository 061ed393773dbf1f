import type { ChannelSummary } from '../../config/load/channel-summary.ts';
import type { Message } from '../../journal/model/message.ts';
import type { Direction, Kind, Role } from '../../types.ts';
import type { Action } from '../who-acts/who-acts.ts';
import type { OrderLine } from './line-answers.ts';
import type { OrderAnswer, OrderStanding } from './order-answer.ts';

/** A place that an order comes by. `sent`, `answered` and `shipped` are said of whoever does it in this order. */
export type StationName =
  | 'received'
  | 'sent'
  | 'answered'
  | 'shipped'
  | 'collected'
  | 'decide'
  | 'fix'
  | 'task'
  | 'change'
  | 'answerProposal'
  | 'answerChange';

export type StationMark = 'done' | 'rejected' | 'parked' | 'refused' | 'waiting' | 'underWay' | 'ahead';

export interface Station {
  readonly name: StationName;
  readonly mark: StationMark;
  /** When it was there, or since when it stands there; RFC 3339, UTC. */
  readonly at?: string;
  /** When it was there again, with a change. */
  readonly again?: string;
}

export interface TrackFacts {
  readonly answer: OrderAnswer;
  readonly role: Role | undefined;
  readonly standing: readonly OrderLine[];
  /** In the order of arrival. */
  readonly messages: readonly Message[];
  readonly uncollected: ReadonlySet<number>;
  readonly channels: ReadonlyMap<string, ChannelSummary>;
}

/** Stations that are shown. */
const most = 4;

/** Where an order has been, where it is now, and what is ahead: four stations. */
export function computeTrack(facts: TrackFacts): readonly Station[] {
  const way = facts.role === 'supplier' ? supplierWay(facts) : buyerWay(facts);
  const done = way.filter(({ mark }) => mark !== 'ahead');
  const ahead = way.filter(({ mark }) => mark === 'ahead');
  const begun = done.length === 0 ? [...receivedStation(facts)] : done;
  const problem = problemStation(facts);
  const next = problem ? [problem, ...ahead] : withCurrent(ahead, facts);
  return [...begun, ...next].slice(0, most);
}

function buyerWay(facts: TrackFacts): readonly Station[] {
  const sent = stationOf('sent', listDelivered(facts, 'inbound', 'order'));
  const answered = answeredStation(facts, listDelivered(facts, 'outbound', 'response'));
  const shipped = stationOf('shipped', listDelivered(facts, 'outbound', 'advice'));
  const collected = collectedStation(facts);
  return shipped.mark === 'ahead' && collected.mark !== 'ahead'
    ? [sent, answered, collected, shipped]
    : [sent, answered, shipped, collected];
}

function supplierWay(facts: TrackFacts): readonly Station[] {
  return [
    stationOf('received', listDelivered(facts, 'outbound', 'order')),
    collectedStation(facts),
    stationOf('answered', listDelivered(facts, 'inbound', 'response')),
    stationOf('shipped', listDelivered(facts, 'inbound', 'advice')),
  ];
}

const listDelivered = (
  { messages, channels }: TrackFacts,
  direction: Direction,
  kind: Kind,
): readonly Message[] =>
  messages.filter(
    (one) =>
      one.direction === direction &&
      one.outcome === 'delivered' &&
      (channels.get(one.channel)?.kind ?? kind) === kind,
  );

function stationOf(name: StationName, messages: readonly Message[]): Station {
  const at = messages[0]?.settledAt;
  const again = messages.at(-1)?.settledAt;
  if (at === undefined) return { name, mark: 'ahead' };
  return { name, mark: 'done', at, ...(again === undefined || again === at ? {} : { again }) };
}

function answeredStation({ standing }: TrackFacts, messages: readonly Message[]): Station {
  const isAnswered = standing.some(({ answer }) => answer !== 'open' && answer !== 'asked');
  const station = stationOf('answered', messages);
  if (!isAnswered) return { name: 'answered', mark: 'ahead' };
  const mark = standing.some(({ answer }) => answer === 'rejected') ? 'rejected' : 'done';
  return { ...station, mark };
}

/** Of what the ERP is to read, the last. */
function collectedStation({ messages, uncollected, answer }: TrackFacts): Station {
  const name = 'collected';
  const last = messages.findLast((one) => one.direction === 'outbound' && one.outcome === 'delivered');
  if (last === undefined) return { name, mark: 'ahead' };
  const { collected, settledAt } = last;
  if (collected !== undefined) return { name, mark: 'done', at: collected };
  if (!uncollected.has(last.id)) return { name, mark: 'ahead' };
  const at = answer.message === last.id ? answer.since : settledAt;
  return { name, mark: 'waiting', ...(at === undefined ? {} : { at }) };
}

function receivedStation({ messages }: TrackFacts): readonly Station[] {
  const [first] = messages;
  return first === undefined ? [] : [{ name: 'received', mark: 'done', at: first.receivedAt }];
}

const problems: Readonly<Partial<Record<OrderStanding, Pick<Station, 'name' | 'mark'>>>> = {
  parked: { name: 'decide', mark: 'parked' },
  unreadable: { name: 'decide', mark: 'refused' },
  refused: { name: 'fix', mark: 'refused' },
  task: { name: 'task', mark: 'parked' },
};

/** What those who buy or sell do before it goes on. An order that we have not answered stands where we answer it. */
const partyDecisions: Readonly<Partial<Record<Action, StationName>>> = {
  'change-lines': 'change',
  'answer-proposal': 'answerProposal',
  'answer-change': 'answerChange',
};

/** Where somebody has to act before it goes on. */
function problemStation(facts: TrackFacts): Station | undefined {
  const { answer, standing } = facts;
  const at = answer.since === undefined ? {} : { at: answer.since };
  const problem = problems[answer.state];
  if (problem) return { ...problem, ...at };
  const { action, lines } = answer.act;
  const decision = partyDecisions[action];
  if (decision === undefined) return undefined;
  const since = standing.find(({ line }) => lines?.includes(line))?.since;
  return { name: decision, mark: 'underWay', ...(since === undefined ? at : { at: since }) };
}

/** What goes on by itself now stands at the first station that is ahead. */
function withCurrent([first, ...rest]: readonly Station[], { answer }: TrackFacts): readonly Station[] {
  if (first === undefined) return [];
  const mark = answer.state === 'waiting' ? 'waiting' : answer.state === 'under-way' ? 'underWay' : undefined;
  if (mark === undefined) return [first, ...rest];
  return [{ ...first, mark, ...(answer.since === undefined ? {} : { at: answer.since }) }, ...rest];
}
