import type { MessageState } from '../types.ts';

/** How it stands at the moment of a scrape: plain values, gathered by the gateway. */
export interface MetricFacts {
  readonly version: string;
  readonly health: 'green' | 'amber' | 'red';
  readonly reasons: readonly { readonly level: 'amber' | 'red'; readonly code: string }[];
  /** Messages that have not ended, and those that were rejected within 24 hours, by channel. */
  readonly open: readonly OpenFact[];
  /** Open tasks by channel, and seconds since the oldest was opened. */
  readonly tasks: readonly {
    readonly channel: string;
    readonly count: number;
    readonly oldestSeconds: number;
  }[];
  /** Seconds that the first message of a channel's lane has been due, or received and not checked. */
  readonly first: readonly { readonly channel: string; readonly seconds: number }[];
  /** Documents that wait for an exchange that takes nothing now, and seconds since that began; 0: it takes what is sent. */
  readonly outage: { readonly waiting: number; readonly seconds: number };
  readonly folders: readonly {
    readonly channel: string;
    readonly scanSeconds: number;
    readonly usable: boolean;
  }[];
  readonly disks: readonly { readonly folder: string; readonly free: number; readonly size: number }[];
  readonly certificates: readonly { readonly about: string; readonly days: number }[];
  /** Bytes of an embedded journal with its log; undefined: it lies in PostgreSQL. */
  readonly journalBytes: number | undefined;
  readonly loop: EventLoopFact;
  readonly process: {
    readonly residentBytes: number;
    readonly cpuSeconds: number;
    /** Seconds since the epoch. */
    readonly started: number;
  };
}

export interface OpenFact {
  readonly channel: string;
  readonly state: Exclude<MessageState, 'settled'> | 'rejected';
  readonly count: number;
  /** Seconds since the oldest was received, or rejected. */
  readonly oldestSeconds: number;
}

/** Seconds that the event loop was late, over the last ten seconds or so. */
export interface EventLoopFact {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

/** Each member of `/status.json`, with its type and what it tells: the manual's table is made of it. */
export const statusMembers = {
  status: ['text', '`green`, `amber` or `red`'],
  health: ['number', 'the same as 0, 1, 2'],
  reasonsRed: ['number', 'reasons of `/health` that are red'],
  reasonsAmber: ['number', 'those that are amber'],
  parked: ['number', 'messages on which a person has to decide'],
  parkedOldestSeconds: ['number', 'since the oldest of them was received'],
  waiting: ['number', 'messages that are tried again by themselves'],
  waitingOldestSeconds: ['number', 'since the oldest of them was received'],
  outageSeconds: [
    'number',
    'since the exchange takes nothing, as all gateways know; 0: it takes what is sent',
  ],
  outageWaiting: ['number', 'documents that wait for it'],
  underWay: ['number', 'messages on their way'],
  underWayOldestSeconds: ['number', 'since the oldest of them was received'],
  rejectedLastDay: ['number', 'documents refused within 24 hours'],
  openTasks: ['number', 'tasks that wait for a person'],
  openTasksOldestSeconds: ['number', 'since the oldest of them was opened'],
  foldersAway: ['number', 'inbound folders that cannot be used'],
  diskFreeBytes: ['number', 'room on the fullest disk'],
  certificateDaysLeft: ['number', 'days until the first certificate ends'],
  journalBytes: ['number', 'size of an embedded journal with its log'],
  eventLoopDelaySeconds: ['number', 'how late the event loop was (p99)'],
  residentBytes: ['number', 'memory of the process'],
  upSeconds: ['number', 'since it was started'],
  version: ['text', 'of the gateway'],
} as const satisfies Readonly<Record<string, readonly [type: 'number' | 'text', words: string]>>;

/** Flat, for monitors that read one level of JSON (PRTG, Zabbix). Ages are seconds, 0 where there is nothing. */
export function buildStatus(
  facts: MetricFacts,
): Readonly<Record<keyof typeof statusMembers, number | string>> {
  const { open, disks, certificates } = facts;
  const count = (state: OpenFact['state']): number =>
    open.reduce((sum, one) => sum + (one.state === state ? one.count : 0), 0);
  const oldest = (state: OpenFact['state']): number =>
    Math.max(0, ...open.filter((one) => one.state === state).map(({ oldestSeconds }) => oldestSeconds));
  const reasons = (level: 'amber' | 'red'): number =>
    facts.reasons.filter((reason) => reason.level === level).length;
  return {
    status: facts.health,
    health: { green: 0, amber: 1, red: 2 }[facts.health],
    reasonsRed: reasons('red'),
    reasonsAmber: reasons('amber'),
    parked: count('parked'),
    parkedOldestSeconds: oldest('parked'),
    waiting: count('waiting'),
    waitingOldestSeconds: oldest('waiting'),
    outageSeconds: Math.round(facts.outage.seconds),
    outageWaiting: facts.outage.waiting,
    underWay: count('received') + count('ready'),
    underWayOldestSeconds: Math.max(oldest('received'), oldest('ready')),
    rejectedLastDay: count('rejected'),
    openTasks: facts.tasks.reduce((sum, one) => sum + one.count, 0),
    openTasksOldestSeconds: Math.max(0, ...facts.tasks.map(({ oldestSeconds }) => oldestSeconds)),
    foldersAway: facts.folders.filter(({ usable }) => !usable).length,
    diskFreeBytes: least(disks.map(({ free }) => free)),
    certificateDaysLeft: least(certificates.map(({ days }) => days)),
    journalBytes: facts.journalBytes ?? -1,
    eventLoopDelaySeconds: facts.loop.p99,
    residentBytes: facts.process.residentBytes,
    upSeconds: Math.round(Date.now() / 1000 - facts.process.started),
    version: facts.version,
  };
}

/** -1: there is none. */
const least = (values: readonly number[]): number => (values.length === 0 ? -1 : Math.min(...values));
