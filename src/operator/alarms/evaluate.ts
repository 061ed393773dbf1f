import type { Acknowledgement } from '../../journal/trouble-store.ts';
import type { AlarmCode, Level } from '../health/health.ts';
import { findAcknowledgement } from './acknowledgements.ts';

/**
 * Decides which alarms to send now. Pure: current alarms and the history of notifications in, notifications out. As Alertmanager
 * has it: an alarm waits, is grouped by kind and channel, repeated, hidden behind its cause, silenced, and over once.
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
export interface ActiveAlarm extends Alarm {
  /** Since when it is wrong and neither inhibited nor silenced. */
  readonly seen: number;
  /** When its mark last grew. */
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
export interface SilenceMatcher {
  readonly code: string;
  readonly about: string;
}

interface EvaluationFacts extends Times {
  readonly silences: readonly SilenceMatcher[];
  /** What somebody sees to is not repeated; that there is more of it is. */
  readonly acknowledgements?: readonly Acknowledgement[];
  readonly now: number;
}

/** Milliseconds. */
export interface Times {
  /** That something lasts before it is told, and that it has stopped growing. */
  readonly wait: number;
  readonly repeat: number;
}

/** What is to be told together. */
export interface Notification {
  readonly news: readonly ActiveAlarm[];
  /** There is more of it than was told. */
  readonly more: readonly ActiveAlarm[];
  readonly still: readonly ActiveAlarm[];
  readonly over: readonly ActiveAlarm[];
}

export interface NotificationDecision extends Notification {
  readonly active: readonly ActiveAlarm[];
}

/** Milliseconds between two mails that say of the same alarm that there is more of it. */
const betweenMore = (code: AlarmCode): number => (code === 'lost-values' ? 24 * halfHour * 2 : halfHour);
const halfHour = 1_800_000;

/** In waits. */
const waitFactors = {
  /**
   * What never stops growing is sent after this many waits all the same. What a cause has inhibited gets as
   * long to end by itself.
   */
  longest: 10,
  /** Without it after which it counts as over. */
  over: 2,
};

/** What happened and cannot be undone: told once, and never over. */
const isEvent = (code: AlarmCode): boolean => code === 'rejected' || code === 'lost-values';

interface Cause {
  readonly hides: readonly AlarmCode[];
  /** Of the same channel alone. */
  readonly sameChannel?: true;
}

/** What follows from something else is not told beside it. */
const causes: Partial<Readonly<Record<AlarmCode, Cause>>> = {
  journal: { hides: ['standstill', 'held', 'waiting', 'filing', 'silent', 'search', 'not-collected'] },
  'exchange-refuses': { hides: ['exchange-away', 'search', 'waiting', 'standstill', 'silent'] },
  'exchange-away': { hides: ['search', 'waiting', 'standstill', 'silent'] },
  mappings: { hides: ['mappings-old', 'waiting', 'held', 'standstill'] },
  folder: {
    hides: ['filing', 'silent', 'untaken', 'not-collected', 'standstill', 'waiting'],
    sameChannel: true,
  },
};

/** Do documents wait for its end? */
export const holdsDocumentsBack = (code: string): boolean =>
  Object.entries(causes).some(([cause, { hides }]) => cause === code && hides.includes('waiting'));

/**
 * One evaluation. Send what the answer holds under `news`, `more`, `still` and `over`, then record it with
 * `markNotified`.
 */
export function decideNotifications(
  before: readonly ActiveAlarm[],
  alarms: readonly Alarm[],
  { silences, acknowledgements = [], now, wait, repeat }: EvaluationFacts,
): NotificationDecision {
  const known = new Map(before.map((one) => [alarmKeyOf(one), clampToNow(one, now)]));
  const raised = alarms.map((alarm) => {
    const is = { alarm, hidden: isInhibited(alarm, alarms), silenced: isSilenced(alarm, silences) };
    return { ...is, active: nextState(known.get(alarmKeyOf(alarm)), is, now) };
  });
  const loud = raised.filter(({ hidden, silenced }) => !hidden && !silenced).map(({ active }) => active);
  const there = new Set(alarms.map(alarmKeyOf));
  const gone = [...known.values()]
    .filter((one) => !there.has(alarmKeyOf(one)) && one.told !== undefined && !isEvent(one.code))
    .map((one) => ({ ...one, gone: one.gone ?? now }));
  const over = gone.filter((one) => now - one.gone >= waitFactors.over * wait);
  return {
    active: [...raised.map(({ active }) => active), ...gone],
    news: loud.filter(
      (one) => isNews(one, now, wait) || (one.code === 'lost-values' && isMore(one, now, wait)),
    ),
    more: loud.filter((one) => one.code !== 'lost-values' && isMore(one, now, wait)),
    still: loud.filter(
      (one) =>
        isStill(one, now, repeat) && !isMore(one, now, wait) && !findAcknowledgement(one, acknowledgements),
    ),
    over,
  };
}

