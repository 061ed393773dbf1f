import type { RecordLayout } from '../../formats/define-syntax.ts';
import { isElement, textOf } from '../../tree/nodes/tree-builder.ts';
import type { TreeDocument, TreeElement } from '../../tree/nodes/tree-node.ts';
import type { ValueRewrite } from '../../tree/privacy/rewrite-values.ts';

/** Another text in the place of one, in characters. */
interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Of each field what it says, in the order of their places. */
export const listFieldTexts = (
  { root }: TreeDocument,
  change: ValueRewrite = (value) => value,
): readonly string[] =>
  fieldsOf(root, []).map(({ element, path }) => change(writtenTextOf(element), path).trim());

const writtenTextOf = (element: TreeElement): string => element.origin?.written ?? textOf(element);

const run = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * A file of records with other values, each in its place. `outside`: for words that no field holds (columns and segments that the
 * format does not name, its own words).
 */
export function rewriteRecords(
  text: string,
  trees: readonly TreeDocument[],
  change: ValueRewrite,
  outside: (word: string) => string,
  { separator, stretches = [] }: RecordLayout,
): string {
  const begins = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const fields = trees
    .flatMap(({ root }) => fieldsOf(root, []))
    .map(({ element, path }) => ({
      element,
      path,
      at: (begins[element.line - 1] ?? 0) + element.column - 1,
    }));
  const edits = [
    ...fields.flatMap(({ element, path, at }) => editsOf(text, at, element, (value) => change(value, path))),
    ...stretches.map(({ from, to, path }) => {
      const value = text.slice(from, to);
      return { from, to, text: path === undefined ? value : change(value, path) };
    }),
    ...(separator === undefined ? [] : repeatedCells(text, fields, separator, change)),
  ].sort((a, b) => a.from - b.from);
  return applyEdits(text, edits, (gap) => gap.replace(run, outside));
}

interface PlacedField {
  readonly at: number;
  readonly path: readonly string[];
}

/** Cells that no field of the tree stands in, in a column that holds one in other rows. */
function repeatedCells(
  text: string,
  fields: readonly PlacedField[],
  separator: string,
  change: ValueRewrite,
): readonly TextEdit[] {
  const first = Math.min(...fields.map(({ at }) => at));
  const cells = cellsOf(text, separator);
  const columns = new Map<number, readonly string[]>();
  const taken = new Set<Cell>();
  const ordered = fields.toSorted((a, b) => a.at - b.at);
  let n = 0;
  for (const { at, path } of ordered) {
    while (n < cells.length && (cells[n]?.to ?? 0) < at) n += 1;
    const cell = cells[n];
    if (cell === undefined) break;
    columns.set(cell.column, path);
    taken.add(cell);
  }
  return cells.flatMap((cell) => {
    const path = columns.get(cell.column);
    if (path === undefined || taken.has(cell) || cell.from < first) return [];
    const { from, to } = cell;
    return [{ from, to, text: change(text.slice(from, to), path) }];
  });
}

interface Cell {
  readonly from: number;
  readonly to: number;
  /** 0-based. */
  readonly column: number;
}

/** What stands between separators, without the quotes around it. */
function cellsOf(text: string, separator: string): readonly Cell[] {
  const cells: Cell[] = [];
  let [column, from, isQuoted] = [0, 0, false];
  for (let at = 0; at <= text.length; at += 1) {
    const c = text[at];
    if (c === '"') isQuoted = !isQuoted;
    const isEnd = c === undefined || (!isQuoted && (c === separator || c === '\n'));
    if (!isEnd) continue;
    const [before = ''] = /^[ "]*/.exec(text.slice(from, at)) ?? [];
    const [after = ''] = /[ "\r]*$/.exec(text.slice(from + before.length, at)) ?? [];
    cells.push({ from: from + before.length, to: at - after.length, column });
    [from, column] = [at + 1, c === separator ? column + 1 : 0];
  }
  return cells;
}

/** Fields, with the names above them and what the format calls them. */
function fieldsOf(
  element: TreeElement,
  above: readonly string[],
): readonly { readonly element: TreeElement; readonly path: readonly string[] }[] {
  const path = [...above, element.localName];
  const children = element.childNodes.filter(isElement);
  if (children.length > 0) return children.flatMap((child) => fieldsOf(child, path));
  const { field } = element.origin ?? {};
  return textOf(element) === '' ? [] : [{ element, path: field === undefined ? path : [...path, field] }];
}

/** What stands between the words of a field may be written otherwise in the file (`?'`, `""`). */
function editsOf(
  text: string,
  begin: number,
  element: TreeElement,
  change: (value: string) => string,
): TextEdit[] {
  const value = writtenTextOf(element);
  const other = change(value);
  if (text.startsWith(value, begin)) return [fitEdit(text, begin, value, other)];
  const words = [...other.matchAll(run)].map(([word]) => word);
  const edits: TextEdit[] = [];
  let at = begin;
  for (const [n, [word]] of [...value.matchAll(run)].entries()) {
    const from = text.indexOf(word, at);
    at = from + word.length;
    if (from >= 0) edits.push({ from, to: at, text: words[n] ?? word });
  }
  return edits;
}

/** What is longer takes blanks that follow, what is shorter leaves some: in fixed places nothing else moves. */
function fitEdit(text: string, from: number, value: string, other: string): TextEdit {
  const more = other.length - value.length;
  const blanks =
    /^ */.exec(text.slice(from + value.length, from + value.length + Math.max(more, 1)))?.[0] ?? '';
  if (more > 0) return { from, to: from + value.length + blanks.length, text: other };
  return { from, to: from + value.length, text: blanks === '' ? other : other.padEnd(value.length) };
}

/** Fields that stand in each of several documents (of the file's head) are there several times. */
function applyEdits(text: string, edits: readonly TextEdit[], gap: (text: string) => string): string {
  let [done, made] = [0, ''];
  for (const { from, to, text: other } of edits) {
    if (from < done) continue;
    made += gap(text.slice(done, from)) + other;
    done = to;
  }
  return made + gap(text.slice(done));
}
