import { escapeControls } from '../text/visible.ts';
import type { Finding, Language, Severity } from '../types.ts';
import { cutText } from './create-finding.ts';

/** The words around findings where people read them: reports and the command line. */
interface FindingWording {
  readonly labels: Readonly<Record<Severity, string>>;
  readonly counts: Readonly<Record<Severity, readonly [one: string, more: string]>>;
  readonly line: string;
  readonly column: string;
  readonly record: string;
  readonly field: string;
  readonly todo: string;
  readonly same: readonly [one: string, more: string];
  readonly weights: string;
}

const findingWording: Readonly<Record<Language, FindingWording>> = {
  en: {
    labels: { error: 'Error', park: 'To decide', warning: 'Warning' },
    counts: {
      error: ['error', 'errors'],
      park: ['thing to decide', 'things to decide'],
      warning: ['warning', 'warnings'],
    },
    line: 'line',
    column: 'column',
    record: 'record',
    field: 'field',
    todo: 'What to do',
    same: ['The same in one more place', 'The same in {count} more places'],
    weights: 'Warnings alone would not have stopped it.',
  },
  nl: {
    labels: { error: 'Fout', park: 'Te beslissen', warning: 'Waarschuwing' },
    counts: {
      error: ['fout', 'fouten'],
      park: ['punt om te beslissen', 'punten om te beslissen'],
      warning: ['waarschuwing', 'waarschuwingen'],
    },
    line: 'regel',
    column: 'kolom',
    record: 'record',
    field: 'veld',
    todo: 'Wat te doen',
    same: ['Hetzelfde op nog één plaats', 'Hetzelfde op nog {count} plaatsen'],
    weights: 'Alleen waarschuwingen zouden het niet hebben tegengehouden.',
  },
};

const severities: readonly Severity[] = ['error', 'park', 'warning'];

/** "2 errors, 1 warning"; empty without findings. */
export function renderFindingCounts(findings: readonly Finding[], language: Language = 'en'): string {
  const { counts } = findingWording[language];
  return severities
    .map((severity) => ({ severity, count: findings.filter((one) => one.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => `${count} ${counts[severity][count === 1 ? 0 : 1]}`)
    .join(', ');
}

/** What the counts mean to the reader, where there are both. */
export function renderSeverityHint(findings: readonly Finding[], language: Language = 'en'): string {
  const warnings = findings.filter(({ severity }) => severity === 'warning').length;
  return warnings > 0 && warnings < findings.length ? findingWording[language].weights : '';
}

/**
 * How many findings of one group are printed in full; the others are listed by location. One warning is
 * enough, since nobody has to mend each.
 */
const inFull: Readonly<Record<Severity, number>> = { error: 3, park: 3, warning: 1 };

/** A finding that is told, and those of its kind of which only the places are. */
export interface GroupedFinding {
  readonly finding: Finding;
  readonly others: readonly Finding[];
}

/**
 * Findings as paragraphs of lines: what stops the document first; many of one kind are told by their places. `source` is the document's
 * text, from which the lines are quoted.
 */
export function renderFindings(
  findings: readonly Finding[],
  language: Language = 'en',
  source?: string,
): readonly (readonly string[])[] {
  const lines = source?.split(/\r\n|\n|\r/);
  return groupFindings(findings).map(({ finding, others: rest }, index) =>
    paragraph(finding, rest, index + 1, language, lines),
  );
}

/** What stops the document first; a warning once a document, with the others of its kind. */
export function groupFindings(findings: readonly Finding[]): readonly GroupedFinding[] {
  const sorted = severities.flatMap((severity) => findings.filter((one) => one.severity === severity));
  const groups = Map.groupBy(sorted, kindOf);
  return sorted.flatMap((finding) => {
    const group = groups.get(kindOf(finding)) ?? [];
    const at = group.indexOf(finding);
    const most = inFull[finding.severity];
    const full = most > 1 && group.length <= most + 1 ? group.length : most;
    return at >= full ? [] : [{ finding, others: at === full - 1 ? group.slice(full) : [] }];
  });
}

/** `The same in 3 more places: line 12 order line 2; …`; empty where there are none. */
export function renderOtherLocations(rest: readonly Finding[], language: Language = 'en'): string {
  if (rest.length === 0) return '';
  const [one, more] = findingWording[language].same;
  const places = rest.map((finding) => shortPlace(finding, language)).join('; ');
  const text = rest.length === 1 ? one : more.replace('{count}', String(rest.length));
  return `${text}: ${cutText(places, 600)}.`;
}

/** Findings are of one kind when they say the same of the same element of different lines. */
function kindOf({ code, path, severity, advice }: Finding): string {
  const what = namedByPath.has(code) ? advice : (path?.replace(/\[\d+\]/g, '') ?? '');
  return `${severity} ${code} ${what}`;
}

/** The same fault in different elements: their names are told with their places. */
const namedByPath: ReadonlySet<string> = new Set(['attribute-missing']);

function paragraph(
  finding: Finding,
  rest: readonly Finding[],
  number: number,
  language: Language,
  lines: readonly string[] | undefined,
): readonly string[] {
  const { labels, todo } = findingWording[language];
  const { severity, code, path } = finding;
  const quote = quoteLine(finding, lines);
  return [
    `${number}. ${labels[severity]}: ${renderWithKey(finding)}`,
    `   ${todo}: ${finding.advice}`,
    ...(quote === undefined ? [] : [`   ${quote}`]),
    ...(rest.length === 0 ? [] : [`   ${renderOtherLocations(rest, language)}`]),
    `   (${[renderLocation(finding, language), code, path].filter(Boolean).join(' - ')})`,
  ];
}

/** `Order line 3 (position 00030): …` */
export function renderWithKey({ key, message }: Finding): string {
  return key === undefined ? message : `${key.charAt(0).toUpperCase()}${key.slice(1)}: ${message}`;
}

/** A record that has the number of its line is not told twice. */
function renderLocation({ line, column, record, field }: Finding, language: Language): string {
  if (line === undefined) return '';
  const say = findingWording[language];
  return [
    `${say.line} ${line}`,
    ...(column === undefined ? [] : [`${say.column} ${column}`]),
    ...(record === undefined || record === line ? [] : [`${say.record} ${record}`]),
    ...(field === undefined ? [] : [`${say.field} ${field}`]),
  ].join(', ');
}

function shortPlace({ line, key, value, code, path }: Finding, language: Language): string {
  const place = line === undefined ? [] : [`${findingWording[language].line} ${line}`];
  return [
    ...place,
    ...(key === undefined ? [] : [key]),
    ...(value === undefined ? [] : [`\`${cutText(value, 20)}\``]),
    ...(namedByPath.has(code) ? [`\`${path?.replace(/^.*[/:]|\[\d+\]$/g, '')}\``] : []),
  ].join(' ');
}

/** Characters of a line that are quoted; exports are often one single line. */
const widest = 110;

/** `   48 | <cbc:Quantity unitCode="C62">1.234,50</cbc:Quantity>`, from the place on where the line is long. */
function quoteLine(
  { line, column = 1, code, path }: Finding,
  lines: readonly string[] | undefined,
): string | undefined {
  if (code === 'element-missing' && /^\/[^/]*$/.test(path ?? '')) return undefined;
  const text = line === undefined ? undefined : lines?.[line - 1];
  if (text === undefined || text.trim() === '') return undefined;
  const whole = text.trim();
  const start = whole.length <= widest ? whole : (column > 1 ? '…' : '') + text.slice(column - 1);
  // control characters of a document must not act on the reader's terminal
  return `${line} | ${escapeControls(cutText(start, widest))}`;
}
