import type { Told } from '../findings/troubles.ts';

/**
 * How it stands with the gateway: a pure function from what is known of it to green, amber or red. Whoever shows it (the
 * HTTP endpoint, the command line, later pages) gathers the facts and asks here.
 */

/** What can be wrong. */
export type Trouble =
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
  | 'config'
  | 'alarm'
  | 'gateway-gone';

/** Something that is wrong now, or may be. */
export interface Fact {
  readonly trouble: Trouble;
  /** The channel, folder or disk that it is about; empty: the gateway. */
  readonly about: string;
  /** What is wrong, as a sentence. */
  readonly what: Told;
  /** When it was first seen, RFC 3339, UTC. */
  readonly since: string;
  /** For how long it has been seen without a break, milliseconds of a clock that does not jump. */
  readonly lasts: number;
  /** What makes it news although it is the same trouble: the newest of many messages, say. */
  readonly mark?: string | undefined;
}

export type Level = 'red' | 'amber';

export interface Reason {
  readonly level: Level;
  readonly code: Trouble;
  readonly about: string;
  readonly since: string;
  readonly what: Told;
  readonly todo: string;
  readonly mark?: string;
}

export interface Health {
  readonly status: 'green' | Level;
  /** The red ones first, then by age. */
  readonly reasons: readonly Reason[];
}

interface Rule {
  /** What it is from the first moment; undefined: nothing yet. */
  readonly first: Level | undefined;
  /** What it is when it has lasted. */
  readonly later?: { readonly after: number; readonly level: Level };
  readonly todo: string;
}

const minute = 60_000;
const red = { first: 'red' } as const;
const amber = { first: 'amber' } as const;
/** A request that fails may be the network's hiccup. */
const soon = { first: 'amber', later: { after: minute, level: 'red' } } as const;
/** Work that is under way is no news. */
const slow = { first: undefined, later: { after: 5 * minute, level: 'red' } } as const;

/** docs/operating.md tells the same at more length. */
export const rules: Readonly<Record<Trouble, Rule>> = {
  journal: {
    ...red,
    todo: 'Nothing is received or sent until it is mended. See to its disk (or its PostgreSQL server); the work goes on by itself.',
  },
  'exchange-refuses': {
    ...red,
    todo: '`gateway check` tries the login. Ask the exchange for the rights of this user. Documents wait meanwhile and are sent by themselves.',
  },
  'exchange-away': {
    ...soon,
    todo: '`gateway check` tries it. Look at `exchange.baseUrl`, network, proxy and certificate; ask the exchange whether it is down. Documents wait meanwhile and are sent by themselves.',
  },
  folder: {
    ...red,
    todo: '`gateway check` tries every folder. The work goes on by itself when this one can be used again.',
  },
  filing: {
    ...red,
    todo: 'See that there is room, and that the account of the gateway may write into archive/, error/ and parked/ of that folder. The files are moved by themselves then.',
  },
  search: {
    ...soon,
    todo: 'What is new at the exchange is not heard of meanwhile, and found afterwards. `gateway exchange search` asks the same.',
  },
  mappings: {
    ...red,
    todo: 'Mend what it names; `gateway map check` shows more. The documents that wait go on by themselves.',
  },
  'mappings-old': {
    ...amber,
    todo: 'Mend what it names; `gateway map check` shows more. Until then the mappings from before are used.',
  },
  standstill: {
    ...slow,
    todo: 'Look at it with `gateway journal show` and at the log. Restart the gateway if nothing else is wrong: no document is lost by that.',
  },
  held: {
    ...slow,
    todo: 'Documents behind it wait. Look at it with `gateway journal show` and at the log: often a mapping or a folder of XSDs cannot be read.',
  },
  waiting: {
    first: undefined,
    later: { after: 5 * minute, level: 'amber' },
    todo: 'They are tried again by themselves; the reason says what they wait for. `gateway journal list --state waiting` lists them.',
  },
  parked: {
    ...amber,
    todo: 'A person has to decide: `gateway journal list --state parked` lists them, `gateway journal show ID` says why, `gateway journal retry|discard ID` decides.',
  },
  rejected: {
    ...amber,
    todo: 'Read the reports in error/ beside the files, mend them in the ERP, and export them again. One that nobody will mend is ended with `gateway journal close ID --reason …`.',
  },
  task: {
    ...amber,
    todo: 'What a document asked and the exchange has no operation for waits for a person: `gateway journal list --tasks` says what, `gateway journal done ID` ends it when it is done.',
  },
  'not-collected': {
    ...amber,
    todo: "Look whether the ERP's import runs.",
  },
  untaken: {
    ...amber,
    todo: 'Look why the ERP wrote it there: a name that no channel takes (`from.files`), a done-file that is missing, a file that was not written to its end.',
  },
  clock: {
    ...amber,
    todo: 'Hold the clock of this machine and the time stamps of the exchange against each other. `gateway journal cursor` shows how far each search has come, and moves it.',
  },
  certificate: {
    ...amber,
    todo: 'Renew it in time, put the new one into its file, and send SIGHUP or restart the gateway.',
  },
  'certificate-ended': {
    ...red,
    todo: 'Put a new one into its file, and send SIGHUP or restart the gateway. Until then nobody who checks certificates speaks with it.',
  },
  disk: {
    ...amber,
    todo: 'Make room before it is full: nothing could be received then.',
  },
  silent: {
    ...amber,
    todo: "Look whether the other side sends: the ERP's export, or the exchange's webhook and search (`gateway exchange search`). `expect` of the channel says what is usual.",
  },
  'not-ours': {
    ...amber,
    todo: 'Hold `companyId` and `as` of that channel against the exchange; `gateway check` asks it for our company. `gateway journal list --outcome ignored` lists what was not taken.',
  },
  config: {
    ...amber,
    todo: '`gateway check` says all that is wrong with gateway.yaml. The gateway runs on with the version from before; save it again when it is mended.',
  },
  alarm: {
    ...amber,
    todo: '`gateway alarm test` tries it. Look at `alarms` in the config, and at the mail server or the address that is called. It is tried again by itself.',
  },
  'gateway-gone': {
    ...amber,
    todo: 'Look at its machine and start it again. What it had in hand was taken over by the others. One that never comes back is forgotten after a day.',
  },
};

/** Red: work stands still, or will. Amber: it goes on, and somebody should look. */
export function healthOf(facts: readonly Fact[]): Health {
  const reasons = facts.flatMap(reasonOf).sort(byWeight);
  return { status: reasons[0]?.level ?? 'green', reasons };
}

function reasonOf({ trouble: code, about, what, since, lasts, mark }: Fact): readonly Reason[] {
  const { first, later, todo } = rules[code];
  const level = later && lasts >= later.after ? later.level : first;
  const reason = { code, about, since, what, todo, ...(mark === undefined ? {} : { mark }) };
  return level === undefined ? [] : [{ level, ...reason }];
}

/** It is as bad as it becomes: what may be a hiccup is not told to people yet. */
export const isFull = ({ code, level }: Pick<Reason, 'code' | 'level'>): boolean =>
  level === (rules[code].later?.level ?? rules[code].first);

/** Milliseconds without it after which it is over, where it was seen before a restart: the look at it takes its time. */
export const settles = (code: Trouble): number => minute + (rules[code].later?.after ?? 0);

const byWeight = (one: Reason, other: Reason): number =>
  one.level === other.level ? one.since.localeCompare(other.since) : one.level === 'red' ? -1 : 1;
