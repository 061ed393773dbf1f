import type {
  Author,
  LoginAttempt,
  NewLink,
  NewSession,
  OpenLink,
  OpenSession,
  Session,
  SessionOwner,
} from '../seams/accounts.ts';
import {
  execute,
  type Row,
  type SqlDialect,
  type SqlSteps,
  selectRow,
  selectRows,
} from '../sql/sql-engine.ts';
import { noteDone } from './audit-rows.ts';
import { forgetLoginFailures } from './login-failure-rows.ts';
import { isPast, notedEvery, parseInstant, parseRole } from './parse-columns.ts';

/** A user who may log in, and what the user may; an account of the system may everything. */
const ownerOf = (t: string) =>
  `left join account a on ${t}.kind = 'user' and a.name = ${t}.account and a.disabled = 0`;
const isOwned = (t: string) => `(${t}.kind = 'system' or a.name is not null)`;
const rights = `coalesce(a.role, 'administer') as role, coalesce(a.masked, 0) as masked`;

/** SQL: not over, and not of a clock that was ahead: no link lasts an hour. */
const isOpenLink = (expires: string, now: string): string =>
  `${expires} > ${now} and ${expires} <= ${now} + 3600000`;

export function* addLink(
  dialect: SqlDialect,
  { hash, owner, purpose, lasts }: NewLink,
  by: Author,
): SqlSteps<string | undefined> {
  const { now } = dialect;
  if (owner.kind === 'user') {
    const user = yield* selectRow('select 1 as n from account where name = ? and disabled = 0', owner.name);
    if (user === undefined) return undefined;
  }
  yield* execute(`delete from login_link where expires <= ${now}`);
  yield* execute(
    'delete from login_link where account = ? and kind = ? and purpose = ?',
    ...[owner.name, owner.kind, purpose],
  );
  const row = yield* selectRow(
    `insert into login_link (hash, account, kind, purpose, made_by, expires) values (?, ?, ?, ?, ?, ${now} + ?)
     returning expires`,
    ...[hash, owner.name, owner.kind, purpose, by.name, lasts],
  );
  yield* noteDone(dialect, by, 'add-link', owner.name, purpose);
  return parseInstant(row?.expires);
}

export function* findLink({ now }: SqlDialect, hash: string): SqlSteps<OpenLink | undefined> {
  const row = yield* selectRow(
    `select l.* from login_link l ${ownerOf('l')} where l.hash = ? and ${isOpenLink('l.expires', now)} and ${isOwned('l')}`,
    hash,
  );
  if (row === undefined) return undefined;
  return {
    owner: parseOwner(row),
    purpose: parsePurpose(row.purpose),
    madeBy: String(row.made_by),
    expires: parseInstant(row.expires),
  };
}

export function* openByLink(
  dialect: SqlDialect,
  link: string,
  session: NewSession,
  password?: string,
): SqlSteps<Session | undefined> {
  const purpose = password === undefined ? 'login' : 'password';
  const row = yield* selectRow(
    `delete from login_link where hash = ? and purpose = ? and ${isOpenLink('expires', dialect.now)} returning account, kind`,
    ...[link, purpose],
  );
  if (row === undefined) return undefined;
  const owner = parseOwner(row);
  if (password !== undefined && !(yield* storePassword(dialect, owner.name, password, session.address)))
    return undefined;
  return yield* beginSession(dialect, owner, session, 'link');
}

export function* openByPassword(
  dialect: SqlDialect,
  { account: name, address }: LoginAttempt,
  password: string,
  session: NewSession,
): SqlSteps<Session | undefined> {
  const row = yield* selectRow(
    `select 1 as n from account where name = ? and password = ? and disabled = 0${dialect.lock}`,
    ...[name, password],
  );
  if (row === undefined) return undefined;
  yield* forgetLoginFailures(name, address);
  return yield* beginSession(dialect, { kind: 'user', name }, session, 'password');
}

export function* changePassword(
  dialect: SqlDialect,
  session: string,
  password: string,
  next: NewSession,
): SqlSteps<Session | undefined> {
  const row = yield* selectRow(
    `delete from login_session where hash = ? and kind = 'user' and ends > ${dialect.now}
       and ${isPast('seen', dialect.now)} returning account`,
    session,
  );
  const name = String(row?.account);
  if (row === undefined || !(yield* storePassword(dialect, name, password, next.address))) return undefined;
  return yield* beginSession(dialect, { kind: 'user', name }, next, 'password');
}

