import type { AccountStore, AuditEntry, AuditQuery } from '../../journal/journal.ts';
import { type AuditTopic, auditTopics } from './audit-topics.ts';

/** Entries of one page, the newest first. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** Older ones follow: they are those before this number. */
  readonly before?: number;
}

export interface AuditQuestion extends Omit<AuditQuery, 'actions'> {
  readonly topic?: AuditTopic | undefined;
}

export async function readAudit(
  { accounts }: { readonly accounts: AccountStore },
  { limit, topic, ...query }: AuditQuestion,
): Promise<AuditPage> {
  const actions = topic && auditTopics[topic];
  const found = await accounts.listAudit({ ...query, actions, limit: limit + 1 });
  const entries = found.slice(0, limit);
  const last = entries.at(-1);
  return found.length > limit && last ? { entries, before: last.id } : { entries };
}
