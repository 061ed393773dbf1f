import { Command, Option } from 'commander';
import { byKind, otherPlaces, type Told } from '../findings/tell.ts';
import type { HistoryEntry, Journal, Task } from '../journal/interface.ts';
import type { Attempt, Message, PartInfo, PartRole } from '../journal/message.ts';
import { localTime } from '../operator/clock.ts';
import { folded, type SameAttempts, standing, standingInFull } from '../operator/listing.ts';
import { taskText } from '../operator/orders/steps.ts';
import { decodeText } from '../text.ts';
import { visible, visibleJson } from '../visible.ts';
import { table, tellFinding, withConfig } from './common.ts';
import { tellDecision, wholeNumber, withJournal } from './journal-common.ts';
import { collectedBy } from './journal-list.ts';
import { withTimes } from './utc.ts';

interface Options {
  readonly config: string;
  readonly body?: string | true;
  readonly mapping?: boolean;
  readonly format: 'text' | 'json';
  readonly json?: boolean;
}

export function showCommand(): Command {
  return withTimes(withConfig(new Command('show')))
    .argument('<id>', 'its number', wholeNumber)
    .option(
      '--body [role]',
      'print the bytes: received, envelope, corrected, gathered, prepared, state or answer',
    )
    .option('--mapping', 'print the version of the mapping that made it, with its tables')
    .addOption(
      new Option('--format <format>', 'for people, or JSON').choices(['text', 'json']).default('text'),
    )
    .addOption(new Option('--json', 'the same as --format json').hideHelp())
    .action(show);
}

async function show(id: number, { config, body, mapping, format, json }: Options): Promise<void> {
  await withJournal(config, async (journal) => {
    const message = await journal.message(id);
    if (!message) throw new Error(`There is no message ${id}.`);
    if (body) return printBody(journal, id, body === true ? 'received' : body);
    if (mapping) return await printMappings(journal, message);
    const [attempts, parts] = [await journal.attempts(id), await journal.parts(id)];
    const history = await journal.history(id);
    const documents = await journal.documents(id);
    const tasks = await journal.tasks({ message: id, limit: most });
    const all = {
      ...{ ...message, attempts, parts, history, ...briefly(documents) },
      ...(tasks.length === 0 ? {} : { tasks }),
    };
    console.log(
      format === 'json' || json
        ? visibleJson(JSON.stringify(all, undefined, 2))
        : tellMessage(message, attempts, parts, history, documents, tasks),
    );
  });
}

/** Its mappings with what they extend and their tables, as they were. */
async function printMappings(journal: Journal, { id, generation }: Message): Promise<void> {
  const { ingredientsOf, textsOf } = await import('../replay/version.ts');
  const ingredients = generation === undefined ? undefined : await ingredientsOf(journal, generation);
  if (ingredients === undefined)
    throw new Error(
      `What message ${id} was made with is not kept: it is of an older version, or nothing was made.`,
    );
  for (const [what, hash] of Object.entries(ingredients).filter(([name]) => name.startsWith('mapping '))) {
    console.log(`# ${what}, version ${hash.slice(0, 8)}`);
    for (const { shelf, name, text } of (await textsOf(journal, hash)) ?? [])
      console.log(visible(`\n# ${name} (${shelf})`), `\n${text.trimEnd()}`);
  }
}

/** Each is shown in full by its own number. */
const briefly = (documents: readonly Message[]) =>
  documents.length === 0
    ? {}
    : {
        documents: documents.map(({ id, purchaseOrderNumber, state, outcome, reason }) => ({
          ...{ id, purchaseOrderNumber, state, outcome, reason },
        })),
      };

const roles = [
  'received',
  'envelope',
  'corrected',
  'translated',
  'translator',
  'gathered',
  'prepared',
  'state',
  'plan',
  'answer',
] as const satisfies readonly PartRole[];

async function printBody(journal: Journal, id: number, wanted: string): Promise<void> {
  const role = roles.find((one) => one === wanted);
  if (!role) throw new Error(`There is no part ${wanted}; choose ${roles.join(', ')}.`);
  const bytes = (await seenState(journal, id, role)) ?? (await journal.part(id, role));
  if (!bytes) throw new Error(`Message ${id} has no part ${role}.`);
  // a terminal is shown it, anything else is given it as it is
  if (process.stdout.isTTY) console.log(decodeText(bytes));
  else process.stdout.write(bytes);
}

