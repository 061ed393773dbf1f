import { journalText } from '../../findings/journal-texts.ts';
import { renderFindingCounts, renderFindings, renderSeverityHint } from '../../findings/render-findings.ts';
import type { ReportFiles } from '../../folders/folder-types.ts';
import type { Message } from '../../journal/model/message.ts';
import { escapeControls, escapeControlsInJson } from '../../text/visible.ts';
import type { Language } from '../../types.ts';

/** The words of a report around its findings. */
export const reportWording = {
  en: {
    parked: 'was put aside: a person has to decide.',
    refused: 'was refused. Nothing was sent.',
    refusedThere: 'was refused by the exchange.',
    outdated: 'was not sent: it is outdated.',
    order: 'Order:   ',
    channel: 'Channel: ',
    received: 'Received:',
    message: 'Message: ',
    why: 'Why:',
    found: 'Found:',
    answered: 'The exchange answered:',
    nextParked:
      'What next: later files of the same order wait behind this one. Put it right in the ERP, or decide with `gateway journal`.',
    nextReleased:
      'What next: decide with `gateway journal`. Later files of the same order do not wait behind this one.',
    nextOutdated:
      'What next: nothing has to be done. If it must go all the same: `gateway journal retry {id} --force`.',
    nextRefused:
      'What next: put it right in the ERP and export it again, or mend this file and drop it into the inbound folder again.',
  },
  nl: {
    parked: 'is apart gelegd: iemand moet beslissen.',
    refused: 'is geweigerd. Er is niets verstuurd.',
    refusedThere: 'is door de exchange geweigerd.',
    outdated: 'is niet verstuurd: het is verouderd.',
    order: 'Order:    ',
    channel: 'Kanaal:   ',
    received: 'Ontvangen:',
    message: 'Bericht:  ',
    why: 'Waarom:',
    found: 'Gevonden:',
    answered: 'De exchange antwoordde:',
    nextParked:
      'En nu: latere bestanden van dezelfde order wachten achter dit bestand. Verbeter het in het ERP, of beslis met `gateway journal`.',
    nextReleased:
      'En nu: beslis met `gateway journal`. Latere bestanden van dezelfde order wachten niet achter dit bestand.',
    nextOutdated:
      'En nu: er hoeft niets te gebeuren. Moet het toch weg: `gateway journal retry {id} --force`.',
    nextRefused:
      'En nu: verbeter het in het ERP en exporteer het opnieuw, of verbeter dit bestand en zet het weer in de map.',
  },
} as const satisfies Readonly<Record<Language, unknown>>;

export interface ReportOptions {
  /** What the exchange answered, as one line. */
  readonly answer?: string | undefined;
  readonly language?: Language | undefined;
  /** The document's text, from which the lines that findings are about are quoted. */
  readonly source?: string | undefined;
}

/** What the administrator finds next to a refused or parked file: one text for people, one JSON for programs. */
export function renderReport(message: Message, options: ReportOptions = {}): ReportFiles {
  return { text: renderText(message, options), json: renderJson(message, options.answer) };
}

function renderText(message: Message, { answer, language = 'en', source }: ReportOptions): string {
  const say = reportWording[language];
  const { findings, reason } = message;
  const told = findings.some((finding) => finding.message === reason);
  const counts = [renderFindingCounts(findings, language), renderSeverityHint(findings, language)].filter(
    Boolean,
  );
  return [
    `${message.name} ${renderVerdict(message, answer, say)}`,
    '',
    ...(message.purchaseOrderNumber ? [`${say.order} ${message.purchaseOrderNumber}`] : []),
    `${say.channel} ${message.channel}`,
    `${say.received} ${message.receivedAt}`,
    `${say.message} ${message.id}   (gateway journal show ${message.id})`,
    '',
    ...(told ? [] : [`${say.why} ${journalText(reason, language)}`, '']),
    ...(findings.length === 0 ? [] : [`${say.found} ${counts.join('. ')}`, '']),
    ...renderFindings(findings, language, source).flatMap((lines) => [...lines, '']),
    ...(answer === undefined ? [] : [say.answered, `  ${answer}`, '']),
    renderNextStep(message, say).replace('{id}', String(message.id)),
    '',
  ]
    .map(escapeControls)
    .join('\n');
}

type ReportWording = (typeof reportWording)[Language];

function renderVerdict({ state, outcome }: Message, answer: string | undefined, say: ReportWording): string {
  if (state === 'parked') return say.parked;
  if (outcome === 'outdated') return say.outdated;
  return answer === undefined ? say.refused : say.refusedThere;
}

function renderNextStep({ state, outcome, released }: Message, say: ReportWording): string {
  if (state === 'parked') return released ? say.nextReleased : say.nextParked;
  return outcome === 'outdated' ? say.nextOutdated : say.nextRefused;
}

function renderJson(message: Message, answer: string | undefined): string {
  const { id, name, channel, receivedAt, purchaseOrderNumber, state, outcome, reason, findings } = message;
  const report = {
    message: id,
    file: name,
    channel,
    receivedAt,
    purchaseOrderNumber,
    state,
    outcome,
    reason,
    findings,
    answer,
  };
  return `${escapeControlsInJson(JSON.stringify(report, undefined, 2))}\n`;
}

/** An answer of the exchange as one harmless line: cut, control characters escaped. */
export function renderAnswer(body: Uint8Array, limit = 2000): string {
  const text = Buffer.from(body).toString('utf8');
  const safe = escapeControls(text.replaceAll('\n', ' '));
  return safe.length > limit ? `${safe.slice(0, limit)} … (${text.length} characters)` : safe;
}
