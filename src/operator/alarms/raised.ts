import type { SeenTrouble, Watcher } from '../../journal/watching.ts';
import { isFull, type Level, type Reason, rules, type Trouble } from '../health.ts';
import type { Alarm } from './bell.ts';

/** Milliseconds without a sign of life after which a gateway is gone. */
const goneAfter = 60_000;

export const isTrouble = (code: string): code is Trouble => Object.hasOwn(rules, code);

/** Of a reason of health, when it is one to be told: what is as bad as it becomes, what waits when that lasts for long. */
export function alarmOf(
  reason: Reason,
  { waiting }: { readonly waiting: number },
  now: number,
): readonly SeenTrouble[] {
  const { code, about, level, what, since, mark = '' } = reason;
  const isEarly = code === 'waiting' && now - Date.parse(since) < waiting;
  return isFull(reason) && !isEarly ? [{ code, about, level, what, since, mark }] : [];
}

/** What the gateways see, each kind and place once: several may see the same. */
export function alarmsOf(watchers: readonly Watcher[]): readonly Alarm[] {
  const several = watchers.length > 1;
  const living = watchers.filter(({ silent = 0 }) => silent < goneAfter);
  const all = living.flatMap(({ gateway, troubles }) =>
    troubles.flatMap((trouble) => (isTrouble(trouble.code) ? [{ ...trouble, gateway }] : [])),
  );
  const groups = Map.groupBy(all, ({ code, about }) => `${code} ${about}`);
  return [...groups.values()].flatMap((seen) => together(seen, several));
}

type Seen = SeenTrouble & { readonly gateway: string };

function together(seen: readonly Seen[], several: boolean): readonly Alarm[] {
  const [first] = seen;
  if (!first || !isTrouble(first.code)) return [];
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

/** Gateways that have not been heard of, and have not said that they stop. */
export function goneAlarms(watchers: readonly Watcher[], now = Date.now()): readonly Alarm[] {
  return watchers.flatMap(({ gateway, silent = 0 }) =>
    silent < goneAfter ? [] : [goneAlarm(gateway, new Date(Math.floor((now - silent) / 1000) * 1000))],
  );
}

const goneAlarm = (gateway: string, since: Date): Alarm => ({
  code: 'gateway-gone',
  about: gateway,
  level: 'amber',
  what: `The gateway ${gateway} has given no sign of life since ${since.toISOString()}.`,
  since: since.toISOString(),
  mark: '',
});
