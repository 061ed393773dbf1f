import type {
  Author,
  NewUser,
  Reasoned,
  UserAccount,
  UserChange,
  UserChangeResult,
  UserCredentials,
} from '../seams/accounts.ts';
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
import { parseInstant, parseOptionalInstant, parseRole } from './parse-columns.ts';
import { endLinksOf, endSessionsOf } from './session-rows.ts';

export function* addUser(
  dialect: SqlDialect,
  { name, role, masked }: NewUser,
  by: Author,
): SqlSteps<boolean> {
  const row = yield* selectRow(
    `insert into account (name, role, masked, added) values (?, ?, ?, ${dialect.now}) on conflict (name) do nothing returning name`,
    ...[name, role, Number(masked)],
  );
  if (row === undefined) return false;
  yield* noteDone(dialect, by, 'add-user', name, role);
  return true;
}

export function* listUsers(
  { now }: SqlDialect,
  idle: number = Number.MAX_SAFE_INTEGER,
): SqlSteps<readonly UserAccount[]> {
  const open = `from open_session s where s.account = a.name`;
  const link = `from login_link l where l.account = a.name and l.kind = 'user' and l.expires > ${now}`;
  const rows = yield* selectRows(
    `with open_session as (
       select * from login_session where kind = 'user' and ends > ${now} and seen > ${now} - ?
     ), last_login as (
       select who, max(at) as at from audit_entry where kind = 'user' and action = 'login' and result = 'done' group by who
     )
     select a.*, (select count(*) ${open}) as sessions, (select max(s.seen) ${open}) as seen,
       (select s.address ${open} order by s.seen desc limit 1) as address, (select max(l.expires) ${link}) as link_expires,
       (select i.at from last_login i where i.who = a.name and i.at >= a.added) as last_login
     from account a order by a.name`,
    idle,
  );
  return rows.map((row) => ({
    ...parseUser(row),
    hasPassword: row.password !== null,
    added: parseInstant(row.added),
    sessions: Number(row.sessions),
    ...optionalMember('seen', parseOptionalInstant(row.seen)),
    ...(typeof row.address === 'string' ? { address: row.address } : {}),
    ...optionalMember('lastLogin', parseOptionalInstant(row.last_login)),
    ...optionalMember('linkExpires', parseOptionalInstant(row.link_expires)),
  }));
}

const parseUser = ({ name, role, masked, disabled }: Row): NewUser & { readonly disabled: boolean } => ({
  name: String(name),
  role: parseRole(role),
  masked: Number(masked) !== 0,
  disabled: Number(disabled) !== 0,
});

export function* findUser(name: string): SqlSteps<UserCredentials | undefined> {
  const row = yield* selectRow('select * from account where name = ?', name);
  if (row === undefined) return undefined;
  return { ...parseUser(row), ...(typeof row.password === 'string' ? { password: row.password } : {}) };
}

export function* changeUser(
  dialect: SqlDialect,
  name: string,
  change: UserChange,
  reasoned: Reasoned,
): SqlSteps<UserChangeResult> {
  const { role, masked, disabled } = { role: undefined, masked: undefined, disabled: undefined, ...change };
  const weakens = disabled === true || (role !== undefined && role !== 'administer');
  const refusal = yield* refusalOf(dialect, name, weakens);
  if (refusal !== undefined) return refusal;
  yield* execute(
    'update account set role = coalesce(?, role), masked = coalesce(?, masked), disabled = coalesce(?, disabled) where name = ?',
    ...[role ?? null, asNumber(masked), asNumber(disabled), name],
  );
  yield* endAccess(name);
  yield* addAuditEntry(dialect, { ...reasoned, ...describeChange(change), object: name, result: 'done' });
  return 'done';
}

const asNumber = (value: boolean | undefined): number | null => (value === undefined ? null : Number(value));

function describeChange(change: UserChange): { readonly action: string; readonly detail?: string } {
  if ('role' in change) return { action: 'change-role', detail: change.role };
  if ('masked' in change) return { action: change.masked ? 'mask-user' : 'unmask-user' };
  return { action: change.disabled ? 'disable-user' : 'enable-user' };
}

export function* removeUser(
  dialect: SqlDialect,
  name: string,
  reasoned: Reasoned,
): SqlSteps<UserChangeResult> {
  const refusal = yield* refusalOf(dialect, name, true);
  if (refusal !== undefined) return refusal;
  yield* endAccess(name);
  yield* execute('delete from account where name = ?', name);
  yield* addAuditEntry(dialect, { ...reasoned, action: 'remove-user', object: name, result: 'done' });
  return 'done';
}

/** The administrators are locked first: of two who remove each other the second is refused. */
function* refusalOf(
  { lock }: SqlDialect,
  name: string,
  weakens: boolean,
): SqlSteps<'unknown' | 'last' | undefined> {
  const administrators = yield* selectRows(
    `select name from account where role = 'administer' and disabled = 0 order by name${lock}`,
  );
  if ((yield* selectRow('select 1 as n from account where name = ?', name)) === undefined) return 'unknown';
  const isLast = administrators.length === 1 && administrators[0]?.name === name;
  return weakens && isLast ? 'last' : undefined;
}

function* endAccess(name: string): SqlSteps<void> {
  yield* endSessionsOf({ kind: 'user', name });
  yield* endLinksOf({ kind: 'user', name });
}

export function* replaceHash(name: string, before: string, after: string): SqlSteps<void> {
  yield* execute('update account set password = ? where name = ? and password = ?', after, name, before);
}
