import { Command, Option } from 'commander';
import { journalText } from '../findings/journal-texts.ts';
import { fill } from '../findings/messages.ts';
import { byKind, otherPlaces, type Told } from '../findings/tell.ts';
import type { HistoryEntry, Journal, Task } from '../journal/interface.ts';
import type { Attempt, Message, PartInfo, PartRole } from '../journal/message.ts';
import { localTime } from '../operator/clock.ts';
import { folded, type SameAttempts, standing, standingInFull } from '../operator/listing.ts';
import { taskText } from '../operator/orders/steps.ts';
import { decodeText } from '../text.ts';
import type { Language } from '../types.ts';
import { visible, visibleJson } from '../visible.ts';
import { table, tellFinding, withConfig } from './common.ts';
import { tellDecision, wholeNumber, withJournal } from './journal-common.ts';
import { collectedBy } from './journal-list.ts';
import { type JournalWords, journalWords } from './journal-words/words.ts';
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
  await withJournal(config, async (journal, language) => {
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
        : tellMessage(message, { attempts, parts, history, documents, tasks }, language),
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

/** What the journal keeps with a message. */
interface Kept {
  readonly attempts: readonly Attempt[];
  readonly parts: readonly PartInfo[];
  readonly history?: readonly HistoryEntry[];
  readonly documents?: readonly Message[];
  readonly tasks?: readonly Task[];
}

export function tellMessage(
  message: Message,
  { attempts, parts, history = [], documents = [], tasks = [] }: Kept,
  language: Language = 'en',
): string {
  const words = journalWords(language);
  const decisions = history.map((entry) => tellDecision(entry, language));
  return [
    fill(words.Message, { id: message.id }),
    table(
      factsOf(message, words, language).flatMap(([name, value]) =>
        value === undefined ? [] : [[`  ${name}`, value]],
      ),
    ),
    ...section(words.documents, tellDocuments(message, documents, language)),
    ...section(
      words.tasks,
      tasks.map((task) => tellTask(task, language)),
    ),
    ...section(
      words.findings,
      byKind(message.findings).map((kind) => tellKind(kind, language)),
    ),
    ...section(words.lost, tellLost(message)),
    ...section(
      words.attempts,
      folded(attempts).map((same) => tellAttempts(same, words)),
    ),
    ...section(
      words.parts,
      parts.filter(({ role }) => role !== 'named').map((part) => tellPart(part, words)),
    ),
    ...section(words.decisions, decisions),
  ].join('\n');
}

const factsOf = (
  message: Message,
  words: JournalWords,
  language: Language,
): readonly (readonly [string, string | undefined])[] => [
  [words.document, message.name],
  [words.ofFile, fileOf(message, words)],
  [words.channel, `${message.channel} (${words[message.direction]})`],
  [words.order, message.purchaseOrderNumber],
  [words.received, localTime(message.receivedAt)],
  [words.state, standingInFull(message, Date.now(), language)],
  [words.why, journalText(message.reason, language) || undefined],
  [words.ended, message.settledAt && localTime(message.settledAt)],
  [words.liesAt, message.place],
  [words.collectedLabel, message.collected && collectedBy(message.collected, language)],
  [words.orderKey, message.orderKey],
  [words.mapping, message.mapping],
  [
    words.corrects,
    message.corrects === undefined ? undefined : fill(words.message, { id: message.corrects }),
  ],
  [words.possiblyTwice, message.possiblyTwice ? words.possiblyTwiceYes : undefined],
];

/** `message 7, from line 14 (document 3)`. */
const fileOf = ({ source }: Message, { ofFilePlace }: JournalWords): string | undefined =>
  source.kind === 'document'
    ? fill(ofFilePlace, { of: source.of, line: source.at.line, number: source.number })
    : undefined;

/** `Open: line 10: …`, or how it ended. */
function tellTask(task: Task, language: Language): string {
  const words = journalWords(language);
  const { opened, ended, finding } = task;
  if (ended === undefined)
    return visible(
      `${fill(words.openSince, { at: localTime(opened) })}  ${taskText(task)} ${finding.advice}`,
    );
  const why = ended.reason === '' ? '' : ` (${ended.reason})`;
  const by = fill(words.endedBy, { at: localTime(ended.at), by: enderOf(ended, words) });
  return visible(`${by}${why}  ${taskText(task)}`);
}

function enderOf(ended: NonNullable<Task['ended']>, { aPerson, theERP, theExchange }: JournalWords): string {
  if (ended.by === 'person') return ended.who || aPerson;
  return fill(ended.by === 'ERP' ? theERP : theExchange, { message: ended.message ?? '' });
}

/** Documents of a file that are listed, and tasks. */
const most = 200;

function tellDocuments(
  { name }: Message,
  documents: readonly Message[],
  language: Language,
): readonly string[] {
  if (documents.length === 0) return [];
  const rows = documents.slice(0, most).map((document) => tellDocument(document, language));
  const lines = table(rows).split('\n');
  const rest = documents.length - most;
  return rest > 0 ? [...lines, fill(journalWords(language).moreDocuments, { rest, name })] : lines;
}

const tellDocument = (message: Message, language: Language): readonly string[] => [
  String(message.id),
  message.name.replace(/^.* /, ''),
  message.purchaseOrderNumber ?? '-',
  standing(message, language),
  message.reason,
];

const tellLost = ({ lost = [] }: Message): readonly string[] =>
  lost.map(({ path, count, class: kind }) => visible(`${path}: ${count} (${kind})`));

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];

const tellKind = ({ finding, rest }: Told, language: Language): string =>
  [tellFinding(finding, language), visible(otherPlaces(rest, language))].filter(Boolean).join(' ');

const tellPart = ({ role, size, at }: PartInfo, { bytes }: JournalWords): string =>
  `${localTime(at)}  ${role} (${size} ${bytes})`;

/** `3.  2026-03-01 14:05:09  deliver: 200 ok`; those that ended alike in one line. */
function tellAttempts({ first, last }: SameAttempts, words: JournalWords): string {
  const end = visible(endOf(last, words));
  const once = `${localTime(first.started)}  ${first.what}: ${end}`;
  if (first.n === last.n) return `${first.n}. ${once}`;
  const values = { first: first.n, last: last.n, count: last.n - first.n + 1, at: localTime(last.started) };
  const range = fill(words.attemptRange, values);
  return `${range} ${once}; ${fill(words.attemptTimes, values)}`;
}

function endOf({ ended, status, detail, unknown }: Attempt, words: JournalWords): string {
  if (ended === undefined) return words.noOutcome;
  return `${status || ''} ${detail}${unknown ? ` (${words.outcomeUnknown})` : ''}`.trim();
}
