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

/** A report for people, in lines: what matters most stands first. */

/** Kinds of value that are shown of one path, and paths; all are counted. */
const shownLimits = { kinds: 10, paths: 40 };

export function renderCompareReport(report: CompareReport): readonly string[] {
  const { outcomes, reasons, leftOut, onceMore, freed } = report;
  return [
    renderSummary(report),
    ...renderSection('Would end otherwise', outcomes.map(renderOutcome), outcomes),
    ...renderLeftOutLines(leftOut.outcomes),
    ...renderSection('Would stop for another reason', reasons.map(renderOutcome), reasons),
    ...renderLeftOutLines(leftOut.reasons),
    ...renderValues(report),
    ...renderSentAgainLines(onceMore),
    ...renderFreed(freed),
    ...renderReasonSection('Cannot be told', report.cannotBeTold),
    ...renderReasonSection('Not reproducible, so left out', report.notReproducible),
    ...renderReasonSection('Not comparable', report.notComparable),
  ];
}

export function renderSummary(report: CompareReport): string {
  const { messages, of, same, controlled, stopped, otherwise: changed } = report;
  const ends = changed === 0 ? 'None would end otherwise.' : `${changed} would end otherwise.`;
  const how =
    stopped === undefined
      ? `${messages} messages compared`
      : `${messages} of ${of} compared, then ${stopped}`;
  return `${how}: ${same} are the same. ${ends} The running version gives what the journal has for ${controlled} of them.`;
}

export const renderOutcome = ({ from, to, why, count }: OutcomeGroup): string =>
  `${count} × ${renderStepResult(from)} → ${renderStepResult(to)}${why === '' ? '' : ` (${why})`}`;

export const renderValue = ({ from, to, count, messages }: ValueGroup): string =>
  `${count} × ${quoteValue(from)} → ${quoteValue(to)}${messages === count ? '' : `, in ${messages} messages`}`;

export const renderPathTotal = ({ path, count, messages }: PathTotal): string =>
  `${path}: ${count} ${count === 1 ? 'value' : 'values'} in ${messages} ${messages === 1 ? 'message' : 'messages'}`;

/** Undefined where none are. */
export const renderLeftOut = (count: number): string | undefined =>
  count === 0 ? undefined : `and ${count} more ${count === 1 ? 'kind' : 'kinds'}; the totals count them`;

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

const quoteValue = (text: string | undefined): string =>
  text === undefined ? '(nothing)' : JSON.stringify(text);

const resultWording: Readonly<Record<string, string>> = {
  deliver: 'sent',
  park: 'parked',
  wait: 'waits',
  failed: 'fails',
  unfetched: 'fetched first',
  refused: 'not taken',
  unsent: 'not sent',
};

export const renderStepResult = (said: string): string => resultWording[said] ?? said;

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

export const renderSentAgain = ({ count, channels }: SentAgain): string =>
  `${count} ${count === 1 ? 'order' : 'orders'} (${channels.map((one) => `${one.channel} ${one.count}`).join(', ')})`;

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
