import type { AccountStore, AuditEntry } from '../../journal/journal.ts';
import { type AuditQuestion, readAudit } from '../../operator/users/read-audit.ts';
import type { Language } from '../../types.ts';
import { renderAuditCsv } from '../../wording/users/audit-csv.ts';
import { renderActor, renderAuditAction } from '../../wording/users/render-audit.ts';
import { type Route, route } from '../kit/route.ts';
import { auditAnswer, auditExport, auditFilter, auditInput } from '../model/user-model.ts';

/** Entries of one file. */
const mostExported = 10_000;

/** Who did what, on the pages and at the command line: for administrators. */
export const auditRoutes = (accounts: AccountStore): readonly Route[] => [
  route(
    {
      ...{ method: 'GET', path: '/audit', role: 'administer', input: auditInput, output: auditAnswer },
      about: 'What people did, and tried; the newest first.',
    },
    async ({ refused, ...query }, { language }) => {
      const question = { ...query, refused: refused === 'only' };
      const { entries, before } = await readAudit({ accounts }, question);
      return {
        entries: entries.map((entry) => describeEntry(entry, language)),
        ...(before ? { before } : {}),
      };
    },
  ),
  route(
    {
      ...{
        method: 'GET',
        path: '/audit/export',
        role: 'administer',
        input: auditFilter,
        output: auditExport,
      },
      about: 'The same as CSV for a sheet.',
    },
    async ({ refused, ...query }) => {
      const question: AuditQuestion = { ...query, refused: refused === 'only', limit: mostExported };
      const { entries, before } = await readAudit({ accounts }, question);
      return { name: 'audit.csv', text: renderAuditCsv(entries), more: before !== undefined };
    },
  ),
];

const describeEntry = (entry: AuditEntry, language: Language) => {
  const { by, ...rest } = entry;
  return {
    ...{ ...rest, ...by },
    refused: entry.result !== 'done' && entry.result !== 'pending',
    who: renderActor(by, language),
    text: renderAuditAction(entry, language),
  };
};
