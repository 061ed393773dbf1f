import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import type { Command as Decision, HistoryEntry, Journal } from '../journal/interface.ts';
import type { Attempt, Message, PartInfo, PartRole } from '../journal/message.ts';
import { leaveDecision, readJournal } from '../journal/open.ts';
import { configOrFindings, table, tellFinding, withConfig } from './common.ts';
import { backupCommand, moveCommand, verifyCommand } from './journal-file.ts';

export function journalCommand(): Command {
  return new Command('journal')
    .description('what became of every document')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(decisionCommand('retry', 'try a parked or waiting message again, from the check on'))
    .addCommand(decisionCommand('release', 'let later messages of the same order pass a parked one'))
    .addCommand(decisionCommand('discard', 'end a parked or waiting message; nothing is sent'))
    .addCommand(resendCommand())
    .addCommand(backupCommand())
    .addCommand(verifyCommand())
    .addCommand(moveCommand());
}

const states = ['received', 'ready', 'waiting', 'parked', 'settled'] as const;

function listCommand(): Command {
  return withConfig(new Command('list'))
    .description('the newest messages, newest first')
    .option('-n, --limit <count>', 'how many', wholeNumber, 50)
    .option('--state <state>', `only one of ${states.join(', ')}`)
    .option('--channel <name>', 'only of one channel')
    .option('--find <text>', 'part of a file name or order number')
    .option('--json', 'one JSON object a line')
    .action(async (options: ListOptions) => {
      await withJournal(options.config, async (journal) => {
        const state = states.find((one) => one === options.state);
        if (options.state && !state)
          throw new Error(`There is no state ${options.state}; choose ${states.join(', ')}.`);
        const messages = await journal.list({
          limit: options.limit,
          ...(state ? { state } : {}),
          ...(options.channel ? { channel: options.channel } : {}),
          ...(options.find ? { find: options.find } : {}),
        });
        console.log(
          options.json ? messages.map((message) => JSON.stringify(message)).join('\n') : listTable(messages),
        );
      });
    });
}

interface ListOptions {
  readonly config: string;
  readonly limit: number;
  readonly state?: string;
  readonly channel?: string;
  readonly find?: string;
  readonly json?: boolean;
}

export function listTable(messages: readonly Message[]): string {
  if (messages.length === 0) return 'No messages.';
  const rows = messages.map((message) => [
    String(message.id),
    message.receivedAt.slice(0, 19).replace('T', ' '),
    message.channel,
    message.purchaseOrderNumber ?? '-',
    message.name,
    message.outcome ?? message.state,
    message.collected === undefined ? message.reason : `${message.reason} ${collectedBy(message.collected)}`,
  ]);
  return table([['ID', 'RECEIVED (UTC)', 'CHANNEL', 'ORDER', 'DOCUMENT', 'OUTCOME', 'WHY'], ...rows]);
}

const collectedBy = (at: string): string => `Collected by the ERP: noticed at ${at}.`;

function showCommand(): Command {
  return withConfig(new Command('show'))
    .description('everything about one message')
    .argument('<id>', 'its number', wholeNumber)
    .option('--body [role]', 'print the bytes: received, corrected, gathered, prepared, state or answer')
    .option('--json', 'as JSON')
    .action(async (id: number, options: { config: string; body?: string | true; json?: boolean }) => {
      await withJournal(options.config, async (journal) => {
        const message = await journal.message(id);
        if (!message) throw new Error(`There is no message ${id}.`);
        if (options.body) return printBody(journal, id, options.body === true ? 'received' : options.body);
        const attempts = await journal.attempts(id);
        const parts = await journal.parts(id);
        console.log(
          options.json
            ? JSON.stringify({ ...message, attempts, parts }, undefined, 2)
            : tellMessage(message, attempts, parts, await journal.history(id)),
        );
      });
    });
}

const roles = [
  'received',
  'corrected',
  'gathered',
  'prepared',
  'state',
  'plan',
  'answer',
] as const satisfies readonly PartRole[];

async function printBody(journal: Journal, id: number, wanted: string): Promise<void> {
  const role = roles.find((one) => one === wanted);
  if (!role) throw new Error(`There is no part ${wanted}; choose ${roles.join(', ')}.`);
  const bytes = await journal.part(id, role);
  if (!bytes) throw new Error(`Message ${id} has no part ${role}.`);
  process.stdout.write(bytes);
}

