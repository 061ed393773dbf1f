import { accessSync, constants } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { loadJournalSettings } from '../../config/load/load-journal-settings.ts';
import { fillTemplate } from '../../findings/create-finding.ts';
import { journalText } from '../../findings/journal-texts.ts';
import { renderFindingLine } from '../../findings/render-finding-line.ts';
import type { HistoryEntry, Journal } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';
import { type JournalSettings, readJournal } from '../../journal/open/open-journal.ts';
import type { DecisionResult } from '../../operator/decisions/decision-result.ts';
import { followUp, needsPerson } from '../../operator/messages/follow-up.ts';
import { standingOf } from '../../operator/messages/message-standing.ts';
import { AccessDenied, isAccessDenied } from '../../system/access-denied.ts';
import { readAccount } from '../../system/account.ts';
import { reasonOf } from '../../text/reason-of.ts';
import { escapeControls } from '../../text/visible.ts';
import { renderLocalTime } from '../../time/local-time.ts';
import { parseMoment } from '../../time/parse-moment.ts';
import type { Language } from '../../types.ts';
import { renderDecision } from '../../wording/decisions/render-decision.ts';
import { renderFullStanding } from '../../wording/messages/render-standing.ts';
import { journalWords } from './journal-words.ts';
import { speakTo } from './spoken-language.ts';

/** What the commands on the journal share. */

/**
 * Where the journal lies, by its part of the config, with what is seen of the channels, and the language that people are told in.
 * Throws after its findings were printed.
 */
export async function requireJournalConfig(path: string) {
  assertReadable(path);
  const { journal, channels, operator, findings, language } = await loadJournalSettings(path);
  speakTo(language);
  // what was kept of a syntax's files is told in the language too
  await import('../../formats/syntaxes.ts');
  for (const finding of findings) console.error(renderFindingLine(finding, language));
  if (!journal || !channels) throw new Error('The config cannot be used.');
  return { journal, channels, operator, language };
}

/** Throws AccessDenied: to say that there is no config would be wrong. */
function assertReadable(path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    if (!isAccessDenied(error)) return;
    // which language it is in nobody can tell
    const said = `This account may not read the config ${path} (dit account mag de config niet lezen): ${reasonOf(error)}`;
    throw new AccessDenied(said, { cause: error });
  }
}

/** By its settings, or by the config that holds them. */
export async function withJournal(
  where: string | JournalSettings,
  use: (journal: Journal, language: Language) => Promise<void>,
): Promise<void> {
  const { journal: settings, language } =
    typeof where === 'string'
      ? await requireJournalConfig(where)
      : { journal: where, language: 'en' as const };
  const journal = await readJournal(settings);
  try {
    await use(journal, language);
  } finally {
    await journal.close();
  }
}

export function parseWholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** A time on the command line, as RFC 3339 in UTC. */
export function parseMomentOption(text: string): string {
  const at = parseMoment(text, Date.now());
  if (at === undefined)
    throw new InvalidArgumentError(
      'Give a day (2026-03-01), a time ("2026-03-01 14:00"), or 30m, 2h, 3d ago.',
    );
  return at;
}

/** The account that a decision is kept under. */
export const currentAccountName = (): string => readAccount().name;

/** What came of a decision; the exit status is 1 when it was refused. */
export function printDecisionResult(what: string, result: DecisionResult, language: Language): void {
  const isRefused = result.kind === 'refused';
  const head = isRefused ? `${journalWords(language).REFUSED} ${what}` : what;
  console.log(`${head}: ${escapeControls(renderDecision(result, language))}`);
  if (isRefused) process.exitCode = 1;
}

export function renderHistoryEntry(
  { at, action, who: by, reason, result }: HistoryEntry,
  language: Language,
): string {
  const whose = by ? ` ${fillTemplate(journalWords(language).decidedBy, { who: by })}` : '';
  return escapeControls(
    `${renderLocalTime(at)}  ${action}${whose}${reason ? ` (${reason})` : ''}: ${journalText(result, language)}`,
  );
}

/** What comes of messages that were sent on their way again; the exit status is 1 when one is parked or refused. */
export async function printFollowUp(
  journal: Journal,
  ids: readonly number[],
  since: string,
  language: Language,
): Promise<void> {
  for (const message of await followUp(journal, ids, since)) {
    console.log(escapeControls(renderMessageEnd(message, language)));
    if (needsPerson(message)) process.exitCode = 1;
  }
}

function renderMessageEnd(message: Message, language: Language): string {
  const words = journalWords(language);
  const { id, state, outcome } = message;
  const reason = journalText(message.reason, language);
  const name = fillTemplate(words.message, { id });
  if (state === 'parked') return `${words.PARKED} ${name}: ${reason}`;
  if (outcome === 'rejected') return `${words.REFUSED} ${name}: ${reason}`;
  const stands = renderFullStanding(standingOf(message), Date.now(), language);
  if (state !== 'settled' && state !== 'waiting')
    return `${name}: ${stands}. ${fillTemplate(words.notThrough, { id })}`;
  return `${name}: ${stands}${reason === '' ? '' : `. ${reason}`}`;
}
