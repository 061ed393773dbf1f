import type { TraceAnswer } from '../../../api/model/mapping-model.ts';
import type { Words } from '../../words/en.ts';
import type { LineMark } from './editor/editor-marks.ts';
import type { CodeLanguage } from './editor/editor-setup.ts';
import type { PreviewReply } from './use-preview.ts';
import type { RulePlace } from './views/layered-text.tsx';

type PaneWords = Words['panes'];

/** The one that was there while nothing is otherwise: thousands of marks are drawn anew only where they have changed. */
export const keepMarks = (before: readonly LineMark[], after: readonly LineMark[]): readonly LineMark[] =>
  before.length === after.length && before.every((mark, n) => isSameMark(mark, after[n])) ? before : after;

const isSameMark = ({ line, kind, text, title }: LineMark, other: LineMark | undefined): boolean =>
  other?.line === line && other.kind === kind && other.text === text && other.title === title;

/** What becomes of each line of the document. A line with a lost value says so, also where others of it go somewhere. */
export function listDocumentMarks(reply: PreviewReply | undefined, words: PaneWords): readonly LineMark[] {
  if (!reply?.marks) return [];
  const lost = new Set(reply.lost?.map(({ line }) => line));
  const goes = reply.marks.carried.filter((line) => !lost.has(line));
  const ignored = reply.marks.ignored.filter((line) => !lost.has(line));
  return [
    ...goes.map((line): LineMark => ({ line, kind: 'goes', text: '●', title: words.carried })),
    ...[...lost].map((line): LineMark => ({ line, kind: 'lost', text: '○', title: words.lostLine })),
    ...ignored.map((line): LineMark => ({ line, kind: 'ignored', text: '–', title: words.ignoredLine })),
  ];
}

/** How many values each rule of the file gave. */
export const listMappingMarks = (
  reply: PreviewReply | undefined,
  file: string,
  words: PaneWords,
): readonly LineMark[] =>
  (reply?.marks?.rules ?? [])
    .filter((rule) => rule.file === file)
    .map(({ line, count }) => ({ line, kind: 'count', text: String(count), title: words.gaveValues(count) }));

export const listResultMarks = (reply: PreviewReply | undefined, words: PaneWords): readonly LineMark[] =>
  (reply?.marks?.own ?? []).map((line) => ({ line, kind: 'own', text: ' ', title: words.byMine }));

export interface LitLines {
  readonly document: readonly number[];
  /** Rules of all mappings on the way. */
  readonly mapping: readonly RulePlace[];
  readonly result: readonly number[];
}

/** Lines that belong to the value that is shown. */
export function listLitLines(trace: TraceAnswer | undefined, index: number): LitLines {
  const value = trace?.values[index];
  if (!value) return { document: [], mapping: [], result: [] };
  const sources = value.sources.length > 0 ? value.sources : value.chosenBy;
  const rules = [value.rule, ...value.via.map(({ rule }) => rule)];
  return {
    document: sources.filter(({ isVariable }) => !isVariable).map(({ line }) => line),
    mapping: rules.map(({ file, line }) => ({ file, line })),
    result: value.resultLine === undefined ? [] : [value.resultLine],
  };
}

export function languageOf(text: string): CodeLanguage {
  if (/^\s*</.test(text)) return 'xml';
  return /^\s*[{[]/.test(text) ? 'json' : 'text';
}

/** The rule that a line belongs to: on it, or above it with less indentation in between. */
export function findRuleLine(lines: readonly string[], line: number, rules: ReadonlySet<number>): number {
  const indent = (n: number): number => /^ */.exec(lines[n - 1] ?? '')?.[0].length ?? 0;
  let least = indent(line);
  if (rules.has(line)) return line;
  for (let above = line - 1; above > 0 && above > line - 40; above -= 1) {
    const own = indent(above);
    if (own >= least) continue;
    if (rules.has(above)) return above;
    least = own;
  }
  return line;
}
