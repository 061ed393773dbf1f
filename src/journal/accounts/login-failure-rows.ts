import type { LoginAttempt, LoginDelays, LoginFailures } from '../seams/accounts.ts';
import { execute, type SqlDialect, type SqlSteps, selectNumber, selectRow } from '../sql/sql-engine.ts';
import { isPast, parseInstant } from './parse-columns.ts';

/**
 * Counted before the password is looked at: of many tries at once each meets what those before it made wait. A name from another
 * address counts by itself, so that nobody can lock out a colleague.
 */
export function* beginLogin(
  { now, lock }: SqlDialect,
  { account, address }: LoginAttempt,
  { steps, forget }: LoginDelays,
): SqlSteps<number> {
  yield* execute(`delete from login_failure where last <= ${now} - ?`, forget);
  yield* execute(
    `insert into login_failure (account, address, failures, last, until) values (?, ?, 0, ${now}, 0)
     on conflict (account, address) do nothing`,
    ...[account, address],
  );
  const row = yield* selectRow(
    `select failures, until - ${now} as wait from login_failure where account = ? and address = ?${lock}`,
    ...[account, address],
  );
  const wait = Number(row?.wait);
  // longer than any: it was noted by a clock that was ahead
  if (wait > 0 && wait <= Math.max(...steps)) return wait;
  const failures = Number(row?.failures) + 1;
  const delay = steps[Math.min(failures, steps.length) - 1] ?? 0;
  yield* execute(
    `update login_failure set failures = ?, last = ${now}, until = ${now} + ? where account = ? and address = ?`,
    ...[failures, delay, account, address],
  );
  return 0;
}

/** From everywhere without an address. */
export function* forgetLoginFailures(account: string, address?: string): SqlSteps<void> {
  if (address === undefined) yield* execute('delete from login_failure where account = ?', account);
  else yield* execute('delete from login_failure where account = ? and address = ?', account, address);
}

export function* summarizeLoginFailures({ now }: SqlDialect, within: number): SqlSteps<LoginFailures> {
  const recent = `from login_failure where last > ${now} - ? and ${isPast('last', now)}`;
  const count = yield* selectNumber(`select coalesce(sum(failures), 0) as n ${recent}`, within);
  const last = yield* selectRow(`select account, address, last ${recent} order by last desc limit 1`, within);
  if (last === undefined) return { count };
  return {
    count,
    last: { account: String(last.account), address: String(last.address), at: parseInstant(last.last) },
  };
}
