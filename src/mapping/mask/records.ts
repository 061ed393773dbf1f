import { isElement, textOf } from '../../tree/build.ts';
import type { TreeDocument, TreeElement } from '../../tree/node.ts';
import type { Change } from '../../tree/rewrite.ts';

/** Another text in the place of one, in characters. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Of each field what it says, in the order of their places. */
export const fieldTexts = ({ root }: TreeDocument, change: Change = (value) => value): readonly string[] =>
  fieldsOf(root, []).map(({ element, path }) => change(writtenIn(element), path).trim());

const writtenIn = (element: TreeElement): string => element.origin?.written ?? textOf(element);

const run = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * A file of records with other values, each in its place. `outside`: for words that no field holds (columns and segments that the
 * format does not name, its own words).
 */
export function rewrittenRecords(
  text: string,
  trees: readonly TreeDocument[],
  change: Change,
  outside: (word: string) => string,
): string {
  const begins = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const edits = trees
    .flatMap(({ root }) => fieldsOf(root, []))
    .flatMap(({ element, path }) => {
      const at = (begins[element.line - 1] ?? 0) + element.column - 1;
      return editsOf(text, at, element, (value) => change(value, path));
    })
    .sort((a, b) => a.from - b.from);
  return applied(text, edits, (gap) =>
    gap.replace(countOrWord, (found, before?: string) => (before === undefined ? outside(found) : found)),
  );
}

/** How many segments or messages there are stays true; any other word. */
const countOrWord = /(?<![\p{L}\p{N}])(UN[TZE][^\p{L}\p{N}\s])\d+|[\p{L}\p{M}\p{N}]+/gu;

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
): Edit[] {
  const value = writtenIn(element);
  const other = change(value);
  if (text.startsWith(value, begin)) return [fitted(text, begin, value, other)];
  const words = [...other.matchAll(run)].map(([word]) => word);
  const edits: Edit[] = [];
  let at = begin;
  for (const [n, [word]] of [...value.matchAll(run)].entries()) {
    const from = text.indexOf(word, at);
    at = from + word.length;
    if (from >= 0) edits.push({ from, to: at, text: words[n] ?? word });
  }
  return edits;
}

/** What is longer takes blanks that follow, what is shorter leaves some: in fixed places nothing else moves. */
function fitted(text: string, from: number, value: string, other: string): Edit {
  const more = other.length - value.length;
  const blanks =
    /^ */.exec(text.slice(from + value.length, from + value.length + Math.max(more, 1)))?.[0] ?? '';
  if (more > 0) return { from, to: from + value.length + blanks.length, text: other };
  return { from, to: from + value.length, text: blanks === '' ? other : other.padEnd(value.length) };
}

/** Fields that stand in each of several documents (of the file's head) are there several times. */
function applied(text: string, edits: readonly Edit[], gap: (text: string) => string): string {
  let [done, made] = [0, ''];
  for (const { from, to, text: other } of edits) {
    if (from < done) continue;
    made += gap(text.slice(done, from)) + other;
    done = to;
  }
  return made + gap(text.slice(done));
}
