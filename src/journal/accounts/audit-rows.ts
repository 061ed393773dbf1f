import type { AuditEntry, AuditQuery, Author, NewAuditEntry, RepeatLimits } from '../seams/accounts.ts';
import {
  execute,
  likePattern,
  placeholders,
  type Row,
  type SqlDialect,
  type SqlSteps,
  selectRow,
  selectRows,
  type Value,
} from '../sql/sql-engine.ts';
import { isPast, parseInstant } from './parse-columns.ts';

/** Longest text of a column that people or browsers fill. */
const longest = 1_000;

export function* addAuditEntry(
  { now }: SqlDialect,
  { by: { kind, name, address }, action, object, detail = '', reason, result }: NewAuditEntry,
  repeated?: { readonly alike: string; readonly crowd: string },
): SqlSteps<void> {
  yield* execute(
    `insert into audit_entry (at, who, kind, address, action, object, detail, reason, result, alike, crowd)
     values (${now}, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[name, kind, address, action, object, detail, reason, result].map((text) => text.slice(0, longest)),
    ...[repeated?.alike ?? null, repeated?.crowd ?? null],
  );
}

/** Of what repeats itself the first stand by themselves, and the last of these counts all further ones: the audit stays as small as that. */
export function* addRepeatableEntry(
  dialect: SqlDialect,
  entry: NewAuditEntry,
  { crowd, from, within, own, most }: RepeatLimits,
): SqlSteps<void> {
  const isCrowded = yield* hasMany(dialect, crowd, within, most);
  const alike = isCrowded ? crowd : `${crowd} ${from}`;
  const counting = yield* findCounting(dialect, alike, within, isCrowded ? 1 : own);
  if (counting === undefined)
    yield* addAuditEntry(dialect, isCrowded ? fromAnywhere(entry) : entry, { alike, crowd });
  else
    yield* execute(
      `update audit_entry set times = times + 1, last = ${dialect.now} where id = ?`,
      Number(counting.id),
    );
}

const fromAnywhere = ({ by, ...entry }: NewAuditEntry): NewAuditEntry => ({
  ...entry,
  by: { ...by, address: '' },
});

const recent = (now: string): string => `at > ${now} - ? and ${isPast('at', now)}`;

/** Have so many been added within that time that further ones are only counted? */
function* hasMany({ now }: SqlDialect, crowd: string, within: number, most: number): SqlSteps<boolean> {
  const beyond = yield* selectRow(
    `select id from audit_entry where crowd = ? and ${recent(now)} order by at desc limit 1 offset ?`,
    ...[crowd, within, most - 1],
  );
  return beyond !== undefined;
}

/** The last of those that stand by themselves, once there are enough. */
function* findCounting(
  { now, lock }: SqlDialect,
  alike: string,
  within: number,
  own: number,
): SqlSteps<Row | undefined> {
  const rows = yield* selectRows(
    `select id from audit_entry where alike = ? and ${recent(now)} order by at desc, id desc limit ?${lock}`,
    ...[alike, within, own],
  );
  return rows.length < own ? undefined : rows[0];
}

/** What was done, without a reason. */
export const noteDone = (
  dialect: SqlDialect,
  by: Author,
  action: string,
  object: string,
  detail = '',
): SqlSteps<void> => addAuditEntry(dialect, { by, action, object, detail, reason: '', result: 'done' });

export function* listAudit({ limit, ...query }: AuditQuery): SqlSteps<readonly AuditEntry[]> {
  const conditions = auditConditions(query);
  const where = conditions.map(([sql]) => sql).join(' and ') || 'true';
  const values = conditions.flatMap(([, ...each]) => each);
  const rows = yield* selectRows(
    `select * from audit_entry where ${where} order by id desc limit ?`,
    ...values,
    limit,
  );
  return rows.map(parseAuditEntry);
}

type Condition = readonly [sql: string, ...values: Value[]];

function auditConditions({
  before,
  since,
  who,
  actions,
  refused,
  find,
}: Omit<AuditQuery, 'limit'>): readonly Condition[] {
  const part = find === undefined ? '' : likePattern(find.toLowerCase());
  const anywhere = ['who', 'object', 'reason'].map((column) => `lower(${column}) like ? escape '\\'`);
  return [
    ...(before === undefined ? [] : [['id < ?', before] as const]),
    ...(since === undefined ? [] : [['coalesce(last, at) >= ?', Date.parse(since)] as const]),
    ...(who === undefined ? [] : [['who = ?', who] as const]),
    ...(actions === undefined ? [] : [[`action in (${placeholders(actions)})`, ...actions] as const]),
    ...(refused ? [["result not in ('done', 'pending')"] as const] : []),
    ...(find === undefined ? [] : [[`(${anywhere.join(' or ')})`, part, part, part] as const]),
  ];
}

const kinds = ['user', 'system', 'token'] as const;

const parseAuditEntry = ({
  id,
  at,
  who,
  kind,
  address,
  action,
  object,
  detail,
  reason,
  result,
  times,
  last,
}: Row): AuditEntry => ({
  id: Number(id),
  at: parseInstant(at),
  by: {
    kind: kinds.find((one) => one === kind) ?? 'unknown',
    name: String(who),
    address: String(address),
  },
  action: String(action),
  object: String(object),
  ...(detail === '' ? {} : { detail: String(detail) }),
  reason: String(reason),
  result: String(result),
  ...(last === null ? {} : { times: Number(times), last: parseInstant(last) }),
});
