import { Command, Option } from 'commander';
import { fillTemplate } from '../../findings/create-finding.ts';
import { journalText } from '../../findings/journal-texts.ts';
import type { OutageSummary, Task } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';
import { listMessages, type MessageList } from '../../operator/messages/message-list.ts';
import { standingOf } from '../../operator/messages/message-standing.ts';
import { escapeControls, escapeControlsInJson } from '../../text/visible.ts';
import { renderLocalTime } from '../../time/local-time.ts';
import { type Language, type MessageState, messageStates, type Outcome, outcomes } from '../../types.ts';
import { renderOutage, renderStanding } from '../../wording/messages/render-standing.ts';
import { addConfigOption, renderTable } from '../kit/command-kit.ts';
import { parseMomentOption, parseWholeNumber, withJournal } from '../kit/journal-options.ts';
import { type JournalWords, journalWords } from '../kit/journal-words.ts';
import { addUtcOption } from '../kit/time-zone.ts';

interface Options {
  readonly config: string;
  readonly limit: number;
  readonly state?: MessageState;
  readonly outcome?: Outcome;
  readonly channel?: string;
  readonly find?: string;
  readonly since?: string;
  readonly until?: string;
  readonly all: boolean;
  readonly tasks?: boolean;
  readonly format: 'text' | 'json';
  readonly json?: boolean;
}

export function listCommand(): Command {
  return addUtcOption(addConfigOption(new Command('list')))
    .option('-n, --limit <count>', 'how many', parseWholeNumber, 50)
    .addOption(new Option('--state <state>', 'only in one state').choices(messageStates))
    .addOption(new Option('--outcome <outcome>', 'only those that ended so').choices(outcomes))
    .option('--channel <name>', 'only of one channel')
    .option('--find <text>', 'part of a file name or order number')
    .option(
      '--since <time>',
      'received from then on: 2026-03-01, "2026-03-01 14:00", 2h, 3d',
      parseMomentOption,
    )
    .option('--until <time>', 'received before then', parseMomentOption)
    .option('--all', 'ignored and superseded ones too, also where nothing else is asked for', false)
    .addOption(
      new Option(
        '--tasks',
        'open tasks instead: what documents ask and the exchange has no operation for; with --all those that have ended too',
      ).conflicts(['state', 'outcome', 'channel', 'find', 'since', 'until']),
    )
    .addOption(
      new Option('--format <format>', 'for people, or one JSON object a line')
        .choices(['text', 'json'])
        .default('text'),
    )
    .addOption(new Option('--json', 'the same as --format json').hideHelp())
    .action(list);
}

async function list({ config, all, tasks, format, json, ...query }: Options): Promise<void> {
  await withJournal(config, async (journal, language) => {
    const isJson = format === 'json' || json;
    if (tasks) {
      const found = await journal.tasks({ ...(all ? {} : { open: true }), limit: query.limit });
      if (isJson) for (const task of found) console.log(jsonLine(task));
      else console.log(renderTaskList(found, query.limit, language));
      return;
    }
    const found = await listMessages(journal, query, all);
    if (isJson) for (const message of found.messages) console.log(jsonLine(message));
    else console.log(renderMessageList(found, await journal.findOutage(), language));
  });
}

const jsonLine = (value: unknown): string => escapeControlsInJson(JSON.stringify(value));

function renderMessageList(
  { messages, hasHidden: hidden }: MessageList,
  outage: OutageSummary | undefined,
  language: Language,
): string {
  const words = journalWords(language);
  const list = messages.length === 0 ? words.noMessages : listTable(messages, outage, language);
  const away = outage && escapeControls(renderOutage(outage, Date.now())[language]);
  return [list, hidden && words.hidden, away].filter(Boolean).join('\n');
}

function renderTaskList(tasks: readonly Task[], limit: number, language: Language): string {
  const words = journalWords(language);
  if (tasks.length === 0) return words.noTasks;
  const more = tasks.length === limit ? `\n${fillTemplate(words.moreTasks, { limit })}` : '';
  return `${tasksTable(tasks, words)}${more}`;
}

function tasksTable(tasks: readonly Task[], { tasksHead, taskEnded }: JournalWords): string {
  const rows = tasks.map(({ message, purchaseOrderNumber, line, finding, opened, ended }) => [
    String(message),
    purchaseOrderNumber ?? '-',
    line || '-',
    ended === undefined ? `${finding.message} ${finding.advice}` : finding.message,
    ended === undefined
      ? renderLocalTime(opened)
      : fillTemplate(taskEnded, { at: renderLocalTime(ended.at) }),
  ]);
  return renderTable([tasksHead, ...rows]);
}

function listTable(
  messages: readonly Message[],
  outage: OutageSummary | undefined,
  language: Language,
): string {
  const rows = messages.map((message) => [
    String(message.id),
    renderLocalTime(message.receivedAt),
    message.channel,
    message.purchaseOrderNumber ?? '-',
    message.name,
    renderStanding(standingOf(message, outage), language),
    renderReason(message, language),
  ]);
  return renderTable([journalWords(language).listHead, ...rows]);
}

const renderReason = ({ reason, collected }: Message, language: Language): string =>
  [journalText(reason, language), collected && renderCollected(collected, language)]
    .filter(Boolean)
    .join(' ');

export const renderCollected = (at: string, language: Language): string =>
  fillTemplate(journalWords(language).collected, { at: renderLocalTime(at) });
