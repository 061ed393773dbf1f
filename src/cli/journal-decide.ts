import { Command } from 'commander';
import type { Command as Decision } from '../journal/interface.ts';
import { decide } from '../operator/decide.ts';
import { withConfig } from './common.ts';
import { journalSettings, tellDecided, who, wholeNumber } from './journal-common.ts';

interface Options {
  readonly config: string;
  readonly reason: string;
  readonly force?: boolean;
}

/** A decision is carried out by the running gateway within a second; the exit status is 1 when it was refused. */
export function decisionCommand(action: Decision['action']): Command {
  const command = withConfig(new Command(action))
    .argument('<id...>', 'the numbers of the messages')
    .option('--reason <text>', 'why; it is kept in the journal', '');
  if (action === 'retry')
    command.option('--force', 'send it although it is unchanged, a duplicate or older', false);
  return command.action(async (given: readonly string[], options: Options) => {
    // a slip in the last number must not be found after the first was carried out
    const ids = given.map(wholeNumber);
    const settings = await journalSettings(options.config);
    for (const message of ids) {
      const { reason, force = false } = options;
      tellDecided(
        `${action} ${message}`,
        await decide(settings, { action, message, force, reason, who: who() }),
      );
    }
  });
}
