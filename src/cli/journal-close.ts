import { Command } from 'commander';
import { decide } from '../operator/decide.ts';
import { withConfig } from './common.ts';
import { journalPart, tellDecided, who, wholeNumber } from './journal-common.ts';

interface Options {
  readonly config: string;
  readonly reason: string;
}

/** The exit status is 1 when one of them was not refused. */
export function closeCommand(): Command {
  return withConfig(new Command('close'))
    .argument('<id...>', 'the numbers of the refused messages')
    .option('--reason <text>', 'why nobody has to mend it: it is needed, and kept in the journal', '')
    .action(close);
}

async function close(given: readonly string[], { config, reason }: Options): Promise<void> {
  if (reason.trim() === '') throw new Error('Say why nobody has to mend it: --reason "…".');
  const ids = given.map(wholeNumber);
  const { journal: settings, language } = await journalPart(config);
  for (const message of ids)
    tellDecided(
      `close ${message}`,
      await decide(settings, { action: 'close', message, force: false, reason, who: who() }),
      language,
    );
}
