import { Command, Option } from 'commander';
import { fillTemplate } from '../../findings/create-finding.ts';
import { journalText } from '../../findings/journal-texts.ts';
import { renderFindingLine } from '../../findings/render-finding-line.ts';
import { type GroupedFinding, groupFindings, renderOtherLocations } from '../../findings/render-findings.ts';
import { readStoredFinding } from '../../findings/stored-findings.ts';
import type { Journal, OutageSummary, Task } from '../../journal/journal.ts';
import type { Attempt, Message, PartInfo } from '../../journal/model/message.ts';
import { type AttemptGroup, groupAttempts } from '../../operator/messages/group-attempts.ts';
import {
  type MessageDetails,
  readableRoles,
  readMessageDetails,
  readMessagePart,
} from '../../operator/messages/message-details.ts';
import { standingOf } from '../../operator/messages/message-standing.ts';
import { decodeSavedText } from '../../text/text-file.ts';
import { escapeControls, escapeControlsInJson } from '../../text/visible.ts';
import { renderLocalTime } from '../../time/local-time.ts';
import type { Language } from '../../types.ts';
import { renderFullStanding, renderStanding } from '../../wording/messages/render-standing.ts';
import { orderWords } from '../../wording/orders/order-words.ts';
import { renderTask } from '../../wording/orders/render-steps.ts';
import { addConfigOption, renderTable } from '../kit/command-kit.ts';
import { parseWholeNumber, renderHistoryEntry, withJournal } from '../kit/journal-options.ts';
import { type JournalWords, journalWords } from '../kit/journal-words.ts';
import { addUtcOption } from '../kit/time-zone.ts';
import { renderCollected } from './journal-list.ts';

interface Options {
  readonly config: string;
  readonly body?: string | true;
  readonly mapping?: boolean;
  readonly format: 'text' | 'json';
  readonly json?: boolean;
}

export function showCommand(): Command {
  return addUtcOption(addConfigOption(new Command('show')))
    .argument('<id>', 'its number', parseWholeNumber)
    .option('--body [role]', `print the bytes: ${readableRoles.join(', ')}`)
    .option('--mapping', 'print the version of the mapping that made it, with its tables')
    .addOption(
      new Option('--format <format>', 'for people, or JSON').choices(['text', 'json']).default('text'),
    )
    .addOption(new Option('--json', 'the same as --format json').hideHelp())
    .action(show);
}

async function show(id: number, { config, body, mapping, format, json }: Options): Promise<void> {
  await withJournal(config, async (journal, language) => {
    const details = await readMessageDetails(journal, id);
    if (!details) throw new Error(`There is no message ${id}.`);
    const { message, ...kept } = details;
    if (body) return printBody(journal, id, body === true ? 'received' : body);
    if (mapping) return await printMappings(journal, message);
    console.log(
      format === 'json' || json
        ? escapeControlsInJson(JSON.stringify(toJson(details), undefined, 2))
        : renderMessage(message, kept, language),
    );
  });
}

/** Its mappings with what they extend and their tables, as they were. */
async function printMappings(journal: Journal, message: Message): Promise<void> {
  const { readMessageMappings } = await import('../../operator/messages/message-mappings.ts');
  const mappings = await readMessageMappings(journal, message);
  if (mappings === undefined)
    throw new Error(`What message ${message.id} was made with is not kept: nothing was made of it.`);
  for (const { name: mapping, hash, texts } of mappings) {
    console.log(`# mapping ${mapping}, version ${hash.slice(0, 8)}`);
    for (const { shelf, name, text } of texts)
      console.log(escapeControls(`\n# ${name} (${shelf})`), `\n${text.trimEnd()}`);
  }
}

const toJson = ({ message, attempts, parts, history, documents, tasks }: MessageDetails) => ({
  ...message,
  attempts,
  parts,
  history,
  ...briefly(documents),
  ...(tasks.length === 0 ? {} : { tasks }),
});

/** Each is shown in full by its own number. */
const briefly = (documents: readonly Message[]) =>
  documents.length === 0
    ? {}
    : {
        documents: documents.map(({ id, purchaseOrderNumber, state, outcome, reason }) => ({
          ...{ id, purchaseOrderNumber, state, outcome, reason },
        })),
      };

async function printBody(journal: Journal, id: number, wanted: string): Promise<void> {
  const role = readableRoles.find((one) => one === wanted);
  if (!role) throw new Error(`There is no part ${wanted}; choose ${readableRoles.join(', ')}.`);
  const bytes = await readMessagePart(journal, id, role);
  if (!bytes) throw new Error(`Message ${id} has no part ${role}.`);
  // a terminal is shown it, anything else is given it as it is
  if (process.stdout.isTTY) console.log(decodeSavedText(bytes));
  else process.stdout.write(bytes);
}

type KeptDetails = Pick<MessageDetails, 'attempts' | 'parts'> & Partial<MessageDetails>;

