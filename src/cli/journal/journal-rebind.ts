import { Command, InvalidArgumentError } from 'commander';
import { fillTemplate } from '../../findings/create-finding.ts';
import { withStoppedGateway } from '../../journal/open/open-journal.ts';
import { type Binding, readBinding, rebind } from '../../operator/decisions/rebind-journal.ts';
import type { Language } from '../../types.ts';
import { addConfigOption } from '../kit/command-kit.ts';
import {
  currentAccountName,
  printDecisionResult,
  renderHistoryEntry,
  requireJournalConfig,
  withJournal,
} from '../kit/journal-options.ts';
import { journalWords } from '../kit/journal-words.ts';
import { addUtcOption } from '../kit/time-zone.ts';

interface Options {
  readonly config: string;
  readonly to?: string;
  readonly reason?: string;
}

export function rebindCommand(): Command {
  return addUtcOption(addConfigOption(new Command('rebind')))
    .option('--to <url>', 'where the same exchange is now, as exchange.baseUrl names it', address)
    .option('--reason <text>', 'why; it is kept in the journal')
    .action(async ({ config, to, reason }: Options) => {
      const { journal: settings, language } = await requireJournalConfig(config);
      if (to === undefined)
        return await withJournal(settings, async (journal) =>
          console.log(renderBinding(await readBinding(journal), language)),
        );
      if (!reason) throw new Error('Say why with --reason.');
      const decided = await withStoppedGateway(settings, (journal) =>
        rebind(journal, to, { who: currentAccountName(), reason }),
      );
      printDecisionResult('rebind', decided, language);
    });
}

function renderBinding({ bound, changes }: Binding, language: Language): string {
  const words = journalWords(language);
  const now = bound === undefined ? words.unbound : fillTemplate(words.bound, { bound });
  return [now, ...changes.map((change) => `  ${renderHistoryEntry(change, language)}`)].join('\n');
}

function address(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError('Give an address such as https://exchange.example.');
  return text;
}
