import { Command, Option } from 'commander';
import { fillTemplate } from '../../findings/create-finding.ts';
import type { AccessToken, AuditEntry, UserAccount } from '../../journal/journal.ts';
import { lifetimes } from '../../operator/users/lifetimes.ts';
import { readAudit } from '../../operator/users/read-audit.ts';
import { renderLocalTime } from '../../time/local-time.ts';
import type { Language } from '../../types.ts';
import { renderAuditCsv } from '../../wording/users/audit-csv.ts';
import { renderAuditAction, renderAuthor } from '../../wording/users/render-audit.ts';
import { userWords } from '../../wording/users/render-user-result.ts';
import { addConfigOption, renderTable } from '../kit/command-kit.ts';
import { parseMomentOption, parseWholeNumber, withJournal } from '../kit/journal-options.ts';
import { journalWords } from '../kit/journal-words.ts';
import { addUtcOption } from '../kit/time-zone.ts';

interface ListOptions {
  readonly config: string;
  readonly format: 'text' | 'json';
}

export function listCommand(): Command {
  return addUtcOption(addConfigOption(new Command('list')))
    .description('who may log in, what each may, and the tokens of scripts')
    .addOption(new Option('--format <format>').choices(['text', 'json']).default('text'))
    .action(async ({ config, format }: ListOptions) => {
      await withJournal(config, async ({ accounts }, language) => {
        const [users, tokens] = [await accounts.listUsers(lifetimes.idle), await accounts.listTokens()];
        console.log(
          format === 'json'
            ? JSON.stringify({ users, tokens }, undefined, 2)
            : renderUsers(users, tokens, language),
        );
      });
    });
}

function renderUsers(
  users: readonly UserAccount[],
  tokens: readonly AccessToken[],
  language: Language,
): string {
  const words = journalWords(language);
  const { roles } = userWords[language];
  const at = (instant: string | undefined) =>
    instant === undefined ? words.never : renderLocalTime(instant);
  const rows = users.map((user) => [
    ...[
      user.name,
      roles[user.role],
      renderLocalTime(user.added),
      at(user.seen ?? user.lastLogin),
      `${user.sessions}`,
    ],
    renderNotes(user, language),
  ]);
  const scripts = tokens.map(({ name, role, expires, used }) => [
    ...[name, roles[role], expires === undefined ? '-' : renderLocalTime(expires), at(used)],
  ]);
  return [
    rows.length === 0 ? words.noUsers : renderTable([words.userHead, ...rows]),
    ...(scripts.length === 0 ? [] : ['', renderTable([words.tokenHead, ...scripts])]),
  ].join('\n');
}

function renderNotes(
  { disabled, masked, hasPassword, linkExpires }: UserAccount,
  language: Language,
): string {
  const words = journalWords(language);
  const link =
    linkExpires === undefined ? [] : [fillTemplate(words.linkOpen, { until: renderLocalTime(linkExpires) })];
  return [
    ...(disabled ? [words.userDisabled] : []),
    ...(masked ? [words.userMasked] : []),
    ...(hasPassword ? [] : [words.noPasswordYet]),
    ...link,
  ].join(', ');
}

interface AuditOptions {
  readonly config: string;
  readonly format: 'text' | 'json' | 'csv';
  readonly limit: number;
  readonly since?: string;
  readonly find?: string;
}

export function auditCommand(): Command {
  return addUtcOption(addConfigOption(new Command('audit')))
    .description('who did what, when, from where and why; failed logins too')
    .addOption(new Option('--since <time>', 'from then on').argParser(parseMomentOption))
    .option('--find <text>', 'part of a name, an object or a reason')
    .option('--limit <number>', 'so many at most, the newest', parseWholeNumber, 100)
    .addOption(new Option('--format <format>').choices(['text', 'json', 'csv']).default('text'))
    .action(async ({ config, format, limit, since, find }: AuditOptions) => {
      await withJournal(config, async ({ accounts }, language) => {
        const { entries } = await readAudit({ accounts }, { limit, since, find });
        console.log(renderEntries(entries, format, language));
      });
    });
}

function renderEntries(
  entries: readonly AuditEntry[],
  format: AuditOptions['format'],
  language: Language,
): string {
  if (format === 'json') return JSON.stringify(entries, undefined, 2);
  if (format === 'csv') return renderAuditCsv(entries);
  const rows = entries.map((entry) => [
    ...[renderLocalTime(entry.at), renderAuthor(entry.by, language), entry.by.address],
    ...[renderAuditAction(entry, language), entry.reason],
  ]);
  return renderTable([journalWords(language).auditHead, ...rows]);
}
