import { Command, InvalidArgumentError } from 'commander';
import { fill } from '../findings/messages.ts';
import { bindingOf, rebind } from '../operator/binding.ts';
import type { Language } from '../types.ts';
import { withConfig } from './common.ts';
import { journalPart, tellDecided, tellDecision, who } from './journal-common.ts';
import { journalWords } from './journal-words/words.ts';
import { withTimes } from './utc.ts';

interface Options {
  readonly config: string;
  readonly to?: string;
  readonly reason?: string;
}

export function rebindCommand(): Command {
  return withTimes(withConfig(new Command('rebind')))
    .option('--to <url>', 'where the same exchange is now, as exchange.baseUrl names it', address)
    .option('--reason <text>', 'why; it is kept in the journal')
    .action(async ({ config, to, reason }: Options) => {
      const { journal: settings, language } = await journalPart(config);
      if (to === undefined) return console.log(told(await bindingOf(settings), language));
      if (!reason) throw new Error('Say why with --reason.');
      tellDecided('rebind', await rebind(settings, to, { who: who(), reason }), language);
    });
}

function told({ bound, changes }: Awaited<ReturnType<typeof bindingOf>>, language: Language): string {
  const words = journalWords(language);
  const now = bound === undefined ? words.unbound : fill(words.bound, { bound });
  return [now, ...changes.map((change) => `  ${tellDecision(change, language)}`)].join('\n');
}

function address(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError('Give an address such as https://exchange.example.');
  return text;
}
