import { Command, InvalidArgumentError } from 'commander';
import { type Cursors, moveCursor, readCursors } from '../../operator/decisions/move-cursor.ts';
import { parseMoment } from '../../time/parse-moment.ts';
import type { Language } from '../../types.ts';
import { addConfigOption, renderTable } from '../kit/command-kit.ts';
import {
  currentAccountName,
  printDecisionResult,
  renderHistoryEntry,
  requireJournalConfig,
  withJournal,
} from '../kit/journal-options.ts';
import { journalWords } from '../kit/journal-words.ts';
import { decisionWriter } from '../kit/open-decision-access.ts';
import { addUtcOption } from '../kit/time-zone.ts';

interface Options {
  readonly config: string;
  readonly to?: string;
  readonly reason?: string;
}

export function cursorCommand(): Command {
  return addUtcOption(addConfigOption(new Command('cursor')))
    .argument('[channel]', 'all of them without it')
    .option('--to <time>', 'an instant of the exchange, such as 2026-03-01T00:00:00.000Z', instant)
    .option('--reason <text>', 'why; it is kept in the journal')
    .action(async (channel: string | undefined, { config, to, reason }: Options) => {
      const { journal: settings, language } = await requireJournalConfig(config);
      if (to === undefined)
        return await withJournal(settings, async (journal) =>
          console.log(renderCursors(await readCursors(journal, channel), language)),
        );
      if (channel === undefined || !reason) throw new Error('Name the channel, and say why with --reason.');
      const move = { channel, to, reason, who: currentAccountName() };
      const decided = await moveCursor(decisionWriter(settings), move, Date.now());
      printDecisionResult(`cursor ${channel}`, decided, language);
    });
}

function renderCursors({ cursors, moves }: Cursors, language: Language): string {
  const words = journalWords(language);
  if (cursors.length === 0) return words.noCursors;
  const rows = cursors.map(({ channel, value, noting }) => [channel, value, noting ? words.noting : '']);
  const all = renderTable([words.cursorHead, ...rows]);
  return [
    all,
    ...(moves.length > 0
      ? [
          words.movedByHand,
          ...moves.map((move) => `  ${move.subject}  ${renderHistoryEntry(move, language)}`),
        ]
      : []),
  ].join('\n');
}

function instant(text: string): string {
  const at = parseMoment(text, Date.now());
  if (at === undefined) throw new InvalidArgumentError('Give a time such as 2026-03-01T00:00:00.000Z.');
  return at;
}
