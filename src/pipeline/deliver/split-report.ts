import { journalText } from '../../findings/journal-texts.ts';
import { renderFindings } from '../../findings/render-findings.ts';
import type { ReportFiles } from '../../folders/folder-types.ts';
import type { Message } from '../../journal/model/message.ts';
import { escapeControls, escapeControlsInJson } from '../../text/visible.ts';
import type { Language, Outcome } from '../../types.ts';
import { type ReportOptions, reportWording } from './document-report.ts';

/** The words that a file of one document does not need. */
const splitWording = {
  en: {
    several: 'holds {count} documents: {ends}.',
    documents: 'Documents:',
    ends: {
      delivered: 'sent',
      duplicate: 'sent already',
      unchanged: 'unchanged',
      ignored: 'ignored',
      superseded: 'superseded',
      outdated: 'outdated',
      rejected: 'refused',
      discarded: 'discarded',
      split: 'split',
      parked: 'to be decided',
      open: 'on its way',
    },
    line: 'line',
    nextSomeParked:
      'What next: a person has to decide on those put aside, with `gateway journal` and the number of the message; all others went their way.',
    nextSomeOutdated:
      'What next: nothing has to be done. An outdated one goes all the same with `gateway journal retry ID --force`, with the number of its message.',
    nextSomeRefused:
      'What next: mend those that were refused in {file} and drop it into the inbound folder, or put them right in the ERP and export them again. All others went their way; what was sent is not sent twice.',
  },
  nl: {
    several: 'bevat {count} documenten: {ends}.',
    documents: 'Documenten:',
    ends: {
      delivered: 'verstuurd',
      duplicate: 'al verstuurd',
      unchanged: 'ongewijzigd',
      ignored: 'overgeslagen',
      superseded: 'ingehaald',
      outdated: 'verouderd',
      rejected: 'geweigerd',
      discarded: 'weggegooid',
      split: 'gesplitst',
      parked: 'te beslissen',
      open: 'onderweg',
    },
    line: 'regel',
    nextSomeParked:
      'En nu: over de apart gelegde documenten moet iemand beslissen, met `gateway journal` en het nummer van het bericht; alle andere zijn hun weg gegaan.',
    nextSomeOutdated:
      'En nu: er hoeft niets te gebeuren. Een verouderd document gaat toch met `gateway journal retry ID --force`, met het nummer van zijn bericht.',
    nextSomeRefused:
      'En nu: verbeter de geweigerde documenten in {file} en zet dat in de map, of verbeter ze in het ERP en exporteer ze opnieuw. Alle andere zijn hun weg gegaan; wat verstuurd is, wordt niet nog eens verstuurd.',
  },
} as const satisfies Readonly<Record<Language, unknown>>;

/** A document of a file, and what became of it. */
export interface DocumentEnd {
  readonly message: Message;
  /** What the exchange answered, as one line. */
  readonly answer?: string;
}

export interface SplitReportOptions extends Omit<ReportOptions, 'answer'> {
  /** The name of the file that holds those that were refused, where there is one. */
  readonly refusedIn?: string | undefined;
}

/** Of a file of several documents: what became of each, and all that is wrong with those that did not go. */
export function renderSplitReport(
  file: Message,
  documents: readonly DocumentEnd[],
  options: SplitReportOptions = {},
): ReportFiles {
  return { text: renderSplitText(file, documents, options), json: renderSplitJson(file, documents) };
}

function renderSplitText(
  file: Message,
  documents: readonly DocumentEnd[],
  { language = 'en', source, refusedIn }: SplitReportOptions,
): string {
  const say = { ...reportWording[language], ...splitWording[language] };
  const counts = [...Map.groupBy(documents, ({ message }) => say.ends[documentEndOf(message)])];
  const ends = counts.map(([end, { length }]) => `${length} ${end}`).join(', ');
  const isParked = documents.some(({ message }) => message.state === 'parked');
  const isRefused = documents.some(({ message }) => message.outcome === 'rejected');
  const next = isParked ? say.nextSomeParked : isRefused ? say.nextSomeRefused : say.nextSomeOutdated;
  return [
    `${file.name} ${say.several.replace('{count}', String(documents.length)).replace('{ends}', ends)}`,
    '',
    `${say.channel} ${file.channel}`,
    `${say.received} ${file.receivedAt}`,
    `${say.message} ${file.id}   (gateway journal show ${file.id})`,
    '',
    ...renderFindings(file.findings, language, source).flatMap((lines) => [...lines, '']),
    say.documents,
    ...documents.map(
      ({ message }) => `  ${renderTitle(message, language)}: ${say.ends[documentEndOf(message)]}`,
    ),
    '',
    ...documents
      .filter(({ message }) => isStopped(message))
      .flatMap((document) => renderStopped(document, language, source)),
    next.replace('{file}', refusedIn ?? file.name),
    '',
  ]
    .map(escapeControls)
    .join('\n');
}

const isStopped = ({ state, outcome }: Message): boolean =>
  state === 'parked' || outcome === 'rejected' || outcome === 'outdated';

const documentEndOf = ({ state, outcome }: Message): Outcome | 'parked' | 'open' =>
  state === 'parked' ? 'parked' : (outcome ?? 'open');

/** `#2 4711 (line 14, message 87)`. */
function renderTitle({ id, source, purchaseOrderNumber }: Message, language: Language): string {
  const say = { ...reportWording[language], ...splitWording[language] };
  const place = source.kind === 'document' ? [`${say.line} ${source.at.line}`] : [];
  const name = source.kind === 'document' ? `#${source.number}` : `#${id}`;
  const told = [...place, `${say.message.trim().replace(':', '').toLowerCase()} ${id}`].join(', ');
  return `${[name, purchaseOrderNumber].filter(Boolean).join(' ')} (${told})`;
}

/** Like the report on a file of one document. */
function renderStopped(
  { message, answer }: DocumentEnd,
  language: Language,
  source: string | undefined,
): readonly string[] {
  const say = { ...reportWording[language], ...splitWording[language] };
  const { findings, reason } = message;
  const told = findings.some((finding) => finding.message === reason);
  return [
    `${renderTitle(message, language)}: ${say.ends[documentEndOf(message)]}`,
    '',
    ...(told ? [] : [`${say.why} ${journalText(reason, language)}`, '']),
    ...renderFindings(findings, language, source).flatMap((lines) => [...lines, '']),
    ...(answer === undefined ? [] : [say.answered, `  ${answer}`, '']),
  ];
}

function renderSplitJson(file: Message, documents: readonly DocumentEnd[]): string {
  const { id, name, channel, receivedAt, state, outcome, reason, findings } = file;
  const told = documents.map(({ message, answer }) => ({
    message: message.id,
    ...(message.source.kind === 'document' ? { number: message.source.number, at: message.source.at } : {}),
    channel: message.channel,
    purchaseOrderNumber: message.purchaseOrderNumber,
    state: message.state,
    outcome: message.outcome,
    reason: message.reason,
    findings: message.findings,
    answer,
  }));
  const report = {
    message: id,
    file: name,
    channel,
    receivedAt,
    state,
    outcome,
    reason,
    findings,
    documents: told,
  };
  return `${escapeControlsInJson(JSON.stringify(report, undefined, 2))}\n`;
}
