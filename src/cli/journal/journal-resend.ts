import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { loadWithoutSecrets } from '../../config/load/load-config.ts';
import type { Config } from '../../config/schema/config-schema.ts';
import { renderFindingLine } from '../../findings/render-finding-line.ts';
import type { CorrectionChecker } from '../../operator/decisions/check-correction.ts';
import { resendCorrection } from '../../operator/decisions/resend-correction.ts';
import { buildChannels } from '../../pipeline/channel/channel.ts';
import { resolveOwnFolders } from '../../pipeline/runtime/runtime-snapshot.ts';
import { Workers } from '../../pipeline/workers/workers.ts';
import type { Language } from '../../types.ts';
import { addConfigOption, resolveFromCaller } from '../kit/command-kit.ts';
import {
  currentAccountName,
  parseWholeNumber,
  printDecisionResult,
  printFollowUp,
  requireJournalConfig,
} from '../kit/journal-options.ts';
import { journalWords } from '../kit/journal-words.ts';
import { withDecisionAccess } from '../kit/open-decision-access.ts';

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
  const { config: path, file, reason, asAnotherOrder } = options;
  const bytes = readFileSync(file);
  const { journal: settings, language } = await requireJournalConfig(path);
  if (asAnotherOrder && reason.trim() === '') throw new Error(journalWords(language).reasonNeeded);
  const config = await requireConfig(path, language);
  await withDecisionAccess(settings, async (access) => {
    const since = new Date().toISOString();
    const by = { who: currentAccountName(), reason };
    const result = await withChecker(config, (checker) =>
      resendCorrection(access, checker, { message, bytes, asAnotherOrder }, by),
    );
    printDecisionResult(`resend ${message}`, result, language);
    for (const finding of result.findings ?? []) console.log(`  ${renderFindingLine(finding, language)}`);
    if (result.kind === 'done') await printFollowUp(access.journal, [message], since, language);
  });
}

async function requireConfig(path: string, language: Language): Promise<Config> {
  const { config, findings } = await loadWithoutSecrets(path);
  for (const finding of config ? [] : findings) console.error(renderFindingLine(finding, language));
  if (!config) throw new Error('The config cannot be used.');
  return config;
}

async function withChecker<T>(config: Config, use: (checker: CorrectionChecker) => Promise<T>): Promise<T> {
  const workers = new Workers(resolveOwnFolders(config));
  try {
    return await use({ workers, channels: buildChannels(config) });
  } finally {
    await workers.close();
  }
}
