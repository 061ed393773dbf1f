import type { HourCount, NoNewsCount, PageReader, StuckCount } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';
import type { Direction } from '../../types.ts';
import type { HealthReason } from '../health/health.ts';

/** How it stands with each channel. */

/** A channel of the config. */
export interface ChannelName {
  readonly name: string;
  readonly direction: Direction;
}

/** The worst first: what a person decides, what the ERP has to fix, what was not collected, what else is wrong, what waits by itself. */
export type ChannelStanding = 'decide' | 'refused' | 'not-collected' | 'troubled' | 'waiting' | 'well';

const standings: readonly ChannelStanding[] = [
  'decide',
  'refused',
  'not-collected',
  'troubled',
  'waiting',
  'well',
];

export interface ChannelRow {
  readonly channel: string;
  readonly direction: Direction;
  readonly standing: ChannelStanding;
  /** Messages that stand so; 0: it is said of the channel. */
  readonly count: number;
  /** When the oldest that has not ended was received; RFC 3339, UTC. Absent: nothing waits. */
  readonly oldestWaiting?: string;
  readonly parked: number;
  readonly refused: number;
  readonly waiting: number;
  /** On their way at this moment. */
  readonly underWay: number;
  /** What is wrong with the channel itself. */
  readonly troubles: readonly HealthReason[];
  /** Received in the last 60 minutes. */
  readonly lastHour: number;
  /** Since the day began. */
  readonly today: HourSums;
  /** 24 hours, the oldest first; the last is the current one. */
  readonly hours: readonly HourSums[];
  readonly last?: Pick<Message, 'id' | 'name' | 'receivedAt'>;
}

export interface HourSums extends Pick<HourCount, 'received' | 'delivered' | 'refused' | 'parked'> {}

