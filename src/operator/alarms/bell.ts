import type { AlarmCode, Level } from '../health.ts';

/**
 * What is told when: a pure function from what is wrong now and what was told before to what is to be told. As Alertmanager
 * has it: waited for, grouped by kind and channel, repeated, hidden behind its cause, silenced, and over once.
 */

/** Something that is wrong now, on whichever gateways. */
export interface Alarm {
  readonly code: AlarmCode;
  /** The channel, folder or disk; empty: the gateway. */
  readonly about: string;
  readonly level: Level;
  readonly what: string;
  /** RFC 3339, UTC. */
  readonly since: string;
  /** A greater number: there is more of it. */
  readonly mark: string;
}

/** One alarm on its way to one target; instants in milliseconds since the epoch. */
export interface Ringing extends Alarm {
  /** From when on it has been wrong and nothing kept it from being told. */
  readonly seen: number;
  /** When its mark last changed. */
  readonly grown: number;
  /** When it was last told, and with which mark. */
  readonly told?: number | undefined;
  readonly toldMark?: string | undefined;
  /** Since when there has been more of it than was told. */
  readonly moreSince?: number | undefined;
  /** It was hidden behind its cause: when that ends, it may end by itself. */
  readonly wasHidden?: boolean | undefined;
  /** From when on it has been well. */
  readonly gone?: number | undefined;
}

/** Nothing is told of it; an empty code or about: whatever it is. */
export interface Hush {
  readonly code: string;
  readonly about: string;
}

/** Milliseconds. */
export interface Times {
  /** That something lasts before it is told, and that it has stopped growing. */
  readonly wait: number;
  readonly repeat: number;
}

/** What is to be told together. */
export interface Round {
  readonly news: readonly Ringing[];
  /** There is more of it than was told. */
  readonly more: readonly Ringing[];
  readonly still: readonly Ringing[];
  readonly over: readonly Ringing[];
}

export interface Rung extends Round {
  readonly ringing: readonly Ringing[];
}

/** Milliseconds between two mails that say of the same alarm that there is more of it. */
const betweenMore = (code: AlarmCode): number => (code === 'lost-values' ? 24 * halfHour * 2 : halfHour);
const halfHour = 1_800_000;

/** In waits. */
const waits = {
  /** What grows all the time is told after so long all the same; what a cause has hidden gets as long to end by itself. */
  longest: 10,
  /** Without it after which it counts as over. */
  over: 2,
};

/** What happened and cannot be undone: told once, and never over. */
const isEvent = (code: AlarmCode): boolean => code === 'rejected' || code === 'lost-values';

interface Cause {
  readonly hides: readonly AlarmCode[];
  /** Of the same channel alone. */
  readonly there?: true;
}

/** What follows from something else is not told beside it. */
const causes: Partial<Readonly<Record<AlarmCode, Cause>>> = {
  journal: { hides: ['standstill', 'held', 'waiting', 'filing', 'silent', 'search', 'not-collected'] },
  'exchange-refuses': { hides: ['exchange-away', 'search', 'waiting', 'standstill', 'silent'] },
  'exchange-away': { hides: ['search', 'waiting', 'standstill', 'silent'] },
  mappings: { hides: ['mappings-old', 'waiting', 'held', 'standstill'] },
  folder: { hides: ['filing', 'silent', 'untaken', 'not-collected', 'standstill', 'waiting'], there: true },
};

/** Do documents wait for its end? */
export const makesWait = (code: string): boolean =>
  Object.entries(causes).some(([cause, { hides }]) => cause === code && hides.includes('waiting'));

