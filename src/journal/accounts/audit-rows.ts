import type { AuditEntry, AuditQuery, Author, NewAuditEntry } from '../seams/accounts.ts';
import {
  execute,
  likePattern,
  placeholders,
  type Row,
  type SqlDialect,
  type SqlSteps,
  selectRows,
  type Value,
} from '../sql/sql-engine.ts';
import { parseInstant } from './parse-columns.ts';

/** Longest text of a column that people or browsers fill. */
const longest = 1_000;

export function* addAuditEntry(
  { now }: SqlDialect,
  { by: { kind, name, address }, action, object, detail = '', reason, result }: NewAuditEntry,
): SqlSteps<void> {
  yield* execute(
    `insert into audit_entry (at, who, kind, address, action, object, detail, reason, result)
     values (${now}, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[name, kind, address, action, object, detail, reason, result].map((text) => text.slice(0, longest)),
  );
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
    ...(since === undefined ? [] : [['at >= ?', Date.parse(since)] as const]),
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
});
