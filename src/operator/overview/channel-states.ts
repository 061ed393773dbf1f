import type { HourCount, OpenMessageCount } from '../../journal/journal.ts';
import type { Direction } from '../../types.ts';
import type { HealthReason } from '../health/health.ts';

/** How each channel stands. */

export type ChannelStateKind =
  | 'stopped'
  | 'parked'
  | 'refused'
  | 'uncollected'
  | 'warning'
  | 'waiting'
  | 'under-way'
  | 'fine';

export interface ChannelState {
  readonly kind: ChannelStateKind;
  /** Documents; absent: it is about the channel. */
  readonly count?: number;
  /** Of the channel: what is wrong with it. */
  readonly reason?: HealthReason;
}

export interface ChannelOverview {
  readonly name: string;
  readonly direction: Direction;
  /** The worst first; one at least. */
  readonly states: readonly ChannelState[];
  /** When the oldest that has not ended was received, RFC 3339, UTC; absent: nothing waits. */
  readonly oldest?: string;
  /** Received in this hour, and since midnight. */
  readonly thisHour: number;
  readonly today: number;
  /** 24 of them, this hour last. */
  readonly hours: readonly ChannelHour[];
}

export interface ChannelHour {
  readonly received: number;
  readonly parked: number;
  readonly refused: number;
}

interface ChannelFacts {
  readonly channels: readonly Pick<ChannelOverview, 'name' | 'direction'>[];
  readonly open: readonly OpenMessageCount[];
  readonly hours: readonly HourCount[];
  readonly reasons: readonly HealthReason[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** When this day began at the site, in the same. */
  readonly midnight: number;
}

const hour = 3_600_000;
const order: readonly ChannelStateKind[] = [
  'stopped',
  'parked',
  'refused',
  'uncollected',
  'warning',
  'waiting',
  'under-way',
  'fine',
];

/** Troubled ones first, then those that are used most. */
export function summarizeChannels({ channels, ...facts }: ChannelFacts): readonly ChannelOverview[] {
  const open = Map.groupBy(facts.open, ({ channel }) => channel);
  const hours = Map.groupBy(facts.hours, ({ channel }) => channel);
  return channels
    .map((channel) => {
      const { name } = channel;
      const own = open.get(name) ?? [];
      const oldest = own
        .filter(({ state }) => state !== 'rejected')
        .map((one) => one.oldest)
        .sort()[0];
      return {
        ...channel,
        states: listStates(
          own,
          facts.reasons.filter((reason) => isAbout(reason, name)),
        ),
        ...(oldest === undefined ? {} : { oldest }),
        ...countTraffic(hours.get(name) ?? [], facts),
      };
    })
    .sort(byTrouble);
}

/** Channels that share a folder are named together. */
const isAbout = ({ about }: HealthReason, channel: string): boolean => about.split(', ').includes(channel);

function listStates(
  open: readonly OpenMessageCount[],
  reasons: readonly HealthReason[],
): readonly ChannelState[] {
  const count = (...states: readonly OpenMessageCount['state'][]): number =>
    open.reduce((sum, one) => sum + (states.includes(one.state) ? one.count : 0), 0);
  const counted = [
    { kind: 'parked', count: count('parked') },
    { kind: 'refused', count: count('rejected') },
    { kind: 'waiting', count: count('waiting') },
    { kind: 'under-way', count: count('received', 'ready') },
  ] as const;
  const found: readonly ChannelState[] = [
    ...reasons.flatMap(stateOfReason),
    ...counted.filter((one) => one.count > 0),
  ];
  return found.length === 0 ? [{ kind: 'fine' }] : found.toSorted(byKind);
}

function stateOfReason(reason: HealthReason): readonly ChannelState[] {
  if (reason.code === 'parked' || reason.code === 'rejected') return [];
  if (reason.level === 'red') return [{ kind: 'stopped', reason }];
  return [{ kind: reason.code === 'not-collected' ? 'uncollected' : 'warning', reason }];
}

function countTraffic(
  counts: readonly HourCount[],
  { now, midnight }: Pick<ChannelFacts, 'now' | 'midnight'>,
): Pick<ChannelOverview, 'thisHour' | 'today' | 'hours'> {
  const current = Math.floor(now / hour) * hour;
  const byHour = new Map(counts.map((one) => [Date.parse(one.hour), one]));
  const hours = Array.from({ length: 24 }, (_, n) => {
    const { received = 0, parked = 0, refused = 0 } = byHour.get(current - (23 - n) * hour) ?? {};
    return { received, parked, refused };
  });
  const today = counts
    .filter((one) => Date.parse(one.hour) >= midnight)
    .reduce((sum, { received }) => sum + received, 0);
  return { hours, today, thisHour: byHour.get(current)?.received ?? 0 };
}

const byKind = (one: ChannelState, other: ChannelState): number =>
  order.indexOf(one.kind) - order.indexOf(other.kind);

const rank = ({ states }: Pick<ChannelOverview, 'states'>): number => {
  const kind = states[0]?.kind ?? 'fine';
  return kind === 'under-way' ? order.indexOf('fine') : order.indexOf(kind);
};

const byTrouble = (one: ChannelOverview, other: ChannelOverview): number =>
  rank(one) - rank(other) || other.today - one.today || one.name.localeCompare(other.name);

/** Does it need somebody? What waits for the exchange goes by itself. */
export const isTroubled = ({ states }: Pick<ChannelOverview, 'states'>): boolean =>
  states.some(({ kind }) => order.indexOf(kind) < order.indexOf('waiting'));
