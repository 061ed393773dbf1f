import type {
  CompareReport,
  Example,
  Group,
  OnceMore,
  OutcomeGroup,
  PathTotal,
  ValueGroup,
  WhyGroup,
} from './report.ts';

/** A report for people, in lines: what matters most stands first. */

/** Kinds of value that are shown of one path, and paths; all are counted. */
const most = { kinds: 10, paths: 40 };

export function tellReport(report: CompareReport): readonly string[] {
  const { outcomes, reasons, leftOut, onceMore, freed } = report;
  return [
    summary(report),
    ...section('Would end otherwise', outcomes.map(outcomeLine), outcomes),
    ...leftOutLines(leftOut.outcomes),
    ...section('Would stop for another reason', reasons.map(outcomeLine), reasons),
    ...leftOutLines(leftOut.reasons),
    ...valueLines(report),
    ...onceMoreLines(onceMore),
    ...freedLines(freed),
    ...whySection('Cannot be told', report.cannotBeTold),
    ...whySection('Not reproducible, so left out', report.notReproducible),
    ...whySection('Not comparable', report.notComparable),
  ];
}

export function summary(report: CompareReport): string {
  const { messages, of, same, controlled, stopped, otherwise: changed } = report;
  const ends = changed === 0 ? 'None would end otherwise.' : `${changed} would end otherwise.`;
  const how =
    stopped === undefined
      ? `${messages} messages compared`
      : `${messages} of ${of} compared, then ${stopped}`;
  return `${how}: ${same} are the same. ${ends} The running version gives what the journal has for ${controlled} of them.`;
}

export const outcomeLine = ({ from, to, why, count }: OutcomeGroup): string =>
  `${count} × ${saidWords(from)} → ${saidWords(to)}${why === '' ? '' : ` (${why})`}`;

export const valueLine = ({ from, to, count, messages }: ValueGroup): string =>
  `${count} × ${quoted(from)} → ${quoted(to)}${messages === count ? '' : `, in ${messages} messages`}`;

export const pathLine = ({ path, count, messages }: PathTotal): string =>
  `${path}: ${count} ${count === 1 ? 'value' : 'values'} in ${messages} ${messages === 1 ? 'message' : 'messages'}`;

/** Undefined where none are. */
export const leftOutLine = (count: number): string | undefined =>
  count === 0 ? undefined : `and ${count} more ${count === 1 ? 'kind' : 'kinds'}; the totals count them`;

const leftOutLines = (count: number): readonly string[] => {
  const line = leftOutLine(count);
  return line === undefined ? [] : [`  ${line}`];
};

/** A total a path, and its kinds below it. */
function valueLines({ paths, values, leftOut }: CompareReport): readonly string[] {
  if (paths.length === 0) return [];
  const shown = paths.slice(0, most.paths).flatMap((total) => {
    const kinds = values.filter(({ path }) => path === total.path);
    const lines = kinds
      .slice(0, most.kinds)
      .flatMap((kind) => [`    ${valueLine(kind)}`, ...kind.examples.map((one) => `  ${exampleLine(one)}`)]);
    const rest = kinds.length - most.kinds;
    return [`  ${pathLine(total)}`, ...lines, ...(rest > 0 ? [`    and ${rest} more kinds`] : [])];
  });
  const rest = paths.length - most.paths;
  return [
    ...['', 'Would be sent with other values:', ...shown],
    ...(rest > 0 ? [`  and ${rest} more paths`] : []),
    ...leftOutLines(leftOut.values),
  ];
}

const quoted = (text: string | undefined): string =>
  text === undefined ? '(nothing)' : JSON.stringify(text);

const words: Readonly<Record<string, string>> = {
  deliver: 'sent',
  park: 'parked',
  wait: 'waits',
  failed: 'fails',
  unfetched: 'fetched first',
  refused: 'not taken',
  unsent: 'not sent',
};

export const saidWords = (said: string): string => words[said] ?? said;

function section(title: string, lines: readonly string[], groups: readonly Group[]): readonly string[] {
  if (lines.length === 0) return [];
  return [
    '',
    `${title}:`,
    ...lines.flatMap((line, n) => [`  ${line}`, ...(groups[n]?.examples ?? []).map(exampleLine)]),
  ];
}

const exampleLine = ({ id, name, order, what }: Example): string =>
  `      message ${id}${order === undefined ? '' : `, order ${order}`}${name === '' ? '' : ` (${name})`}${what === '' ? '' : `: ${what}`}`;

export const onceMoreLine = ({ count, channels }: OnceMore): string =>
  `${count} ${count === 1 ? 'order' : 'orders'} (${channels.map((one) => `${one.channel} ${one.count}`).join(', ')})`;

const onceMoreLines = (onceMore: OnceMore): readonly string[] =>
  onceMore.count === 0
    ? []
    : [
        '',
        `Would be sent once more after publishing, when the ERP or the exchange says the same again: ${onceMoreLine(onceMore)}`,
        ...onceMore.examples.map(exampleLine),
      ];

const freedLines = (freed: readonly number[]): readonly string[] =>
  freed.length === 0
    ? []
    : ['', `Parked messages that this edit frees: ${freed.length} (${freed.join(', ')})`];

const whySection = (title: string, groups: readonly WhyGroup[]): readonly string[] =>
  section(
    title,
    groups.map(({ count, why }) => `${count}, because ${why}`),
    groups.map(({ examples, count }) => ({ count, examples: examples.slice(0, 1) })),
  );
