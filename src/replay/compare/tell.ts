import type { CompareReport, Example, Group, OutcomeGroup, ValueGroup, WhyGroup } from './report.ts';

/** A report for people, in lines: what matters most stands first. */

/** Kinds of value that are shown; all are counted. */
const mostValues = 40;

export function tellReport(report: CompareReport): readonly string[] {
  const { outcomes, reasons, values, onceMore, freed } = report;
  return [
    summary(report),
    ...section('Would end otherwise', outcomes.map(outcomeLine), outcomes),
    ...section('Would stop for another reason', reasons.map(outcomeLine), reasons),
    ...section('Would be sent with other values', values.slice(0, mostValues).map(valueLine), values),
    ...(values.length > mostValues ? [`  and ${values.length - mostValues} more kinds`] : []),
    ...onceMoreLines(onceMore),
    ...freedLines(freed),
    ...whySection('Cannot be told', report.cannotBeTold),
    ...whySection('Not reproducible, so left out', report.notReproducible),
    ...whySection('Not comparable', report.notComparable),
  ];
}

export function summary({ messages, of, same, controlled, stopped, outcomes }: CompareReport): string {
  const changed = outcomes.reduce((sum, { count }) => sum + count, 0);
  const ends = changed === 0 ? 'None would end otherwise.' : `${changed} would end otherwise.`;
  const how =
    stopped === undefined
      ? `${messages} messages compared`
      : `${messages} of ${of} compared, then ${stopped}`;
  return `${how}: ${same} are the same. ${ends} The running version gives what the journal has for ${controlled} of them.`;
}

export const outcomeLine = ({ from, to, why, count }: OutcomeGroup): string =>
  `${count} × ${saidWords(from)} → ${saidWords(to)}${why === '' ? '' : ` (${why})`}`;

export const valueLine = ({ path, from, to, count, messages }: ValueGroup): string =>
  `${count} × ${path}: ${quoted(from)} → ${quoted(to)}${messages === count ? '' : `, in ${messages} messages`}`;

const quoted = (text: string | undefined): string =>
  text === undefined ? '(nothing)' : JSON.stringify(text);

const words: Readonly<Record<string, string>> = {
  deliver: 'sent',
  park: 'parked',
  wait: 'waits',
  failed: 'fails',
  unfetched: 'fetched first',
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

const onceMoreLines = ({ count, examples }: Group): readonly string[] =>
  count === 0
    ? []
    : [
        '',
        `Would be sent once more after publishing, when the ERP or the exchange says the same again: ${count} orders`,
        ...examples.map(exampleLine),
      ];

const freedLines = (freed: readonly number[]): readonly string[] =>
  freed.length === 0
    ? []
    : ['', `Parked messages that this edit frees: ${freed.length} (${shortened(freed)})`];

const shortened = (ids: readonly number[]): string =>
  ids.length <= 20 ? ids.join(', ') : `${ids.slice(0, 20).join(', ')} and ${ids.length - 20} more`;

const whySection = (title: string, groups: readonly WhyGroup[]): readonly string[] =>
  section(
    title,
    groups.map(({ count, why }) => `${count}, because ${why}`),
    groups.map(({ examples, count }) => ({ count, examples: examples.slice(0, 1) })),
  );
