import type { ChannelSummary } from '../../config/load/channel-summary.ts';
import type { Message } from '../../journal/model/message.ts';
import type { Direction, Kind, Role } from '../../types.ts';
import type { RequiredAction } from '../who-acts/who-acts.ts';
import type { LineAnswer, OrderLine } from './line-answers.ts';
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
  | 'ask'
  | 'change'
  | 'answerProposal'
  | 'answerChange'
  | 'sendAgain'
  | 'completed'
  | 'cancelled'
  | 'discarded'
  | 'noNews';

/** `ended`: it goes no further. */
export type StationMark =
  | 'done'
  | 'ended'
  | 'rejected'
  | 'parked'
  | 'refused'
  | 'waiting'
  | 'underWay'
  | 'ahead';

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
  const passed = way.filter(({ mark }) => mark !== 'ahead');
  const begun = passed.length === 0 ? [...receivedStation(facts)] : passed;
  const end = endStation(facts, passed.length > 0);
  if (end) return [...begun.slice(0, most - 1), end];
  // an order that went past the gateway is not ahead of what came of it
  const ahead = way.filter(({ mark }, index) => mark === 'ahead' && (index > 0 || passed.length === 0));
  const stations = withProblem(begun, ahead, facts) ?? withCurrent(begun, ahead, facts);
  return stations.slice(0, most);
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

/** Nothing is ahead of it: the parties have ended all of it, or nothing of it went anywhere. */
function endStation({ standing, answer }: TrackFacts, isAnywhere: boolean): Station | undefined {
  const at = answer.since === undefined ? {} : { at: answer.since };
  if (answer.act.who !== 'nobody' || isOnItsWay(answer)) return undefined;
  const isOver = (said: LineAnswer): boolean => said === 'cancelled' || said === 'completed';
  if (standing.length > 0 && standing.every((line) => isOver(line.answer))) {
    const isDone = standing.some((line) => line.answer === 'completed');
    return { name: isDone ? 'completed' : 'cancelled', mark: isDone ? 'done' : 'ended' };
  }
  if (isAnywhere) return undefined;
  const { state } = answer;
  return state === 'discarded' || state === 'closed' || state === 'no-news'
    ? { name: state === 'no-news' ? 'noNews' : 'discarded', mark: 'ended', ...at }
    : undefined;
}

const isOnItsWay = ({ state }: OrderAnswer): boolean => state === 'waiting' || state === 'under-way';

const problems: Readonly<Partial<Record<OrderStanding, Pick<Station, 'name' | 'mark'>>>> = {
  parked: { name: 'decide', mark: 'parked' },
  unreadable: { name: 'ask', mark: 'refused' },
  refused: { name: 'fix', mark: 'refused' },
  task: { name: 'task', mark: 'parked' },
};

/** What those who buy or sell do before it goes on. An order that we have not answered stands where we answer it. */
const partyDecisions: Readonly<Partial<Record<RequiredAction, StationName>>> = {
  'change-lines': 'change',
  'answer-proposal': 'answerProposal',
  'answer-change': 'answerChange',
};

/** Where somebody has to act before it goes on. Undefined: nobody has. */
function withProblem(
  begun: readonly Station[],
  ahead: readonly Station[],
  { answer, standing }: TrackFacts,
): readonly Station[] | undefined {
  const at = answer.since === undefined ? {} : { at: answer.since };
  const problem = problems[answer.state];
  if (problem) return [...begun, { ...problem, ...at }, ...ahead];
  const { action, lines } = answer.act;
  const decision = partyDecisions[action];
  if (decision === undefined) return undefined;
  const since = standing.find(({ line }) => lines?.includes(line))?.since;
  const left = ahead.filter(({ name }) => name !== 'answered');
  return [
    ...begun,
    { name: decision, mark: 'underWay', ...(since === undefined ? at : { at: since }) },
    ...left,
  ];
}

/** What goes on by itself, or what we have to answer, stands at its own station: a change of what was sent at one of its own. */
function withCurrent(
  begun: readonly Station[],
  ahead: readonly Station[],
  { answer, messages, role }: TrackFacts,
): readonly Station[] {
  const at = answer.since === undefined ? {} : { at: answer.since };
  const here = (name: StationName, mark: StationMark): readonly Station[] => {
    const isAhead = ahead.some((one) => one.name === name);
    const rest = ahead.filter((one) => one.name !== name);
    return [...begun.filter((one) => isAhead || one.name !== name), { name, mark, ...at }, ...rest];
  };
  if (answer.act.action === 'answer-order' && ahead.some(({ name }) => name === 'answered'))
    return here('answered', 'underWay');
  if (!isOnItsWay(answer)) return [...begun, ...ahead];
  const mark = answer.state === 'waiting' ? 'waiting' : 'underWay';
  const direction = messages.find(({ id }) => id === answer.message)?.direction;
  const isFirst = !begun.some(({ name }) => name === ownStation(direction, answer.kind, role));
  if (isFirst) return here(ownStation(direction, answer.kind, role), mark);
  return here(direction === 'inbound' ? 'sendAgain' : 'collected', mark);
}

/** Where a document of a kind is on the way of an order. */
function ownStation(direction: Direction | undefined, kind: Kind | undefined, role: Role | undefined) {
  if (kind === 'advice') return 'shipped';
  if (role === 'supplier') return direction === 'inbound' ? 'answered' : 'received';
  return direction === 'outbound' ? 'answered' : 'sent';
}