/** One step. What is in the answer's `news`, `more`, `still` and `over` is to be told, and then to be noted by `told`. */
export function ring(
  before: readonly Ringing[],
  alarms: readonly Alarm[],
  { hushes, now, wait, repeat }: Times & { readonly hushes: readonly Hush[]; readonly now: number },
): Rung {
  const known = new Map(before.map((one) => [keyOf(one), inThePast(one, now)]));
  const raised = alarms.map((alarm) => {
    const is = { alarm, hidden: isHidden(alarm, alarms), hushed: isHushed(alarm, hushes) };
    return { ...is, ringing: next(known.get(keyOf(alarm)), is, now) };
  });
  const loud = raised.filter(({ hidden, hushed }) => !hidden && !hushed).map(({ ringing }) => ringing);
  const there = new Set(alarms.map(keyOf));
  const gone = [...known.values()]
    .filter((one) => !there.has(keyOf(one)) && one.told !== undefined && !isEvent(one.code))
    .map((one) => ({ ...one, gone: one.gone ?? now }));
  const over = gone.filter((one) => now - one.gone >= waits.over * wait);
  return {
    ringing: [...raised.map(({ ringing }) => ringing), ...gone],
    news: loud.filter(
      (one) => isNews(one, now, wait) || (one.code === 'lost-values' && isMore(one, now, wait)),
    ),
    more: loud.filter((one) => one.code !== 'lost-values' && isMore(one, now, wait)),
    still: loud.filter((one) => isStill(one, now, repeat) && !isMore(one, now, wait)),
    over,
  };
}

/** The state after a round was told, however it has changed meanwhile. */
export function told(
  ringing: readonly Ringing[],
  { news, more, still, over }: Round,
  now: number,
): readonly Ringing[] {
  const marks = new Map([...news, ...more, ...still].map((one) => [keyOf(one), one.mark]));
  const ended = new Set(over.map(keyOf));
  return ringing
    .filter((one) => !ended.has(keyOf(one)) || one.gone === undefined)
    .map((one) =>
      marks.has(keyOf(one))
        ? { ...one, told: now, toldMark: marks.get(keyOf(one)), moreSince: undefined }
        : one,
    );
}

export const keyOf = ({ code, about }: Pick<Alarm, 'code' | 'about'>): string => `${code} ${about}`;

export const isSomething = ({ news, more, still, over }: Round): boolean =>
  news.length + more.length + still.length + over.length > 0;

export const isHushed = ({ code, about }: Pick<Alarm, 'code' | 'about'>, hushes: readonly Hush[]): boolean =>
  hushes.some((hush) => ['', code].includes(hush.code) && ['', about].includes(hush.about));

/** A cause that is wrong now says it all. */
const isHidden = (alarm: Alarm, alarms: readonly Alarm[]): boolean =>
  alarms.some((other) => {
    const cause = causes[other.code];
    if (!cause?.hides.includes(alarm.code)) return false;
    return !cause.there || other.about === alarm.about;
  });

/** Instants of a clock that was put back meanwhile. */
const inThePast = (one: Ringing, now: number): Ringing => ({
  ...one,
  seen: Math.min(one.seen, now),
  grown: Math.min(one.grown, now),
  told: one.told === undefined ? undefined : Math.min(one.told, now),
  gone: one.gone === undefined ? undefined : Math.min(one.gone, now),
});

interface Raised {
  readonly alarm: Alarm;
  readonly hidden: boolean;
  readonly hushed: boolean;
}

/** Its wait begins when nothing keeps it from being told any more. */
function next(before: Ringing | undefined, { alarm, hidden, hushed }: Raised, now: number): Ringing {
  const { told: at, toldMark } = before ?? {};
  return {
    ...alarm,
    seen: before && !hidden && !hushed ? before.seen : now,
    grown: before && !isGreater(alarm.mark, before.mark) ? before.grown : now,
    told: at,
    toldMark,
    moreSince: at !== undefined && isGreater(alarm.mark, toldMark) ? (before?.moreSince ?? now) : undefined,
    wasHidden: hidden || before?.wasHidden,
  };
}

/** Fewer than before, or none: a person has decided on some. */
const isGreater = (mark: string, than = ''): boolean => Number(mark) > Number(than);

function isNews({ told: before, seen, grown, wasHidden }: Ringing, now: number, wait: number): boolean {
  const lasts = now - seen >= (wasHidden ? waits.longest : 1) * wait;
  const rests = now - grown >= wait || now - seen >= waits.longest * wait;
  return before === undefined && lasts && rests;
}

/** What grows all the time is told within half an hour all the same. */
function isMore({ code, told: before, moreSince, grown }: Ringing, now: number, wait: number): boolean {
  if (before === undefined || moreSince === undefined || now - before < betweenMore(code)) return false;
  return now - grown >= wait || now - moreSince >= Math.min(waits.longest * wait, halfHour);
}

const isStill = ({ told: before, code }: Ringing, now: number, repeat: number): boolean =>
  before !== undefined && !isEvent(code) && now - before >= repeat;
