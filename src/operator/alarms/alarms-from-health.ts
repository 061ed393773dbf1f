import type { GatewayTroubles, StoredTrouble } from '../../journal/trouble-store.ts';
import { steadyNow } from '../../time/steady-clock.ts';
import type { Language } from '../../types.ts';
import {
  type AlarmCode,
  type HealthReason,
  hasReachedLevel,
  type Level,
  rules,
  type TroubleCode,
} from '../health/health.ts';
import type { Alarm } from './evaluate.ts';

/** Milliseconds without a sign of life after which a gateway is gone. */
const goneAfter = 60_000;

export const isTroubleCode = (code: string): code is TroubleCode => Object.hasOwn(rules, code);

export const isAlarmCode = (code: string): code is AlarmCode => isTroubleCode(code) || code === 'lost-values';

/**
 * What a health reason reports to people: nothing until it has reached its final level. Waiting documents
 * count after `waiting` milliseconds, measured from `from` at the earliest.
 */
export function troublesToReport(
  reason: HealthReason,
  {
    waiting,
    language,
    from,
  }: { readonly waiting: number; readonly language: Language; readonly from: number },
  now: number,
): readonly StoredTrouble[] {
  const { code, about, level, since, mark = '' } = reason;
  const isEarly = code === 'waiting' && now - Math.max(from, Date.parse(since)) < waiting;
  return hasReachedLevel(reason) && !isEarly
    ? [{ code, about, level, what: reason.what[language], since, mark }]
    : [];
}

/** What the gateways see, each kind and place once: several may see the same. */
export function mergeAlarms(watchers: readonly GatewayTroubles[]): readonly Alarm[] {
  const several = watchers.length > 1;
  const living = watchers.filter(({ silent = 0 }) => silent < goneAfter);
  const all = living.flatMap(({ gateway, troubles }) =>
    troubles.flatMap((trouble) => (isTroubleCode(trouble.code) ? [{ ...trouble, gateway }] : [])),
  );
  const groups = Map.groupBy(all, ({ code, about }) => `${code} ${about}`);
  return [...groups.values()].flatMap((seen) => mergeGroup(seen, several));
}

type ReportedTrouble = StoredTrouble & { readonly gateway: string };

function mergeGroup(seen: readonly ReportedTrouble[], several: boolean): readonly Alarm[] {
  const [first] = seen;
  if (!first || !isTroubleCode(first.code)) return [];
  const level: Level = seen.some((one) => one.level === 'red') ? 'red' : 'amber';
  const byText = [...Map.groupBy(seen, ({ what }) => what)];
  const what = byText.map(([text, by]) =>
    several && by.length < seen.length ? `${text} (${by.map(({ gateway }) => gateway).join(', ')})` : text,
  );
  const since = seen.map((one) => one.since).sort()[0] ?? first.since;
  const mark =
    seen
      .map((one) => one.mark)
      .sort(byNumber)
      .at(-1) ?? '';
  return [{ code: first.code, about: first.about, level, what: what.join('\n'), since, mark }];
}

const byNumber = (one: string, other: string): number => Number(one) - Number(other);

/** A gateway that has not been heard of, and has not said that it stops. */
export interface MissingGateway {
  readonly gateway: string;
  /** RFC 3339, UTC, to the second. */
  readonly since: string;
}

export function findMissingGateways(
  watchers: readonly GatewayTroubles[],
  now = steadyNow(),
): readonly MissingGateway[] {
  return watchers.flatMap(({ gateway, silent = 0 }) =>
    silent < goneAfter
      ? []
      : [{ gateway, since: new Date(Math.floor((now - silent) / 1000) * 1000).toISOString() }],
  );
}
