import { Command } from 'commander';
import { decide } from '../../operator/decisions/decide.ts';
import { addConfigOption } from '../kit/command-kit.ts';
import {
  currentAccountName,
  parseWholeNumber,
  printDecisionResult,
  requireJournalConfig,
} from '../kit/journal-options.ts';
import { withDecisionAccess } from '../kit/open-decision-access.ts';

interface Options {
  readonly config: string;
  readonly reason: string;
}

/** The exit status is 1 when one of them was not refused. */
export function closeCommand(): Command {
  return addConfigOption(new Command('close'))
    .argument('<id...>', 'the numbers of the refused messages')
    .option('--reason <text>', 'why nobody has to mend it: it is needed, and kept in the journal', '')
    .action(close);
}

async function close(given: readonly string[], { config, reason }: Options): Promise<void> {
  if (reason.trim() === '') throw new Error('Say why nobody has to mend it: --reason "…".');
  const ids = given.map(parseWholeNumber);
  const { journal: settings, language } = await requireJournalConfig(config);
  const common = { action: 'close', force: false, reason, who: currentAccountName() } as const;
  await withDecisionAccess(settings, async (access) => {
    for (const message of ids)
      printDecisionResult(`close ${message}`, await decide(access, { ...common, message }), language);
  });
}
