import type {
  CompareReport,
  ExampleMessage,
  OutcomeGroup,
  PathTotal,
  ReasonGroup,
  ReportGroup,
  SentAgain,
  ValueGroup,
} from './compare-report.ts';
import { type ReportWords, reportWords } from './report-words.ts';

/** A report for people, in lines: what matters most stands first. */

/** Kinds of value that are shown of one path, and paths; all are counted. */
const shownLimits = { kinds: 10, paths: 40 };

export function renderCompareReport(report: CompareReport): readonly string[] {
  const { outcomes, reasons, leftOut, onceMore, freed } = report;
  return [
    renderSummary(report),
    ...renderSection(
      'Would end otherwise',
      outcomes.map((one) => renderOutcome(one)),
      outcomes,
    ),
    ...renderLeftOutLines(leftOut.outcomes),
    ...renderSection(
      'Would stop for another reason',
      reasons.map((one) => renderOutcome(one)),
      reasons,
    ),
    ...renderLeftOutLines(leftOut.reasons),
    ...renderValues(report),
    ...renderSentAgainLines(onceMore),
    ...renderFreed(freed),
    ...renderReasonSection('Cannot be told', report.cannotBeTold),
    ...renderReasonSection('Not reproducible, so left out', report.notReproducible),
    ...renderReasonSection('Not comparable', report.notComparable),
  ];
}

export function renderSummary(report: CompareReport, words: ReportWords = reportWords.en): string {
  const { same, controlled, otherwise: changed } = report;
  return `${words.summary(report)}: ${words.same(same)} ${words.otherwise(changed)} ${words.controlled(controlled)}`;
}

export const renderOutcome = (
  { from, to, why, count }: OutcomeGroup,
  words: ReportWords = reportWords.en,
): string =>
  `${count} × ${renderStepResult(from, words)} → ${renderStepResult(to, words)}${why === '' ? '' : ` (${why})`}`;

export const renderValue = (
  { from, to, count, messages }: ValueGroup,
  words: ReportWords = reportWords.en,
): string =>
  `${count} × ${quoteValue(from, words)} → ${quoteValue(to, words)}${messages === count ? '' : words.inMessages(messages)}`;

export const renderPathTotal = (
  { path, count, messages }: PathTotal,
  words: ReportWords = reportWords.en,
): string => words.pathTotal(path, count, messages);

/** Undefined where none are. */
export const renderLeftOut = (count: number, words: ReportWords = reportWords.en): string | undefined =>
  count === 0 ? undefined : words.leftOut(count);

const renderLeftOutLines = (count: number): readonly string[] => {
  const line = renderLeftOut(count);
  return line === undefined ? [] : [`  ${line}`];
};

/** A total a path, and its kinds below it. */
function renderValues({ paths, values, leftOut }: CompareReport): readonly string[] {
  if (paths.length === 0) return [];
  const shown = paths.slice(0, shownLimits.paths).flatMap((total) => {
    const kinds = values.filter(({ path }) => path === total.path);
    const lines = kinds
      .slice(0, shownLimits.kinds)
      .flatMap((kind) => [
        `    ${renderValue(kind)}`,
        ...kind.examples.map((one) => `  ${renderExample(one)}`),
      ]);
    const rest = kinds.length - shownLimits.kinds;
    return [`  ${renderPathTotal(total)}`, ...lines, ...(rest > 0 ? [`    and ${rest} more kinds`] : [])];
  });
  const rest = paths.length - shownLimits.paths;
  return [
    ...['', 'Would be sent with other values:', ...shown],
    ...(rest > 0 ? [`  and ${rest} more paths`] : []),
    ...renderLeftOutLines(leftOut.values),
  ];
}

const quoteValue = (text: string | undefined, words: ReportWords): string =>
  text === undefined ? words.nothing : JSON.stringify(text);

const renderStepResult = (said: string, words: ReportWords): string => words.results[said] ?? said;

function renderSection(
  title: string,
  lines: readonly string[],
  groups: readonly ReportGroup[],
): readonly string[] {
  if (lines.length === 0) return [];
  return [
    '',
    `${title}:`,
    ...lines.flatMap((line, n) => [`  ${line}`, ...(groups[n]?.examples ?? []).map(renderExample)]),
  ];
}

const renderExample = ({ id, name, order, what }: ExampleMessage): string =>
  `      message ${id}${order === undefined ? '' : `, order ${order}`}${name === '' ? '' : ` (${name})`}${what === '' ? '' : `: ${what}`}`;

export const renderSentAgain = (
  { count, channels }: SentAgain,
  words: ReportWords = reportWords.en,
): string => `${words.orders(count)} (${channels.map((one) => `${one.channel} ${one.count}`).join(', ')})`;

const renderSentAgainLines = (onceMore: SentAgain): readonly string[] =>
  onceMore.count === 0
    ? []
    : [
        '',
        `Would be sent once more after publishing, when the ERP or the exchange says the same again: ${renderSentAgain(onceMore)}`,
        ...onceMore.examples.map(renderExample),
      ];

const renderFreed = (freed: readonly number[]): readonly string[] =>
  freed.length === 0
    ? []
    : ['', `Parked messages that this edit frees: ${freed.length} (${freed.join(', ')})`];

const renderReasonSection = (title: string, groups: readonly ReasonGroup[]): readonly string[] =>
  renderSection(
    title,
    groups.map(({ count, why }) => `${count}, because ${why}`),
    groups.map(({ examples, count }) => ({ count, examples: examples.slice(0, 1) })),
  );
