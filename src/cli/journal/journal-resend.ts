import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { loadWithoutSecrets } from '../../config/load/load-config.ts';
import { fillTemplate } from '../../findings/create-finding.ts';
import { checkCorrection } from '../../operator/decisions/check-correction.ts';
import { decide } from '../../operator/decisions/decide.ts';
import type { Language } from '../../types.ts';
import { addConfigOption, renderFindingLine, resolveFromCaller } from '../kit/command-kit.ts';
import {
  currentAccountName,
  parseWholeNumber,
  printDecisionResult,
  printFollowUp,
  requireJournalConfig,
  withJournal,
} from '../kit/journal-options.ts';
import { journalWords } from '../kit/journal-words.ts';

interface Options {
  readonly config: string;
  readonly file: string;
  readonly reason: string;
  readonly asAnotherOrder: boolean;
}

/** The corrected document goes in the place of a waiting or parked one; a settled one gets a successor. */
export function resendCommand(): Command {
  return addConfigOption(new Command('resend'))
    .argument('<id>', 'the number of the message', parseWholeNumber)
    .requiredOption('--file <path>', 'the corrected document', resolveFromCaller)
    .option(
      '--as-another-order',
      'the document is about another order, and is meant to be; needs --reason',
      false,
    )
    .option('--reason <text>', 'why; it is kept in the journal', '')
    .addHelpText(
      'after',
      '\nWaits ten seconds for what comes of it. Exit status: 1 when it is not taken, is parked again or is refused.',
    )
    .action(resend);
}

async function resend(message: number, options: Options): Promise<void> {
  const { config, file, reason, asAnotherOrder } = options;
  const bytes = readFileSync(file);
  const { journal: settings, language } = await requireJournalConfig(config);
  if (asAnotherOrder && reason === '') throw new Error(journalWords(language).reasonNeeded);
  if (!(await fits(options, message, bytes, language))) return;
  const since = new Date().toISOString();
  const decided = await decide(settings, {
    action: 'resend',
    message,
    force: false,
    reason,
    who: currentAccountName(),
    bytes,
  });
  printDecisionResult(`resend ${message}`, decided, language);
  if (decided.kind === 'done') await printFollowUp(settings, [message], since, language);
}

/** A document that would be refused, or is about another order, must not end the message that it is to mend. */
async function fits(
  { config: path, asAnotherOrder }: Options,
  id: number,
  bytes: Uint8Array,
  language: Language,
): Promise<boolean> {
  const { config, findings } = await loadWithoutSecrets(path);
  for (const finding of config ? [] : findings) console.error(renderFindingLine(finding, language));
  if (!config) throw new Error('The config cannot be used.');
  let isFit = true;
  await withJournal(path, async (journal) => {
    const message = await journal.message(id);
    const wrong = message && checkCorrection(config, message, bytes, { asAnotherOrder });
    if (!wrong) return;
    isFit = false;
    const text = fillTemplate(journalWords(language).unfit, { id, reason: wrong.reason });
    printDecisionResult(`resend ${id}`, { kind: 'refused', text }, language);
    for (const finding of wrong.findings) console.log(`  ${renderFindingLine(finding, language)}`);
  });
  return isFit;
}