/** What is open of the user ends. False: there is none, or it is disabled. */
function* storePassword(
  dialect: SqlDialect,
  name: string,
  password: string,
  address: string,
): SqlSteps<boolean> {
  const user = yield* selectRow(
    'update account set password = ? where name = ? and disabled = 0 returning name',
    ...[password, name],
  );
  if (user === undefined) return false;
  yield* endSessionsOf({ kind: 'user', name });
  yield* endLinksOf({ kind: 'user', name });
  yield* forgetLoginFailures(name);
  yield* noteDone(dialect, { kind: 'user', name, address }, 'set-password', name);
  return true;
}

/** Those that have ended go. */
function* beginSession(
  dialect: SqlDialect,
  owner: SessionOwner,
  { hash, lasts, address, agent }: NewSession,
  how: 'password' | 'link',
): SqlSteps<Session | undefined> {
  const { now } = dialect;
  yield* execute(`delete from login_session where ends <= ${now}`);
  yield* execute(
    `insert into login_session (hash, account, kind, began, seen, ends, address, agent)
     values (?, ?, ?, ${now}, ${now}, ${now} + ?, ?, ?)`,
    ...[hash, owner.name, owner.kind, lasts, address, agent.slice(0, 300)],
  );
  const found = yield* findOpenSession(dialect, hash, lasts);
  if (found === undefined) yield* execute('delete from login_session where hash = ?', hash);
  else yield* noteDone(dialect, { ...owner, address }, 'login', '', how);
  return found?.session;
}

interface FoundSession {
  readonly session: Session;
  /** That it is used was noted a moment ago. */
  readonly isNoted: boolean;
}

/** Without a change. */
export function* findOpenSession(
  { now }: SqlDialect,
  hash: string,
  idle: number,
): SqlSteps<FoundSession | undefined> {
  const row = yield* selectRow(
    `select s.*, ${rights}, s.seen >= ${now} - ${notedEvery} as noted from login_session s ${ownerOf('s')}
     where s.hash = ? and s.ends > ${now} and s.seen > ${now} - ?
       and ${isPast('s.seen', now)} and ${isOwned('s')}`,
    ...[hash, idle],
  );
  return row === undefined ? undefined : { session: parseSession(row), isNoted: Boolean(row.noted) };
}

export function* listSessions(
  { now }: SqlDialect,
  { kind, name }: SessionOwner,
  idle: number,
): SqlSteps<readonly OpenSession[]> {
  const rows = yield* selectRows(
    `select * from login_session where account = ? and kind = ? and ends > ${now} and seen > ${now} - ?
     order by seen desc, began desc`,
    ...[name, kind, idle],
  );
  return rows.map(({ hash, began, seen, address, agent }) => ({
    ...{ hash: String(hash), address: String(address), agent: String(agent) },
    ...{ began: parseInstant(began), seen: parseInstant(seen) },
  }));
}

/** It was used. */
export function* touchSession({ now }: SqlDialect, hash: string): SqlSteps<void> {
  yield* execute(`update login_session set seen = ${now} where hash = ?`, hash);
}

export function* endSession(dialect: SqlDialect, hash: string, by: Author): SqlSteps<boolean> {
  const row = yield* selectRow('delete from login_session where hash = ? returning account', hash);
  if (row === undefined) return false;
  yield* noteDone(dialect, by, 'logout', '');
  return true;
}

export function* endSessions(
  dialect: SqlDialect,
  owner: SessionOwner | undefined,
  by: Author,
): SqlSteps<number> {
  const count = yield* endSessionsOf(owner);
  yield* noteDone(dialect, by, 'logout-everywhere', owner?.name ?? '');
  return count;
}

/** Of everybody without an owner. */
export function* endSessionsOf(owner: SessionOwner | undefined): SqlSteps<number> {
  const rows =
    owner === undefined
      ? yield* selectRows('delete from login_session returning account')
      : yield* selectRows(
          'delete from login_session where account = ? and kind = ? returning account',
          ...[owner.name, owner.kind],
        );
  return rows.length;
}

export function* endLinksOf({ kind, name }: SessionOwner): SqlSteps<void> {
  yield* execute('delete from login_link where account = ? and kind = ?', name, kind);
}

const parseOwner = ({ account, kind }: Row): SessionOwner => ({
  kind: kind === 'system' ? 'system' : 'user',
  name: String(account),
});

const parsePurpose = (value: unknown): OpenLink['purpose'] => (value === 'login' ? 'login' : 'password');

const parseSession = (row: Row): Session => ({
  owner: parseOwner(row),
  role: parseRole(row.role),
  masked: Number(row.masked) !== 0,
  began: parseInstant(row.began),
  ends: parseInstant(row.ends),
  address: String(row.address),
});
