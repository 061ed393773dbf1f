import { Command, InvalidArgumentError } from 'commander';
import { bindingOf, rebind } from '../operator/binding.ts';
import { withConfig } from './common.ts';
import { journalPart, tellDecided, tellDecision, who } from './journal-common.ts';
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
      if (to === undefined) return console.log(told(await bindingOf(settings)));
      if (!reason) throw new Error('Say why with --reason.');
      tellDecided('rebind', await rebind(settings, to, { who: who(), reason }), language);
    });
}

function told({ bound, changes }: Awaited<ReturnType<typeof bindingOf>>): string {
  const now = bound === undefined ? 'The first start binds the journal.' : `The journal belongs to ${bound}.`;
  return [now, ...changes.map((change) => `  ${tellDecision(change)}`)].join('\n');
}

function address(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError('Give an address such as https://exchange.example.');
  return text;
}
