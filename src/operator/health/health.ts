import type { LocalizedText } from '../../findings/localized-text.ts';

/**
 * How it stands with the gateway: a pure function from what is known of it to green, amber or red. Whoever shows it (the
 * HTTP endpoint, the command line, later pages) gathers the facts and asks here.
 */

/** What can be wrong. */
export type TroubleCode =
  | 'journal'
  | 'exchange-refuses'
  | 'exchange-away'
  | 'folder'
  | 'filing'
  | 'search'
  | 'mappings'
  | 'mappings-old'
  | 'standstill'
  | 'held'
  | 'waiting'
  | 'parked'
  | 'rejected'
  | 'task'
  | 'not-collected'
  | 'untaken'
  | 'clock'
  | 'certificate'
  | 'certificate-ended'
  | 'disk'
  | 'silent'
  | 'not-ours'
  | 'failed-logins'
  | 'config'
  | 'alarm'
  | 'gateway-gone';

/** What people are told of: troubles, and what is no trouble of the gateway. */
export type AlarmCode = TroubleCode | 'lost-values';

/** Something that is wrong now, or may be. */
export interface Fact {
  readonly trouble: TroubleCode;
  /** The channel, folder or disk that it is about; empty: the gateway. */
  readonly about: string;
  /** What is wrong, as a sentence. */
  readonly what: LocalizedText;
  /** When it was first seen, RFC 3339, UTC. */
  readonly since: string;
  /** For how long it has been seen without a break, milliseconds of a clock that does not jump. */
  readonly lasts: number;
  /** What makes it news although it is the same trouble: the newest of many messages, say. */
  readonly mark?: string | undefined;
}

export type Level = 'red' | 'amber';

export interface HealthReason {
  readonly level: Level;
  readonly code: TroubleCode;
  readonly about: string;
  readonly since: string;
  readonly what: LocalizedText;
  readonly mark?: string;
}

export interface Health {
  readonly status: 'green' | Level;
  /** The red ones first, then by age. */
  readonly reasons: readonly HealthReason[];
}

interface Rule {
  /** What it is from the first moment; undefined: nothing yet. */
  readonly first: Level | undefined;
  /** What it is when it has lasted. */
  readonly later?: { readonly after: number; readonly level: Level };
}

const minute = 60_000;
const red = { first: 'red' } as const;
const amber = { first: 'amber' } as const;
/** A request that fails may be the network's hiccup. */
const soon = { first: 'amber', later: { after: minute, level: 'red' } } as const;
/** Work that is under way is no news. */
const slow = { first: undefined, later: { after: 5 * minute, level: 'red' } } as const;

/** docs/operating.md tells the same at more length. */
export const rules: Readonly<Record<TroubleCode, Rule>> = {
  journal: red,
  'exchange-refuses': red,
  'exchange-away': soon,
  folder: red,
  filing: red,
  search: soon,
  mappings: red,
  'mappings-old': amber,
  standstill: slow,
  held: slow,
  waiting: { first: undefined, later: { after: 5 * minute, level: 'amber' } },
  parked: amber,
  rejected: amber,
  task: amber,
  'not-collected': amber,
  untaken: amber,
  clock: amber,
  certificate: amber,
  'certificate-ended': red,
  disk: amber,
  silent: amber,
  'not-ours': amber,
  'failed-logins': amber,
  config: amber,
  alarm: amber,
  'gateway-gone': amber,
};

/** Red: work stands still, or will. Amber: it goes on, and somebody should look. */
export function computeHealth(facts: readonly Fact[]): Health {
  const reasons = facts.flatMap(reasonOf).sort(byWeight);
  return { status: reasons[0]?.level ?? 'green', reasons };
}

function reasonOf({ trouble: code, about, what, since, lasts, mark }: Fact): readonly HealthReason[] {
  const { first, later } = rules[code];
  const level = later && lasts >= later.after ? later.level : first;
  const reason = { code, about, since, what, ...(mark === undefined ? {} : { mark }) };
  return level === undefined ? [] : [{ level, ...reason }];
}

/** Has it reached its final level? What may be a hiccup is not reported to people yet. */
export const hasReachedLevel = ({ code, level }: Pick<HealthReason, 'code' | 'level'>): boolean =>
  level === (rules[code].later?.level ?? rules[code].first);

/** Milliseconds that a trouble from before a restart is kept while nobody has looked at it yet. */
export const settlingTimeOf = (code: TroubleCode): number => minute + (rules[code].later?.after ?? 0);

const byWeight = (one: HealthReason, other: HealthReason): number =>
  one.level === other.level ? one.since.localeCompare(other.since) : one.level === 'red' ? -1 : 1;
