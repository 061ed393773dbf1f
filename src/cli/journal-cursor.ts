import { Command, InvalidArgumentError } from 'commander';
import { cursorsOf, moveCursor } from '../operator/cursor.ts';
import { momentOf } from '../operator/listing.ts';
import { table, withConfig } from './common.ts';
import { journalSettings, tellDecided, tellDecision, who } from './journal-common.ts';
import { withTimes } from './utc.ts';

interface Options {
  readonly config: string;
  readonly to?: string;
  readonly reason?: string;
}

export function cursorCommand(): Command {
  return withTimes(withConfig(new Command('cursor')))
    .argument('[channel]', 'all of them without it')
    .option('--to <time>', 'an instant of the exchange, such as 2026-03-01T00:00:00.000Z', instant)
    .option('--reason <text>', 'why; it is kept in the journal')
    .action(async (channel: string | undefined, { config, to, reason }: Options) => {
      const settings = await journalSettings(config);
      if (to === undefined) return console.log(told(await cursorsOf(settings, channel)));
      if (channel === undefined || !reason) throw new Error('Name the channel, and say why with --reason.');
      tellDecided(`cursor ${channel}`, await moveCursor(settings, { channel, to, reason, who: who() }));
    });
}

function told({ cursors, moves }: Awaited<ReturnType<typeof cursorsOf>>): string {
  if (cursors.length === 0) return 'No search has come anywhere yet: the first begins at from.search.since.';
  const rows = cursors.map(({ channel, value, noting }) => [
    channel,
    value,
    noting ? 'what lies before the start is being noted' : '',
  ]);
  const all = table([['CHANNEL', 'SEARCHED UP TO (UTC)', ''], ...rows]);
  return [
    all,
    ...(moves.length > 0
      ? ['Moved by hand', ...moves.map((move) => `  ${move.subject}  ${tellDecision(move)}`)]
      : []),
  ].join('\n');
}

function instant(text: string): string {
  const at = momentOf(text, Date.now());
  if (at === undefined) throw new InvalidArgumentError('Give a time such as 2026-03-01T00:00:00.000Z.');
  return at;
}
