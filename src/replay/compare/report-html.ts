import { randomBytes } from 'node:crypto';
import { journalText } from '../../findings/journal-texts.ts';
import { Masker } from '../../mapping/mask/masker.ts';
import type { Language } from '../../types.ts';
import type { CompareReport, ExampleMessage, OutcomeGroup, ReportGroup } from './compare-report.ts';
import {
  renderLeftOut,
  renderOutcome,
  renderPathTotal,
  renderSentAgain,
  renderSummary,
  renderValue,
} from './report-text.ts';
import { type ReportWords, reportWords } from './report-words.ts';

/** The report as one page that needs nothing beside it: to be read, kept and signed. */

export interface HtmlReportOptions {
  /** What was compared with what, and when. */
  readonly title: readonly string[];
  /** Pseudonyms for values and names, no messages' names. */
  readonly masked: boolean;
  readonly language?: Language;
}

export function renderHtmlReport(
  report: CompareReport,
  { title, masked, language = 'en' }: HtmlReportOptions,
): string {
  const words = reportWords[language];
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${words.title}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>${style}</style></head><body>
<h1>${words.title}</h1>
<p>${title.map(escapeHtml).join('<br>')}</p>
${renderParts(readReport(masked ? maskReport(report) : report, language), words)}
<p class="sign">${words.agreed} <span></span> ${words.date} <span></span></p>
</body></html>
`;
}

/** Sentences of the gateway in the language of who signs; codes and what a site's own rules say stay as they are. */
function readReport(report: CompareReport, language: Language): CompareReport {
  const read = <G extends ReportGroup & { readonly why: string }>(groups: readonly G[]): readonly G[] =>
    groups.map((one) => ({
      ...one,
      why: journalText(one.why, language),
      examples: one.examples.map((example) => ({ ...example, what: journalText(example.what, language) })),
    }));
  const { outcomes, reasons, cannotBeTold, notReproducible, notComparable } = report;
  return {
    ...{ ...report, outcomes: read(outcomes), reasons: read(reasons), cannotBeTold: read(cannotBeTold) },
    ...{ notReproducible: read(notReproducible), notComparable: read(notComparable) },
  };
}

/** What matters most stands first. */
function renderParts(shown: CompareReport, words: ReportWords): string {
  const { parts } = words;
  const { outcomes, reasons, leftOut, onceMore, freed } = shown;
  const outcomeLines = (groups: readonly OutcomeGroup[]): Lines =>
    groups.map((one) => [renderOutcome(one, words), one]);
  const reasonLines = (groups: CompareReport['notComparable']): Lines =>
    groups.map((one) => [words.because(one.count, one.why), one]);
  const part = (title: string, lines: Lines, left = 0): string => renderPart(title, lines, left, words);
  return [
    `<p><strong>${escapeHtml(renderSummary(shown, words))}</strong></p>`,
    part(parts.outcomes, outcomeLines(outcomes), leftOut.outcomes),
    part(parts.reasons, outcomeLines(reasons), leftOut.reasons),
    renderValuesPart(shown, words),
    part(parts.onceMore, onceMore.count === 0 ? [] : [[renderSentAgain(onceMore, words), onceMore]]),
    part(parts.freed, freed.length === 0 ? [] : [[freed.join(', '), none]]),
    part(parts.cannotBeTold, reasonLines(shown.cannotBeTold)),
    part(parts.notReproducible, reasonLines(shown.notReproducible)),
    part(parts.notComparable, reasonLines(shown.notComparable)),
  ].join('\n');
}

const none: ReportGroup = { count: 0, examples: [] };

const style = `body{font:15px/1.4 sans-serif;max-width:60em;margin:2em auto;padding:0 1em}
li{margin:.4em 0}ul ul{color:#555;font-size:.9em}.sign{margin-top:4em}.sign span{display:inline-block;width:12em;border-bottom:1px solid}
@media print{body{margin:0}}`;

type Lines = readonly (readonly [string, ReportGroup])[];

function renderPart(title: string, lines: Lines, leftOut: number, words: ReportWords): string {
  if (lines.length === 0) return '';
  return `<h2>${escapeHtml(title)}</h2>\n<ul>\n${renderItems(lines, words)}\n</ul>${renderLeftOutNote(leftOut, words)}`;
}

const renderItems = (lines: Lines, words: ReportWords): string =>
  lines
    .map(([line, { examples }]) => `<li>${escapeHtml(line)}${renderExamples(examples, words)}</li>`)
    .join('\n');

/** Who signs knows what the page does not hold. */
const renderLeftOutNote = (count: number, words: ReportWords): string =>
  count === 0 ? '' : `\n<p><strong>${escapeHtml(renderLeftOut(count, words) ?? '')}</strong></p>`;

/** A total a path, and below it what each kind is. */
function renderValuesPart({ paths, values, leftOut }: CompareReport, words: ReportWords): string {
  if (paths.length === 0) return '';
  const items = paths.map((total) => {
    const kinds = values.filter(({ path }) => path === total.path);
    const lines: Lines = kinds.map((one) => [renderValue(one, words), one]);
    return `<li>${escapeHtml(renderPathTotal(total, words))}<ul>${renderItems(lines, words)}</ul></li>`;
  });
  return `<h2>${words.parts.values}</h2>\n<ul>\n${items.join('\n')}\n</ul>${renderLeftOutNote(leftOut.values, words)}`;
}

function renderExamples(examples: readonly ExampleMessage[], words: ReportWords): string {
  if (examples.length === 0) return '';
  const items = examples.map(
    ({ id, name, order = '', what }) =>
      `<li>${escapeHtml([words.message(id), order, name, what].filter((text) => text !== '').join(' · '))}</li>`,
  );
  return `<ul>${items.join('')}</ul>`;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`);

/** Counts stay, paths of delivered models, and codes; nothing else of a document, a channel or an own rule leaves the house. */
function maskReport(report: CompareReport): CompareReport {
  const masker = new Masker(randomBytes(16).toString('hex'));
  const text = (one: string | undefined) => (one === undefined ? undefined : masker.literal(one));
  return {
    ...report,
    outcomes: report.outcomes.map((one) => withoutReason(one, masker)),
    reasons: report.reasons.map((one) => withoutReason(one, masker)),
    paths: report.paths.map((one) => ({ ...one, path: masker.path(one.path) })),
    values: report.values.map(({ from, to, path, ...one }) => ({
      ...withoutExamples(one),
      path: masker.path(path),
      ...(from === undefined ? {} : { from: text(from) ?? '' }),
      ...(to === undefined ? {} : { to: text(to) ?? '' }),
    })),
    onceMore: {
      ...withoutExamples(report.onceMore),
      channels: report.onceMore.channels.map((one) => ({ ...one, channel: masker.name(one.channel) })),
    },
    notReproducible: report.notReproducible.map(withoutExamples),
    notComparable: report.notComparable.map(withoutExamples),
    cannotBeTold: report.cannotBeTold.map(withoutExamples),
  };
}

const withoutExamples = <G extends ReportGroup>(one: G): G => ({
  ...one,
  examples: one.examples.map(({ id }) => ({ id, name: '', what: '' })),
});

/** The code of a finding stays; a reason is a sentence that quotes. */
const withoutReason = (one: OutcomeGroup, masker: Masker): OutcomeGroup => ({
  ...withoutExamples(one),
  why: /^[a-z0-9-]+$/.test(one.why) ? masker.code(one.why) : '',
});
