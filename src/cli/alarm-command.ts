import { resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import type { Config } from '../config/schema/config-schema.ts';
import { fillTemplate } from '../findings/create-finding.ts';
import {
  type AlarmList,
  acknowledgeAlarm,
  addSilence,
  endSilence,
  listAlarms,
} from '../operator/alarms/alarm-commands.ts';
import { buildAlarmTargets, gatewayNameOf } from '../operator/alarms/build-targets.ts';
import { testAlarmTargets } from '../operator/alarms/test-targets.ts';
import { renderLocalTime } from '../time/local-time.ts';
import { parseMoment } from '../time/parse-moment.ts';
import { advice } from '../wording/alarms/alarm-advice.ts';
import { renderAlarmEntry } from '../wording/alarms/missing-gateway.ts';
import { renderTestMessage } from '../wording/alarms/render-alarm-message.ts';
import { addConfigOption, loadConfigOrPrint, renderTable } from './kit/command-kit.ts';
import {
  currentAccountName,
  parseWholeNumber,
  printDecisionResult,
  requireJournalConfig,
  withJournal,
} from './kit/journal-options.ts';
import { type JournalWords, journalWords } from './kit/journal-words.ts';
import { decisionWriter } from './kit/open-decision-access.ts';
import { addUtcOption } from './kit/time-zone.ts';

export function alarmCommand(): Command {
  return new Command('alarm')
    .addCommand(testCommand())
    .addCommand(listCommand())
    .addCommand(silenceCommand())
    .addCommand(acknowledgeCommand());
}

function testCommand(): Command {
  return addConfigOption(new Command('test'))
    .description('send a test to every place that alarms go to; exit status 1 when one did not take it')
    .action(async ({ config: path }: { readonly config: string }) => {
      const config = await loadConfigOrPrint(path);
      const passed = config !== undefined && (await testAll(config, resolve(path)));
      process.exitCode = passed ? 0 : 1;
    });
}

async function testAll({ alarms, language }: Config, path: string): Promise<boolean> {
  const targets = buildAlarmTargets(alarms);
  if (targets.length === 0) {
    console.log('Nobody is told of trouble: `alarms` in the config has neither `mail` nor `webhook`.');
    return false;
  }
  const notice = renderTestMessage({
    ...{ gateway: gatewayNameOf(alarms), config: path, language },
    now: Date.now(),
  });
  let passed = true;
  for await (const { name, address, problem } of testAlarmTargets(targets, notice)) {
    passed &&= problem === undefined;
    console.log(problem === undefined ? `ok    ${name}: sent by ${address}` : `WRONG ${name}: ${problem.en}`);
  }
  return passed;
}

interface ListOptions {
  readonly config: string;
  readonly format: string;
}

function listCommand(): Command {
  return addUtcOption(addConfigOption(new Command('list')))
    .description(
      'what is wrong now, who was told of it, and what is silenced; exit status 1 when something is',
    )
    .option('--format <format>', 'text or json', 'text')
    .action(async ({ config, format }: ListOptions) => {
      const { journal: settings, language } = await requireJournalConfig(config);
      await withJournal(settings, async (journal) => {
        const list = withTexts(await listAlarms(journal, Date.now()));
        console.log(
          format === 'json'
            ? JSON.stringify(list, undefined, 2)
            : renderAlarmList(list, journalWords(language)),
        );
        process.exitCode = list.alarms.length > 0 ? 1 : 0;
      });
    });
}

type ToldAlarms = ReturnType<typeof withTexts>;

const withTexts = ({ alarms, ...rest }: AlarmList) => ({
  alarms: alarms.map((alarm) => ({ ...alarm, what: renderAlarmEntry(alarm, 'en') })),
  ...rest,
});

function renderAlarmList({ alarms, silences }: ToldAlarms, words: JournalWords): string {
  const rows = alarms.map(({ level, code, about, since, told: by, silenced, acknowledged, what }) => [
    words[level],
    code,
    about || '-',
    renderLocalTime(since),
    [
      silenced
        ? words.silenced
        : by.map(({ target, at }) => `${target} ${renderLocalTime(at)}`).join(', ') || words.notTold,
      ...(acknowledged ? [fillTemplate(words.seenBy, { who: acknowledged.who })] : []),
    ].join('; '),
    what.replaceAll('\n', ' '),
  ]);
  const quiet = silences.map(({ id, code, about, until, who: by, reason }) => [
    `${id}`,
    code || words.everyKind,
    about || words.everywhere,
    renderLocalTime(until),
    by,
    reason,
  ]);
  return [
    rows.length === 0 ? words.allWell : renderTable([words.alarmHead, ...rows]),
    ...(quiet.length === 0 ? [] : ['', renderTable([words.silenceHead, ...quiet])]),
  ].join('\n');
}

interface SilenceOptions {
  readonly config: string;
  readonly about: string;
  readonly for?: number;
  readonly until?: string;
  readonly end?: number;
  readonly reason?: string;
}

function silenceCommand(): Command {
  return addConfigOption(new Command('silence'))
    .description('tell nobody of an alarm until a time')
    .argument('[kind]', `its kind, every kind without it: ${Object.keys(advice).join(', ')}`, '')
    .option(
      '--about <channel>',
      'its channel (or what `alarm list` shows under ABOUT); everywhere without it',
      '',
    )
    .option('--for <time>', 'so long, such as 2h', parseDuration)
    .option('--until <time>', 'until then, such as "2026-03-01 18:00"', instant)
    .option('--end <number>', 'end the silence of this number', parseWholeNumber)
    .option('--reason <text>', 'why; it is kept in the journal')
    .action(async (code: string, options: SilenceOptions) => {
      const { about, reason, end } = options;
      if (!reason) throw new Error('Say why with --reason.');
      const { journal: settings, channels, language } = await requireJournalConfig(options.config);
      if (end !== undefined)
        return printDecisionResult(
          `silence ${end}`,
          await endSilence(decisionWriter(settings), end, { who: currentAccountName(), reason }),
          language,
        );
      const until =
        options.for === undefined ? options.until : new Date(Date.now() + options.for).toISOString();
      if (until === undefined) throw new Error('Say until when: --for 2h, or --until TIME.');
      const silence = { code, about, until, who: currentAccountName(), reason };
      const decided = await addSilence(decisionWriter(settings), silence, Date.now(), [...channels.keys()]);
      printDecisionResult(['silence', code, about].filter(Boolean).join(' '), decided, language);
    });
}

interface AcknowledgeOptions extends Pick<SilenceOptions, 'config' | 'about' | 'reason'> {}

function acknowledgeCommand(): Command {
  return addConfigOption(new Command('acknowledge'))
    .description('say that you see to an alarm: it is not repeated while it lasts, and others see who it is')
    .argument('<kind>', 'its kind, as `alarm list` shows it')
    .option('--about <channel>', 'what it is about, as `alarm list` shows it under ABOUT', '')
    .option('--reason <text>', 'what you do about it; it is kept in the journal')
    .action(async (code: string, { config, about, reason }: AcknowledgeOptions) => {
      if (!reason) throw new Error('Say why with --reason.');
      const { journal: settings, language } = await requireJournalConfig(config);
      const alarm = { code, about, reason, who: currentAccountName() };
      const decided = await acknowledgeAlarm(decisionWriter(settings), alarm, Date.now());
      printDecisionResult(['acknowledge', code, about].filter(Boolean).join(' '), decided, language);
    });
}

function parseDuration(text: string): number {
  const ago = /^\d+[mhd]$/.test(text) ? parseMoment(text, Date.now()) : undefined;
  if (ago === undefined) throw new InvalidArgumentError('Give a time such as 30m, 2h or 1d.');
  return Date.now() - Date.parse(ago);
}

function instant(text: string): string {
  const at = /^\d+[mhd]$/.test(text) ? undefined : parseMoment(text, Date.now());
  if (at === undefined) throw new InvalidArgumentError('Give a time such as "2026-03-01 18:00".');
  return at;
}