export function renderMessage(
  message: Message,
  { attempts, parts, history = [], documents = [], tasks = [], outage }: KeptDetails,
  language: Language = 'en',
): string {
  const words = journalWords(language);
  const decisions = history.map((entry) => renderHistoryEntry(entry, language));
  return [
    fillTemplate(words.Message, { id: message.id }),
    renderTable(
      factsOf(message, outage, words, language).flatMap(([name, value]) =>
        value === undefined ? [] : [[`  ${name}`, value]],
      ),
    ),
    ...section(words.documents, renderDocuments(message, documents, language)),
    ...section(
      words.tasks,
      tasks.map((task) => renderTaskState(task, language)),
    ),
    ...section(
      words.findings,
      groupFindings(message.findings.map((one) => readStoredFinding(one, language))).map((kind) =>
        renderFindingGroup(kind, language),
      ),
    ),
    ...section(words.lost, renderLostValues(message)),
    ...section(
      words.attempts,
      groupAttempts(attempts).map((same) => renderAttempts(same, words)),
    ),
    ...section(
      words.parts,
      parts.filter(({ role }) => role !== 'named').map((part) => renderPart(part, words)),
    ),
    ...section(words.decisions, decisions),
  ].join('\n');
}

const factsOf = (
  message: Message,
  outage: OutageSummary | undefined,
  words: JournalWords,
  language: Language,
): readonly (readonly [string, string | undefined])[] => [
  [words.document, message.name],
  [words.ofFile, fileOf(message, words)],
  [words.channel, `${message.channel} (${words[message.direction]})`],
  [words.order, message.purchaseOrderNumber],
  [words.received, renderLocalTime(message.receivedAt)],
  [words.state, renderFullStanding(standingOf(message, outage), Date.now(), language)],
  [words.why, journalText(message.reason, language) || undefined],
  [words.ended, message.settledAt && renderLocalTime(message.settledAt)],
  [words.liesAt, message.place],
  [words.collectedLabel, message.collected && renderCollected(message.collected, language)],
  [words.orderKey, message.orderKey],
  [words.mapping, message.mapping],
  [
    words.corrects,
    message.corrects === undefined ? undefined : fillTemplate(words.message, { id: message.corrects }),
  ],
  [words.possiblyTwice, message.possiblyTwice ? words.possiblyTwiceYes : undefined],
];

/** `message 7, from line 14 (document 3)`. */
const fileOf = ({ source }: Message, { ofFilePlace }: JournalWords): string | undefined =>
  source.kind === 'document'
    ? fillTemplate(ofFilePlace, { of: source.of, line: source.at.line, number: source.number })
    : undefined;

/** `Open: line 10: …`, or how it ended. */
function renderTaskState(task: Task, language: Language): string {
  const words = journalWords(language);
  const { opened, ended, finding } = task;
  const what = renderTask(task, orderWords('en'));
  if (ended === undefined)
    return escapeControls(
      `${fillTemplate(words.openSince, { at: renderLocalTime(opened) })}  ${what} ${finding.advice}`,
    );
  const why = ended.reason === '' ? '' : ` (${ended.reason})`;
  const by = fillTemplate(words.endedBy, { at: renderLocalTime(ended.at), by: enderOf(ended, words) });
  return escapeControls(`${by}${why}  ${what}`);
}

function enderOf(ended: NonNullable<Task['ended']>, { aPerson, theERP, theExchange }: JournalWords): string {
  if (ended.by === 'person') return ended.who || aPerson;
  return fillTemplate(ended.by === 'ERP' ? theERP : theExchange, { message: ended.message ?? '' });
}

/** Documents of a file that are listed. */
const most = 200;

function renderDocuments(
  { name }: Message,
  documents: readonly Message[],
  language: Language,
): readonly string[] {
  if (documents.length === 0) return [];
  const rows = documents.slice(0, most).map((document) => renderDocumentRow(document, language));
  const lines = renderTable(rows).split('\n');
  const rest = documents.length - most;
  return rest > 0 ? [...lines, fillTemplate(journalWords(language).moreDocuments, { rest, name })] : lines;
}

const renderDocumentRow = (message: Message, language: Language): readonly string[] => [
  String(message.id),
  message.name.replace(/^.* /, ''),
  message.purchaseOrderNumber ?? '-',
  renderStanding(standingOf(message), language),
  message.reason,
];

const renderLostValues = ({ lost = [] }: Message): readonly string[] =>
  lost.map(({ path, count, class: kind }) => escapeControls(`${path}: ${count} (${kind})`));

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];

const renderFindingGroup = ({ finding, others: rest }: GroupedFinding, language: Language): string =>
  [renderFindingLine(finding, language), escapeControls(renderOtherLocations(rest, language))]
    .filter(Boolean)
    .join(' ');

const renderPart = ({ role, size, at }: PartInfo, { bytes }: JournalWords): string =>
  `${renderLocalTime(at)}  ${role} (${size} ${bytes})`;

/** `3.  2026-03-01 14:05:09  deliver: 200 ok`; those that ended alike in one line. */
function renderAttempts({ first, last }: AttemptGroup, words: JournalWords): string {
  const end = escapeControls(endOf(last, words));
  const once = `${renderLocalTime(first.started)}  ${first.what}: ${end}`;
  if (first.n === last.n) return `${first.n}. ${once}`;
  const values = {
    first: first.n,
    last: last.n,
    count: last.n - first.n + 1,
    at: renderLocalTime(last.started),
  };
  const range = fillTemplate(words.attemptRange, values);
  return `${range} ${once}; ${fillTemplate(words.attemptTimes, values)}`;
}

function endOf({ ended, status, detail, unknown }: Attempt, words: JournalWords): string {
  if (ended === undefined) return words.noOutcome;
  return `${status || ''} ${detail}${unknown ? ` (${words.outcomeUnknown})` : ''}`.trim();
}
