import type { AccountStore, AuditEntry } from '../../../journal/journal.ts';
import { findAuditTopic } from '../../../operator/users/audit-topics.ts';
import { type AuditQuestion, readAudit } from '../../../operator/users/read-audit.ts';
import type { Language } from '../../../types.ts';
import { type CsvSeparator, renderAuditCsv } from '../../../wording/users/audit-csv.ts';
import { renderAuditAction, renderAuthor } from '../../../wording/users/render-audit.ts';
import { type Route, route } from '../../kit/route.ts';
import { startOfPeriod } from '../../kit/site-time.ts';
import {
  type AuditFilter,
  auditAnswer,
  auditExport,
  auditFilter,
  auditInput,
} from '../../model/user-model.ts';

/** Entries of one file. */
const mostExported = 10_000;

/** Who did what, on the pages and at the command line: for administrators. */
export const auditRoutes = (accounts: AccountStore, now = () => new Date()): readonly Route[] => [
  route(
    {
      ...{ method: 'GET', path: '/audit', role: 'administer', input: auditInput, output: auditAnswer },
      about: 'What people did, and tried; the newest first.',
    },
    async ({ before: from, limit, ...filter }, { language }) => {
      const question = { ...questionOf(filter, now()), before: from, limit };
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
    async (filter, { language }) => {
      const question = { ...questionOf(filter, now()), limit: mostExported };
      const { entries, before } = await readAudit({ accounts }, question);
      return {
        name: 'audit.csv',
        text: renderAuditCsv(entries, separators[language]),
        more: before !== undefined,
      };
    },
  ),
];

/** As the Excel of the reader expects it. */
const separators: Readonly<Record<Language, CsvSeparator>> = { en: ',', nl: ';' };

const questionOf = (
  { refused, period, since, ...same }: AuditFilter,
  now: Date,
): Omit<AuditQuestion, 'limit'> => ({
  ...same,
  refused: refused === 'only',
  since: period === undefined ? since : startOfPeriod(period, now),
});

const describeEntry = (entry: AuditEntry, language: Language) => {
  const { by, ...rest } = entry;
  const topic = findAuditTopic(entry.action);
  return {
    ...(topic === undefined ? {} : { topic }),
    ...{ ...rest, ...by },
    refused: entry.result !== 'done' && entry.result !== 'pending',
    who: renderAuthor(by, language),
    text: renderAuditAction(entry, language),
  };
};
