import type { AccessToken, Author, NewToken, Reasoned } from '../seams/accounts.ts';
import { optionalMember } from '../sql/row-columns.ts';
import {
  execute,
  type Row,
  type SqlDialect,
  type SqlSteps,
  selectRow,
  selectRows,
} from '../sql/sql-engine.ts';
import { addAuditEntry, noteDone } from './audit-rows.ts';
import { notedEvery, parseInstant, parseOptionalInstant, parseRole } from './parse-columns.ts';

export function* addToken(
  dialect: SqlDialect,
  { name, hash, role, lasts }: NewToken,
  by: Author,
): SqlSteps<boolean> {
  const { now } = dialect;
  const row = yield* selectRow(
    `insert into access_token (name, hash, role, added, expires) values (?, ?, ?, ${now}, ${now} + ?)
     on conflict (name) do nothing returning name`,
    ...[name, hash, role, lasts ?? null],
  );
  if (row === undefined) return false;
  yield* noteDone(dialect, by, 'add-token', name, role);
  return true;
}

export function* listTokens(): SqlSteps<readonly AccessToken[]> {
  return (yield* selectRows('select * from access_token order by name')).map(parseToken);
}

/** Without a change; `isNoted`: that it is used was noted a moment ago. */
export function* findValidToken({ now }: SqlDialect, hash: string): SqlSteps<FoundToken | undefined> {
  const row = yield* selectRow(
    `select t.*, coalesce(used >= ${now} - ${notedEvery}, false) as noted from access_token t
     where hash = ? and (expires is null or expires > ${now})`,
    hash,
  );
  return row === undefined ? undefined : { token: parseToken(row), isNoted: Boolean(row.noted) };
}

interface FoundToken {
  readonly token: AccessToken;
  readonly isNoted: boolean;
}

/** It was used. */
export function* touchToken({ now }: SqlDialect, hash: string): SqlSteps<void> {
  yield* execute(`update access_token set used = ${now} where hash = ?`, hash);
}

export function* removeToken(dialect: SqlDialect, name: string, reasoned: Reasoned): SqlSteps<boolean> {
  const row = yield* selectRow('delete from access_token where name = ? returning name', name);
  if (row === undefined) return false;
  yield* addAuditEntry(dialect, { ...reasoned, action: 'remove-token', object: name, result: 'done' });
  return true;
}

const parseToken = ({ name, role, added, expires, used }: Row): AccessToken => ({
  name: String(name),
  role: parseRole(role),
  added: parseInstant(added),
  ...optionalMember('expires', parseOptionalInstant(expires)),
  ...optionalMember('used', parseOptionalInstant(used)),
});
