import { Command, InvalidArgumentError, Option } from 'commander';
import type { Command as Decision } from '../../journal/journal.ts';
import { decide } from '../../operator/decisions/decide.ts';
import { addConfigOption, resolveFromCaller } from '../kit/command-kit.ts';
import {
  currentAccountName,
  parseMomentOption,
  parseWholeNumber,
  printDecisionResult,
  printFollowUp,
  requireJournalConfig,
} from '../kit/journal-options.ts';
import { withDecisionAccess } from '../kit/open-decision-access.ts';
import { addUtcOption } from '../kit/time-zone.ts';
import { type DecideManyOptions, decideOnMany } from './journal-decide-many.ts';

interface Options extends DecideManyOptions {
  readonly force?: boolean;
  /** With blanks between. */
  readonly lines?: string;
}

/** A decision is carried out by the running gateway within a second; the exit status is 1 when it was refused. */
export function decisionCommand(action: Decision['action']): Command {
  const command = addConfigOption(new Command(action)).option(
    '--reason <text>',
    'why; it is kept in the journal',
    '',
  );
  if (action === 'retry')
    command
      .option(
        '--replay <replay>',
        'all that an edit frees: the file that map replay --save wrote, or the number that map publish said',
        (text: string) => (/^\d+$/.test(text) ? text : resolveFromCaller(text)),
      )
      .addHelpText(
        'after',
        '\nOf messages that are given by number it waits ten seconds for what comes of them; the exit status is 1 when one is parked again or refused.',
      )
      .option('--force', 'send it although it is unchanged, a duplicate or older', false)
      .option(
        '--lines <numbers>',
        'with --force: only these order lines go whatever was agreed, such as 10,20',
        positions,
      );
  if (action === 'release')
    return command
      .argument('<id...>', 'the numbers of the messages')
      .action((given: readonly string[], options: Options) => decideOnEach(action, given, options));
  return withFilters(command)
    .argument('[id...]', 'the numbers of the messages; none where --channel and the like say which')
    .action(async (given: readonly string[], options: Options) => {
      if (given.length > 0) await decideOnEach(action, given, options);
      else await decideOnMany(action === 'retry' ? 'retry' : 'discard', options);
    });
}

const withFilters = (command: Command): Command =>
  addUtcOption(command)
    .option('--channel <name>', 'all of one channel')
    .option('--mapping <name>', 'all of the channels that use this mapping')
    .option('--parked', 'the same as --state parked')
    .addOption(
      new Option('--state <state>', 'all in one state').choices(['parked', 'waiting', 'received', 'ready']),
    )
    .option('--finding <code>', 'all that have this finding (docs/findings.md)')
    .option(
      '--since <time>',
      'all received from then on: 2026-03-01, "2026-03-01 14:00", 2h, 3d',
      parseMomentOption,
    )
    .option('--until <time>', 'all received before then', parseMomentOption)
    .option('--yes', 'carry out what would otherwise only be shown', false);

/** `10,20` as a command has it; refused without a number. */
function positions(text: string): string {
  const found = text.split(/[\s,]+/).filter((one) => one !== '');
  if (found.length === 0) throw new InvalidArgumentError('Name order lines, such as 10,20.');
  return found.join(' ');
}

async function decideOnEach(
  action: Decision['action'],
  given: readonly string[],
  { config, reason, force = false, lines }: Options,
): Promise<void> {
  if (lines !== undefined && !force)
    throw new Error('--lines goes with --force: those lines are sent whatever was agreed.');
  // a slip in the last number must not be found after the first was carried out
  const ids = given.map(parseWholeNumber);
  const { journal: settings, language } = await requireJournalConfig(config);
  const common = { action, force, reason, who: currentAccountName(), ...(lines ? { line: lines } : {}) };
  await withDecisionAccess(settings, async (access) => {
    const since = new Date().toISOString();
    const done: number[] = [];
    for (const message of ids) {
      const decided = await decide(access, { ...common, message });
      printDecisionResult(`${action} ${message}`, decided, language);
      if (decided.kind === 'done') done.push(message);
    }
    if (action === 'retry') await printFollowUp(access.journal, done, since, language);
  });
}
