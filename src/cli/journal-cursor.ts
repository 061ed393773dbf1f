import { Command, InvalidArgumentError } from 'commander';
import { cursorsOf, moveCursor } from '../operator/cursor.ts';
import { momentOf } from '../operator/listing.ts';
import type { Language } from '../types.ts';
import { table, withConfig } from './common.ts';
import { journalPart, tellDecided, tellDecision, who } from './journal-common.ts';
import { journalWords } from './journal-words/words.ts';
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
      const { journal: settings, language } = await journalPart(config);
      if (to === undefined) return console.log(told(await cursorsOf(settings, channel), language));
      if (channel === undefined || !reason) throw new Error('Name the channel, and say why with --reason.');
      const decided = await moveCursor(settings, { channel, to, reason, who: who() });
      tellDecided(`cursor ${channel}`, decided, language);
    });
}

function told({ cursors, moves }: Awaited<ReturnType<typeof cursorsOf>>, language: Language): string {
  const words = journalWords(language);
  if (cursors.length === 0) return words.noCursors;
  const rows = cursors.map(({ channel, value, noting }) => [channel, value, noting ? words.noting : '']);
  const all = table([words.cursorHead, ...rows]);
  return [
    all,
    ...(moves.length > 0
      ? [words.movedByHand, ...moves.map((move) => `  ${move.subject}  ${tellDecision(move, language)}`)]
      : []),
  ].join('\n');
}

function instant(text: string): string {
  const at = momentOf(text, Date.now());
  if (at === undefined) throw new InvalidArgumentError('Give a time such as 2026-03-01T00:00:00.000Z.');
  return at;
}
