import { randomBytes } from 'node:crypto';
import { Masker } from '../../mapping/mask/masker.ts';
import type { CompareReport, ExampleMessage, OutcomeGroup, ReportGroup } from './compare-report.ts';
import {
  renderLeftOut,
  renderOutcome,
  renderPathTotal,
  renderSentAgain,
  renderSummary,
  renderValue,
} from './report-text.ts';

/** The report as one page that needs nothing beside it: to be read, kept and signed. */

/** `title`: what was compared with what, and when. `masked`: pseudonyms for values and names, no messages' names. */
export function renderHtmlReport(report: CompareReport, title: readonly string[], masked: boolean): string {
  const shown = masked ? maskReport(report) : report;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>What this edit would have done</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>${style}</style></head><body>
<h1>What this edit would have done</h1>
<p>${title.map(escapeHtml).join('<br>')}</p>
<p><strong>${escapeHtml(renderSummary(shown))}</strong></p>
${renderPart(
  'Would end otherwise',
  shown.outcomes.map((one) => [renderOutcome(one), one]),
  shown.leftOut.outcomes,
)}
${renderPart(
  'Would stop for another reason',
  shown.reasons.map((one) => [renderOutcome(one), one]),
  shown.leftOut.reasons,
)}
${renderValuesPart(shown)}
${renderPart('Would be sent once more after publishing', shown.onceMore.count === 0 ? [] : [[renderSentAgain(shown.onceMore), shown.onceMore]])}
${renderPart('Parked messages that this edit frees', shown.freed.length === 0 ? [] : [[shown.freed.join(', '), none]])}
${renderPart(
  'Cannot be told',
  shown.cannotBeTold.map((one) => [`${one.count}, because ${one.why}`, one]),
)}
${renderPart(
  'Not reproducible, so left out',
  shown.notReproducible.map((one) => [`${one.count}, because ${one.why}`, one]),
)}
${renderPart(
  'Not comparable',
  shown.notComparable.map((one) => [`${one.count}, because ${one.why}`, one]),
)}
<p class="sign">Seen and agreed: <span></span> Date: <span></span></p>
</body></html>
`;
}

const none: ReportGroup = { count: 0, examples: [] };

const style = `body{font:15px/1.4 sans-serif;max-width:60em;margin:2em auto;padding:0 1em}
li{margin:.4em 0}ul ul{color:#555;font-size:.9em}.sign{margin-top:4em}.sign span{display:inline-block;width:12em;border-bottom:1px solid}
@media print{body{margin:0}}`;

type Lines = readonly (readonly [string, ReportGroup])[];

function renderPart(title: string, lines: Lines, leftOut = 0): string {
  if (lines.length === 0) return '';
  return `<h2>${escapeHtml(title)}</h2>\n<ul>\n${renderItems(lines)}\n</ul>${renderLeftOutNote(leftOut)}`;
}

const renderItems = (lines: Lines): string =>
  lines.map(([line, { examples }]) => `<li>${escapeHtml(line)}${renderExamples(examples)}</li>`).join('\n');

/** Who signs knows what the page does not hold. */
const renderLeftOutNote = (count: number): string =>
  count === 0 ? '' : `\n<p><strong>${escapeHtml(renderLeftOut(count) ?? '')}</strong></p>`;

/** A total a path, and below it what each kind is. */
function renderValuesPart({ paths, values, leftOut }: CompareReport): string {
  if (paths.length === 0) return '';
  const items = paths.map((total) => {
    const kinds = values.filter(({ path }) => path === total.path);
    return `<li>${escapeHtml(renderPathTotal(total))}<ul>${renderItems(kinds.map((one) => [renderValue(one), one]))}</ul></li>`;
  });
  return `<h2>Would be sent with other values</h2>\n<ul>\n${items.join('\n')}\n</ul>${renderLeftOutNote(leftOut.values)}`;
}

function renderExamples(examples: readonly ExampleMessage[]): string {
  if (examples.length === 0) return '';
  const items = examples.map(
    ({ id, name, order = '', what }) =>
      `<li>${escapeHtml([`message ${id}`, order, name, what].filter((text) => text !== '').join(' · '))}</li>`,
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
