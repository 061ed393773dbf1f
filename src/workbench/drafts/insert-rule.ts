/** Why a rule is not put into a text. */
export type NoInsertion =
  /** There is one already. */
  | 'there-already'
  /** What stands above it is not written line by line: somebody has to edit it. */
  | 'not-by-lines';

export interface InsertedRule {
  readonly text: string;
  /** Where it begins, 1-based. */
  readonly line: number;
}

/** What is put, and where. */
export interface NewRule {
  /** Names from the section down: `target`, `lines`, `item`, `name`. */
  readonly path: readonly string[];
  /** Its lines, as they stand where nothing is indented: the first begins with the last name. */
  readonly lines: readonly string[];
}

const indentOf = (line: string): number => /^ */.exec(line)?.[0].length ?? 0;
const isFilled = (line: string): boolean => !/^\s*(#|$)/.test(line);

/** The mapping with a rule for one member of the target. `path`: `lines/item/name`. */
export function insertRule(text: string, path: string, expression: string): InsertedRule | NoInsertion {
  const names = ['target', ...path.split('/')];
  return insertLines(text, { path: names, lines: [`${names.at(-1)}: ${JSON.stringify(expression)}`] });
}

/** The mapping with some lines at their place, before the members that are there. What stands in the text stays as it is. */
export function insertLines(text: string, { path, lines: put }: NewRule): InsertedRule | NoInsertion {
  const [section = '', ...names] = path;
  const lines = text.replace(/\n$/, '').split('\n');
  let at = lines.findIndex((line) => line.startsWith(`${section}:`));
  if (at < 0) at = lines.push('', `${section}:`) - 1;
  if (!opensBlock(lines[at])) return 'not-by-lines';
  for (const [depth, name] of names.entries()) {
    const { indent, child } = findChild(lines, at, name);
    if (child === undefined) {
      const rule = nestLines(names.slice(depth), indent, put);
      const all = [...lines.slice(0, at + 1), ...rule, ...lines.slice(at + 1)];
      return { text: `${all.join('\n')}\n`, line: at + 2 + names.length - 1 - depth };
    }
    if (depth === names.length - 1) return 'there-already';
    if (!opensBlock(lines[child])) return 'not-by-lines';
    at = child;
  }
  return 'there-already';
}

/** The name alone: what belongs to it stands on the lines below. */
const opensBlock = (line: string | undefined): boolean => /:\s*(#.*)?$/.test(line ?? '');

/** The line of a member of what begins at line `at`, and how far its members are indented. */
function findChild(
  lines: readonly string[],
  at: number,
  name: string,
): { readonly indent: number; readonly child?: number } {
  const above = indentOf(lines[at] ?? '');
  let indent: number | undefined;
  for (let n = at + 1; n < lines.length; n += 1) {
    const line = lines[n] ?? '';
    if (!isFilled(line)) continue;
    if (indentOf(line) <= above) break;
    indent ??= indentOf(line);
    if (indentOf(line) === indent && line.trimStart().startsWith(`${name}:`)) return { indent, child: n };
  }
  return { indent: indent ?? above + 2 };
}

/** Below names that are not there yet, each of which opens a block of its own. */
function nestLines(names: readonly string[], indent: number, put: readonly string[]): readonly string[] {
  const above = names.slice(0, -1).map((name, n) => `${' '.repeat(indent + 2 * n)}${name}:`);
  const inside = ' '.repeat(indent + 2 * above.length);
  return [...above, ...put.map((line) => (line === '' ? '' : `${inside}${line}`))];
}