/** The state that prepare saw is no part; older versions kept one. */
async function seenState(journal: Journal, id: number, role: PartRole): Promise<Uint8Array | undefined> {
  const state = role === 'state' ? (await journal.seen(id))?.state : undefined;
  return state === undefined ? undefined : Buffer.from(state);
}

export function tellMessage(
  message: Message,
  attempts: readonly Attempt[],
  parts: readonly PartInfo[],
  history: readonly HistoryEntry[] = [],
  documents: readonly Message[] = [],
  tasks: readonly Task[] = [],
): string {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Document', message.name],
    ['Of file', fileOf(message)],
    ['Channel', `${message.channel} (${message.direction})`],
    ['Order', message.purchaseOrderNumber],
    ['Received', localTime(message.receivedAt)],
    ['State', standingInFull(message, Date.now())],
    ['Why', message.reason || undefined],
    ['Ended', message.settledAt && localTime(message.settledAt)],
    ['Lies at', message.place],
    ['Collected', message.collected && collectedBy(message.collected)],
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
    ...section('Documents', tellDocuments(message, documents)),
    ...section('Tasks', tasks.map(tellTask)),
    ...section('Findings', byKind(message.findings).map(tellKind)),
    ...section('Values that go nowhere', tellLost(message)),
    ...section('Attempts', folded(attempts).map(tellAttempts)),
    ...section('Parts', parts.filter(({ role }) => role !== 'named').map(tellPart)),
    ...section('Decisions', history.map(tellDecision)),
  ].join('\n');
}

/** `message 7, from line 14 (document 3)`. */
const fileOf = ({ source }: Message): string | undefined =>
  source.kind === 'document'
    ? `message ${source.of}, from line ${source.at.line} (document ${source.number})`
    : undefined;

/** `Open: line 10: …`, or how it ended. */
function tellTask(task: Task): string {
  const { opened, ended, finding } = task;
  if (ended === undefined)
    return visible(`open since ${localTime(opened)}  ${taskText(task)} ${finding.advice}`);
  const by = ended.by === 'person' ? ended.who || 'a person' : `the ${ended.by} (message ${ended.message})`;
  const why = ended.reason === '' ? '' : ` (${ended.reason})`;
  return visible(`ended at ${localTime(ended.at)} by ${by}${why}  ${taskText(task)}`);
}

/** Documents of a file that are listed, and tasks. */
const most = 200;

function tellDocuments({ name }: Message, documents: readonly Message[]): readonly string[] {
  if (documents.length === 0) return [];
  const lines = table(documents.slice(0, most).map(tellDocument)).split('\n');
  const rest = documents.length - most;
  return rest > 0 ? [...lines, `and ${rest} more: gateway journal list --find ${name}`] : lines;
}

const tellDocument = (message: Message): readonly string[] => [
  String(message.id),
  message.name.replace(/^.* /, ''),
  message.purchaseOrderNumber ?? '-',
  standing(message),
  message.reason,
];

const tellLost = ({ lost = [] }: Message): readonly string[] =>
  lost.map(({ path, count, class: kind }) => visible(`${path}: ${count} (${kind})`));

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];

const tellKind = ({ finding, rest }: Told): string =>
  [tellFinding(finding), visible(otherPlaces(rest))].filter(Boolean).join(' ');

const tellPart = ({ role, size, at }: PartInfo): string => `${localTime(at)}  ${role} (${size} bytes)`;

/** `3.  2026-03-01 14:05:09  deliver: 200 ok`; those that ended alike in one line. */
function tellAttempts({ first, last }: SameAttempts): string {
  const end = visible(endOf(last));
  const once = `${localTime(first.started)}  ${first.what}: ${end}`;
  if (first.n === last.n) return `${first.n}. ${once}`;
  return `${first.n} to ${last.n}. ${once}; ${last.n - first.n + 1} times, last at ${localTime(last.started)}`;
}

function endOf({ ended, status, detail, unknown }: Attempt): string {
  if (ended === undefined) return 'no outcome known';
  return `${status || ''} ${detail}${unknown ? ' (outcome unknown)' : ''}`.trim();
}
