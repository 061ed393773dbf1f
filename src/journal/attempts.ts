import { dryName } from '../dry-run.ts';
import type { StagedFile } from '../folders/interface.ts';
import { addPart } from './blobs.ts';
import type { Tried } from './interface.ts';
import type { Attempt, AttemptEnd, PreparedParts, TriedStep } from './message.ts';
import { readAttempt } from './rows.ts';
import { noteSight } from './sights.ts';
import { all, type Dialect, now, number, one, run, type Steps } from './sql.ts';

/** What prepare saw and made, and the start of the attempt. */
export function* prepared(
  dialect: Dialect,
  id: number,
  made: PreparedParts,
): Steps<{ readonly attempt: number; readonly sequence: number }> {
  yield* addPart(dialect, id, 'prepared', made.bytes);
  yield* addPart(dialect, id, 'plan', Buffer.from(made.plan));
  yield* run(
    'update message set mapping = ?, findings = ? where id = ?',
    made.mapping || null,
    JSON.stringify(made.findings),
    id,
  );
  yield* noteSight(dialect, id, made.saw);
  return { attempt: yield* startAttempt(id, 'deliver'), sequence: yield* nextSequence(id) };
}

export function* startAttempt(id: number, what: Attempt['what']): Steps<number> {
  const n = yield* number(
    'update message set attempts = attempts + 1 where id = ? returning attempts as n',
    id,
  );
  yield* run('insert into attempt (message, n, what, started) values (?, ?, ?, ?)', id, n, what, now());
  return n;
}

/**
 * The next number of the message's channel; gaps are allowed, repeats are not. What goes to the exchange has no file to name:
 * 0, and no gateway waits for another one. So has what a dry run makes.
 */
function* nextSequence(id: number): Steps<number> {
  const row = yield* one(
    `insert into sequence (channel, value) select channel, 1 from message where id = ? and direction = 'outbound' and lane not like ?
     on conflict (channel) do update set value = sequence.value + 1 returning value as n`,
    id,
    `${dryName('')}%`,
  );
  return Number(row?.n ?? 0);
}

export function* staged(id: number, attempt: number, file: StagedFile): Steps<void> {
  yield* run('update attempt set staged = ? where message = ? and n = ?', JSON.stringify(file), id, attempt);
}

export function* ended(dialect: Dialect, id: number, attempt: number, result: AttemptEnd): Steps<void> {
  yield* run(
    'update attempt set ended = ?, status = ?, detail = ?, unknown = ?, published = ? where message = ? and n = ?',
    now(),
    result.status,
    result.detail,
    result.unknown ? 1 : 0,
    result.published ? 1 : 0,
    id,
    attempt,
  );
  if (result.unknown) yield* run('update message set possibly_twice = 1 where id = ?', id);
  if (result.answer) yield* addPart(dialect, id, 'answer', result.answer);
}

/** What a person decides begins the count anew. A try without an end was cut short by the end of its gateway. */
export function* tried(id: number, step: TriedStep, failure: string | undefined): Steps<Tried> {
  const attempt = yield* startAttempt(id, step);
  if (failure !== undefined)
    yield* run(
      'update attempt set ended = ?, detail = ? where message = ? and n = ?',
      now(),
      failure,
      id,
      attempt,
    );
  const row = yield* one(
    `select sum(case when detail <> '' then 1 else 0 end) as failures, sum(case when ended is null then 1 else 0 end) as ends
     from attempt where message = ? and what = ?
     and (n = ? or started > coalesce((select max(at) from history where message = ?), ''))`,
    ...[id, step, attempt, id],
  );
  return { attempt, tries: Number(row?.failures), ends: Number(row?.ends) };
}

export function* wentWell(id: number, attempt: number): Steps<void> {
  yield* run('update attempt set ended = ? where message = ? and n = ?', now(), id, attempt);
}

export function* attempts(id: number): Steps<readonly Attempt[]> {
  return (yield* all('select * from attempt where message = ? order by n', id)).map(readAttempt);
}