/** The state after a round was told, however it has changed meanwhile. */
export function markNotified(
  active: readonly ActiveAlarm[],
  { news, more, still, over }: Notification,
  now: number,
): readonly ActiveAlarm[] {
  const marks = new Map([...news, ...more, ...still].map((one) => [alarmKeyOf(one), one.mark]));
  const ended = new Set(over.map(alarmKeyOf));
  return active
    .filter((one) => !ended.has(alarmKeyOf(one)) || one.gone === undefined)
    .map((one) =>
      marks.has(alarmKeyOf(one))
        ? { ...one, told: now, toldMark: marks.get(alarmKeyOf(one)), moreSince: undefined }
        : one,
    );
}

export const alarmKeyOf = ({ code, about }: Pick<Alarm, 'code' | 'about'>): string => `${code} ${about}`;

export const hasNotifications = ({ news, more, still, over }: Notification): boolean =>
  news.length + more.length + still.length + over.length > 0;

export const isSilenced = (
  { code, about }: Pick<Alarm, 'code' | 'about'>,
  silences: readonly SilenceMatcher[],
): boolean =>
  silences.some((silence) => ['', code].includes(silence.code) && ['', about].includes(silence.about));

type AlarmName = Pick<Alarm, 'code' | 'about'>;

/** A cause that is wrong now says it all. */
export const isInhibited = (alarm: AlarmName, alarms: readonly AlarmName[]): boolean =>
  alarms.some((other) => {
    const cause = causes[other.code];
    if (!cause?.hides.includes(alarm.code)) return false;
    return !cause.sameChannel || other.about === alarm.about;
  });

/** Clamps instants to now: the clock may have been set back. */
const clampToNow = (one: ActiveAlarm, now: number): ActiveAlarm => ({
  ...one,
  seen: Math.min(one.seen, now),
  grown: Math.min(one.grown, now),
  told: one.told === undefined ? undefined : Math.min(one.told, now),
  gone: one.gone === undefined ? undefined : Math.min(one.gone, now),
});

interface RaisedAlarm {
  readonly alarm: Alarm;
  readonly hidden: boolean;
  readonly silenced: boolean;
}

/** Its wait begins when nothing keeps it from being told any more. */
function nextState(
  before: ActiveAlarm | undefined,
  { alarm, hidden, silenced }: RaisedAlarm,
  now: number,
): ActiveAlarm {
  const { told: at, toldMark } = before ?? {};
  return {
    ...alarm,
    seen: before && !hidden && !silenced ? before.seen : now,
    grown: before && !isGreater(alarm.mark, before.mark) ? before.grown : now,
    told: at,
    toldMark,
    moreSince: at !== undefined && isGreater(alarm.mark, toldMark) ? (before?.moreSince ?? now) : undefined,
    wasHidden: hidden || before?.wasHidden,
  };
}

/** Is there more of it than before? A smaller mark means that a person has decided on some. */
const isGreater = (mark: string, than = ''): boolean => Number(mark) > Number(than);

function isNews({ told: before, seen, grown, wasHidden }: ActiveAlarm, now: number, wait: number): boolean {
  const lasts = now - seen >= (wasHidden ? waitFactors.longest : 1) * wait;
  const rests = now - grown >= wait || now - seen >= waitFactors.longest * wait;
  return before === undefined && lasts && rests;
}

/** What grows all the time is told within half an hour all the same. */
function isMore({ code, told: before, moreSince, grown }: ActiveAlarm, now: number, wait: number): boolean {
  if (before === undefined || moreSince === undefined || now - before < betweenMore(code)) return false;
  return now - grown >= wait || now - moreSince >= Math.min(waitFactors.longest * wait, halfHour);
}

const isStill = ({ told: before, code }: ActiveAlarm, now: number, repeat: number): boolean =>
  before !== undefined && !isEvent(code) && now - before >= repeat;