/** What channels are asked by. */
export interface ChannelQuestion {
  readonly channels: readonly ChannelName[];
  readonly reasons: readonly HealthReason[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** When the day began where the site is: RFC 3339, UTC. */
  readonly today: string;
}

type ChannelReader = Pick<PageReader, 'stuckCounts' | 'hourCounts' | 'receivedSince' | 'lastMessages'>;

const hour = 3_600_000;

/** The troubled ones first, then those that are used most. */
export async function readChannelRows(
  pages: ChannelReader,
  question: ChannelQuestion,
): Promise<readonly ChannelRow[]> {
  const { channels, now, today } = question;
  const since = new Date(Math.min(now - 24 * hour, Date.parse(today))).toISOString();
  const names = channels.map(({ name }) => name);
  const [stuck, hours, lastHour, last] = await Promise.all([
    pages.stuckCounts(),
    pages.hourCounts(since),
    pages.receivedSince(new Date(now - hour).toISOString()),
    pages.lastMessages(names),
  ]);
  const facts = {
    stuck: Map.groupBy(stuck, ({ channel }) => channel),
    hours: Map.groupBy(hours, ({ channel }) => channel),
    lastHour: new Map(lastHour.map(({ channel, count }) => [channel, count])),
    last: new Map(last.map((message) => [message.channel, message])),
  };
  return channels.map((channel) => buildRow(channel, facts, question)).sort(byTrouble);
}

interface ChannelFacts {
  readonly stuck: ReadonlyMap<string, readonly StuckCount[]>;
  readonly hours: ReadonlyMap<string, readonly HourCount[]>;
  readonly lastHour: ReadonlyMap<string, number>;
  readonly last: ReadonlyMap<string, Message>;
}

function buildRow(
  { name, direction }: ChannelName,
  facts: ChannelFacts,
  { reasons, now, today }: ChannelQuestion,
): ChannelRow {
  const stuck = facts.stuck.get(name) ?? [];
  const counts = countByState(stuck);
  const troubles = reasons.filter(({ about, code }) => about === name && !countedCodes.includes(code));
  const hours = facts.hours.get(name) ?? [];
  return {
    ...{ channel: name, direction, troubles },
    ...judge(counts, troubles),
    ...counts,
    ...findOldestWaiting(stuck),
    lastHour: facts.lastHour.get(name) ?? 0,
    today: sumHours(hours.filter((one) => one.hour >= today)),
    hours: listHours(hours, now),
    ...lastOf(facts.last.get(name)),
  };
}

type StateCounts = Pick<ChannelRow, 'parked' | 'refused' | 'waiting' | 'underWay'>;

function countByState(stuck: readonly StuckCount[]): StateCounts {
  const sum = (...states: readonly StuckCount['state'][]): number =>
    stuck.filter(({ state }) => states.includes(state)).reduce((total, { count }) => total + count, 0);
  return {
    ...{ parked: sum('parked'), refused: sum('rejected'), waiting: sum('waiting') },
    underWay: sum('received', 'ready'),
  };
}

function findOldestWaiting(stuck: readonly StuckCount[]): Pick<ChannelRow, 'oldestWaiting'> {
  const [oldestWaiting] = stuck
    .filter(({ state }) => state !== 'rejected')
    .map(({ oldest }) => oldest)
    .sort();
  return oldestWaiting === undefined ? {} : { oldestWaiting };
}

const lastOf = (message: Message | undefined): Pick<ChannelRow, 'last'> =>
  message === undefined
    ? {}
    : { last: { id: message.id, name: message.name, receivedAt: message.receivedAt } };

/** Their numbers say it. */
const countedCodes: readonly HealthReason['code'][] = ['parked', 'rejected', 'waiting', 'task'];

function judge(
  { parked, refused, waiting }: StateCounts,
  troubles: readonly HealthReason[],
): Pick<ChannelRow, 'standing' | 'count'> {
  if (parked > 0) return { standing: 'decide', count: parked };
  if (refused > 0) return { standing: 'refused', count: refused };
  if (troubles.some(({ code }) => code === 'not-collected')) return { standing: 'not-collected', count: 0 };
  if (troubles.length > 0) return { standing: 'troubled', count: 0 };
  return waiting > 0 ? { standing: 'waiting', count: waiting } : { standing: 'well', count: 0 };
}

const noCounts: HourSums = { received: 0, delivered: 0, refused: 0, parked: 0 };

export const sumHours = (hours: readonly HourSums[]): HourSums =>
  hours.reduce(
    (sum, one) => ({
      received: sum.received + one.received,
      delivered: sum.delivered + one.delivered,
      refused: sum.refused + one.refused,
      parked: sum.parked + one.parked,
    }),
    noCounts,
  );

function listHours(hours: readonly HourCount[], now: number): readonly HourSums[] {
  const byHour = new Map(hours.map(({ hour: at, channel: _, ...counts }) => [at, counts]));
  return Array.from({ length: 24 }, (_, n) => {
    const at = `${new Date(now - (23 - n) * hour).toISOString().slice(0, 13)}:00:00.000Z`;
    return byHour.get(at) ?? noCounts;
  });
}

const byTrouble = (one: ChannelRow, other: ChannelRow): number =>
  standings.indexOf(one.standing) - standings.indexOf(other.standing) ||
  other.today.received - one.today.received ||
  one.channel.localeCompare(other.channel);

/** What said nothing to anybody, and why: sentences that differ in numbers alone are one. */
export interface NoNewsReason extends Pick<NoNewsCount, 'outcome' | 'reason' | 'count'> {}

/** By channel, the most frequent reason first. `since`: when the day began. */
export async function readNoNews(
  pages: Pick<PageReader, 'noNews'>,
  since: string,
): Promise<ReadonlyMap<string, readonly NoNewsReason[]>> {
  const byChannel = Map.groupBy(await pages.noNews(since), ({ channel }) => channel);
  return new Map([...byChannel].map(([channel, counts]) => [channel, mergeReasons(counts)]));
}

function mergeReasons(counts: readonly NoNewsCount[]): readonly NoNewsReason[] {
  const alike = Map.groupBy(counts, ({ outcome, reason }) => `${outcome} ${reason.replace(/\d+/g, '#')}`);
  return [...alike.values()]
    .flatMap((some) => {
      const [first] = some;
      if (first === undefined) return [];
      const { outcome, reason } = first;
      return [{ outcome, reason, count: some.reduce((sum, { count }) => sum + count, 0) }];
    })
    .sort((a, b) => b.count - a.count);
}
