import type { AccountStore, AuditEntry, AuditQuery } from '../../journal/journal.ts';

/** Entries of one page, the newest first. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** Older ones follow: they are those before this number. */
  readonly before?: number;
}

export async function readAudit(
  { accounts }: { readonly accounts: AccountStore },
  { limit, ...query }: AuditQuery,
): Promise<AuditPage> {
  const found = await accounts.listAudit({ ...query, limit: limit + 1 });
  const entries = found.slice(0, limit);
  const last = entries.at(-1);
  return found.length > limit && last ? { entries, before: last.id } : { entries };
}
