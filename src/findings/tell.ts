import type { Finding, Language, Severity } from '../types.ts';
import { visible } from '../visible.ts';
import { cut } from './messages.ts';

/** The words around findings where people read them: reports and the command line. */
interface Words {
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

const words: Readonly<Record<Language, Words>> = {
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
export function countFindings(findings: readonly Finding[], language: Language = 'en'): string {
  const { counts } = words[language];
  return severities
    .map((severity) => ({ severity, count: findings.filter((one) => one.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => `${count} ${counts[severity][count === 1 ? 0 : 1]}`)
    .join(', ');
}

/** What the counts mean to the reader, where there are both. */
export function weighFindings(findings: readonly Finding[], language: Language = 'en'): string {
  const warnings = findings.filter(({ severity }) => severity === 'warning').length;
  return warnings > 0 && warnings < findings.length ? words[language].weights : '';
}

/** Findings of one kind that are told in full; of the others only the places follow. Of warnings one, since nobody has to mend each. */
const inFull: Readonly<Record<Severity, number>> = { error: 3, park: 3, warning: 1 };

/** A finding that is told, and those of its kind of which only the places are. */
export interface Told {
  readonly finding: Finding;
  readonly rest: readonly Finding[];
}

/**
 * Findings as paragraphs of lines: what stops the document first; many of one kind are told by their places. `source` is the document's
 * text, from which the lines are quoted.
 */
export function tellFindings(
  findings: readonly Finding[],
  language: Language = 'en',
  source?: string,
): readonly (readonly string[])[] {
  const lines = source?.split(/\r\n|\n|\r/);
  return byKind(findings).map(({ finding, rest }, index) =>
    paragraph(finding, rest, index + 1, language, lines),
  );
}

/** What stops the document first; a warning once a document, with the others of its kind. */
export function byKind(findings: readonly Finding[]): readonly Told[] {
  const sorted = severities.flatMap((severity) => findings.filter((one) => one.severity === severity));
  const groups = Map.groupBy(sorted, kindOf);
  return sorted.flatMap((finding) => {
    const group = groups.get(kindOf(finding)) ?? [];
    const at = group.indexOf(finding);
    const most = inFull[finding.severity];
    const full = most > 1 && group.length <= most + 1 ? group.length : most;
    return at >= full ? [] : [{ finding, rest: at === full - 1 ? group.slice(full) : [] }];
  });
}

/** `The same in 3 more places: line 12 order line 2; …`; empty where there are none. */
export function otherPlaces(rest: readonly Finding[], language: Language = 'en'): string {
  if (rest.length === 0) return '';
  const [one, more] = words[language].same;
  const places = rest.map((finding) => shortPlace(finding, language)).join('; ');
  const text = rest.length === 1 ? one : more.replace('{count}', String(rest.length));
  return `${text}: ${cut(places, 600)}.`;
}

/** Findings are of one kind when they say the same of the same element of different lines. */
function kindOf({ code, path, severity, advice }: Finding): string {
  const what = named.has(code) ? advice : (path?.replace(/\[\d+\]/g, '') ?? '');
  return `${severity} ${code} ${what}`;
}

/** The same fault in different elements: their names are told with their places. */
const named: ReadonlySet<string> = new Set(['attribute-missing']);

function paragraph(
  finding: Finding,
  rest: readonly Finding[],
  number: number,
  language: Language,
  lines: readonly string[] | undefined,
): readonly string[] {
  const { labels, todo } = words[language];
  const { severity, code, path } = finding;
  const quote = quoted(finding, lines);
  return [
    `${number}. ${labels[severity]}: ${withKey(finding)}`,
    `   ${todo}: ${finding.advice}`,
    ...(quote === undefined ? [] : [`   ${quote}`]),
    ...(rest.length === 0 ? [] : [`   ${otherPlaces(rest, language)}`]),
    `   (${[placeWords(finding, language), code, path].filter(Boolean).join(' - ')})`,
  ];
}

/** `Order line 3 (position 00030): …` */
export function withKey({ key, message }: Finding): string {
  return key === undefined ? message : `${key.charAt(0).toUpperCase()}${key.slice(1)}: ${message}`;
}

/** A record that has the number of its line is not told twice. */
function placeWords({ line, column, record, field }: Finding, language: Language): string {
  if (line === undefined) return '';
  const say = words[language];
  return [
    `${say.line} ${line}`,
    ...(column === undefined ? [] : [`${say.column} ${column}`]),
    ...(record === undefined || record === line ? [] : [`${say.record} ${record}`]),
    ...(field === undefined ? [] : [`${say.field} ${field}`]),
  ].join(', ');
}

function shortPlace({ line, key, value, code, path }: Finding, language: Language): string {
  const place = line === undefined ? [] : [`${words[language].line} ${line}`];
  return [
    ...place,
    ...(key === undefined ? [] : [key]),
    ...(value === undefined ? [] : [`\`${cut(value, 20)}\``]),
    ...(named.has(code) ? [`\`${path?.replace(/^.*[/:]|\[\d+\]$/g, '')}\``] : []),
  ].join(' ');
}

/** Characters of a line that are quoted; exports are often one single line. */
const widest = 110;

/** `   48 | <cbc:Quantity unitCode="C62">1.234,50</cbc:Quantity>`, from the place on where the line is long. */
function quoted(
  { line, column = 1, code, path }: Finding,
  lines: readonly string[] | undefined,
): string | undefined {
  if (code === 'element-missing' && /^\/[^/]*$/.test(path ?? '')) return undefined;
  const text = line === undefined ? undefined : lines?.[line - 1];
  if (text === undefined || text.trim() === '') return undefined;
  const whole = text.trim();
  const start = whole.length <= widest ? whole : (column > 1 ? '…' : '') + text.slice(column - 1);
  // control characters of a document must not act on the reader's terminal
  return `${line} | ${visible(cut(start, widest))}`;
}
