import { Command, Option } from 'commander';
import type { Task } from '../journal/interface.ts';
import type { Message } from '../journal/message.ts';
import { localTime } from '../operator/clock.ts';
import { type Listing, listing, standing } from '../operator/listing.ts';
import { type MessageState, messageStates, type Outcome, outcomes } from '../types.ts';
import { visibleJson } from '../visible.ts';
import { table, withConfig } from './common.ts';
import { moment, wholeNumber, withJournal } from './journal-common.ts';
import { withTimes } from './utc.ts';

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
  return withTimes(withConfig(new Command('list')))
    .option('-n, --limit <count>', 'how many', wholeNumber, 50)
    .addOption(new Option('--state <state>', 'only in one state').choices(messageStates))
    .addOption(new Option('--outcome <outcome>', 'only those that ended so').choices(outcomes))
    .option('--channel <name>', 'only of one channel')
    .option('--find <text>', 'part of a file name or order number')
    .option('--since <time>', 'received from then on: 2026-03-01, "2026-03-01 14:00", 2h, 3d', moment)
    .option('--until <time>', 'received before then', moment)
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
  await withJournal(config, async (journal) => {
    const isJson = format === 'json' || json;
    if (tasks) {
      const found = await journal.tasks({ ...(all ? {} : { open: true }), limit: query.limit });
      if (isJson) for (const task of found) console.log(jsonLine(task));
      else console.log(toldTasks(found, query.limit));
      return;
    }
    const found = await listing(journal, query, all);
    if (isJson) for (const message of found.messages) console.log(jsonLine(message));
    else console.log(told(found));
  });
}

const jsonLine = (value: unknown): string => visibleJson(JSON.stringify(value));

function told({ messages, hidden }: Listing): string {
  const list = messages.length === 0 ? 'No messages.' : listTable(messages);
  return hidden ? `${list}\nIgnored and superseded messages are not shown: --all shows them too.` : list;
}

function toldTasks(tasks: readonly Task[], limit: number): string {
  if (tasks.length === 0) return 'No open tasks.';
  const more = tasks.length === limit ? `\nThese are the oldest ${limit}: --limit shows more.` : '';
  return `${tasksTable(tasks)}${more}`;
}

function tasksTable(tasks: readonly Task[]): string {
  const rows = tasks.map(({ message, purchaseOrderNumber, line, finding, opened, ended }) => [
    String(message),
    purchaseOrderNumber ?? '-',
    line || '-',
    ended === undefined ? `${finding.message} ${finding.advice}` : finding.message,
    ended === undefined ? localTime(opened) : `ended at ${localTime(ended.at)}`,
  ]);
  return table([['MESSAGE', 'ORDER', 'LINE', 'WHAT TO DO', 'SINCE'], ...rows]);
}

function listTable(messages: readonly Message[]): string {
  const rows = messages.map((message) => [
    String(message.id),
    localTime(message.receivedAt),
    message.channel,
    message.purchaseOrderNumber ?? '-',
    message.name,
    standing(message),
    why(message),
  ]);
  return table([['ID', 'RECEIVED', 'CHANNEL', 'ORDER', 'DOCUMENT', 'STATE', 'WHY'], ...rows]);
}

const why = ({ reason, collected }: Message): string =>
  collected === undefined ? reason : `${reason} ${collectedBy(collected)}`;

export const collectedBy = (at: string): string => `Collected by the ERP: noticed at ${localTime(at)}.`;
