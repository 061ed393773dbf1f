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
  readonly line?: string;
  readonly reason: string;
}

/** The exit status is 1 when there is no such open task. */
export function doneCommand(): Command {
  return addConfigOption(new Command('done'))
    .argument('<id>', 'the number of the message that opened them (`journal list --tasks`)', parseWholeNumber)
    .option('--line <number>', 'of this order line alone')
    .option('--reason <text>', 'what was done; it is kept in the journal', '')
    .action(endTasks);
}

async function endTasks(message: number, { config, line, reason }: Options): Promise<void> {
  const { journal: settings, language } = await requireJournalConfig(config);
  const ofLine = line === undefined ? {} : { line };
  const command = {
    action: 'done',
    message,
    ...ofLine,
    force: false,
    reason,
    who: currentAccountName(),
  } as const;
  const decided = await withDecisionAccess(settings, (access) => decide(access, command));
  printDecisionResult(`done ${message}`, decided, language);
}