export function tellMessage(
  message: Message,
  attempts: readonly Attempt[],
  parts: readonly PartInfo[],
  history: readonly HistoryEntry[] = [],
): string {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Document', message.name],
    ['Channel', `${message.channel} (${message.direction})`],
    ['Order', message.purchaseOrderNumber],
    ['Received', message.receivedAt],
    ['State', message.outcome ? `${message.state}: ${message.outcome}` : message.state],
    ['Why', message.reason || undefined],
    ['Settled', message.settledAt],
    ['Lies at', message.place],
    ['Collected', message.collected === undefined ? undefined : collectedBy(message.collected)],
    ['Order key', message.orderKey],
    ['Mapping', message.mapping],
    ['Corrects', message.corrects === undefined ? undefined : `message ${message.corrects}`],
    [
      'Possibly twice',
      message.possiblyTwice ? 'yes: a reply was lost, the same bytes were sent again' : undefined,
    ],
  ];
  return [
    `Message ${message.id}`,
    table(facts.flatMap(([name, value]) => (value === undefined ? [] : [[`  ${name}`, value]]))),
    ...section(
      'Findings',
      message.findings.map((finding) => `  ${tellFinding(finding)}`),
    ),
    ...section('Attempts', attempts.map(tellAttempt)),
    ...section(
      'Parts',
      parts.map(({ role, size, at }) => `  ${at}  ${role} (${size} bytes)`),
    ),
    ...section('Decisions', history.map(tellDecision)),
  ].join('\n');
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [title, ...lines];

const tellDecision = ({ at, action, who, reason, result }: HistoryEntry): string =>
  `  ${at}  ${action}${who ? ` by ${who}` : ''}${reason ? ` (${reason})` : ''}: ${result}`;

function tellAttempt({ n, what, started, ended, status, detail, unknown }: Attempt): string {
  const end =
    ended === undefined
      ? 'no outcome known'
      : `${status || ''} ${detail}${unknown ? ' (outcome unknown)' : ''}`.trim();
  return `  ${n}. ${started}  ${what}: ${end}`;
}

/** A decision is a row that the running gateway takes up within a second; the next start does otherwise. */
function decisionCommand(action: Decision['action'], description: string): Command {
  const command = withConfig(new Command(action))
    .description(description)
    .argument('<id...>', 'the numbers of the messages')
    .option('--reason <text>', 'why; it is kept in the journal', '');
  if (action === 'retry')
    command.option('--force', 'send it although it is unchanged, a duplicate or older', false);
  return command.action(
    async (ids: readonly string[], options: { config: string; reason: string; force?: boolean }) => {
      const config = await configOrFindings(options.config);
      if (!config) throw new Error('The config cannot be used.');
      for (const id of ids) {
        const decision = {
          action,
          message: wholeNumber(id),
          force: options.force ?? false,
          reason: options.reason,
          who: userInfo().username,
        };
        await leaveDecision(config.journal, decision);
        console.log(
          `${action} of message ${id} is left for the gateway; it is carried out within a second while it runs.`,
        );
      }
    },
  );
}

/** The corrected document goes in the place of a waiting or parked one; a settled one gets a successor. */
function resendCommand(): Command {
  return withConfig(new Command('resend'))
    .description('check and send a corrected document in the place of a parked, waiting or settled one')
    .argument('<id>', 'the number of the message', wholeNumber)
    .requiredOption('--file <path>', 'the corrected document')
    .option('--reason <text>', 'why; it is kept in the journal', '')
    .action(async (id: number, options: { config: string; file: string; reason: string }) => {
      const config = await configOrFindings(options.config);
      if (!config) throw new Error('The config cannot be used.');
      await leaveDecision(config.journal, {
        action: 'resend',
        message: id,
        force: false,
        reason: options.reason,
        who: userInfo().username,
        bytes: readFileSync(options.file),
      });
      console.log(
        `The corrected document is left for the gateway; \`journal show ${id}\` tells what came of it.`,
      );
    });
}

async function withJournal(path: string, use: (journal: Journal) => Promise<void>): Promise<void> {
  const config = await configOrFindings(path);
  if (!config) throw new Error('The config cannot be used.');
  const journal = await readJournal(config.journal);
  try {
    await use(journal);
  } finally {
    await journal.close();
  }
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
