/** Why a rule is not put into a text. */
export type NoInsertion =
  /** There is one already. */
  | 'there-already'
  /** What stands above it is not written line by line: somebody has to edit it. */
  | 'not-by-lines';

export interface InsertedRule {
  readonly text: string;
}

const indentOf = (line: string): number => /^ */.exec(line)?.[0].length ?? 0;
const isFilled = (line: string): boolean => !/^\s*(#|$)/.test(line);

/**
 * The mapping with a rule for one member of the target, at its place below the members that are there. `path`: `lines/item/name`. What stands
 * in the text stays as it is.
 */
export function insertRule(text: string, path: string, expression: string): InsertedRule | NoInsertion {
  const names = path.split('/');
  const lines = text.replace(/\n$/, '').split('\n');
  let at = lines.findIndex((line) => /^target:\s*(#.*)?$/.test(line));
  if (at < 0) {
    if (lines.some((line) => line.startsWith('target:'))) return 'not-by-lines';
    at = lines.push('', 'target:') - 1;
  }
  for (const [depth, name] of names.entries()) {
    const { indent, child } = findChild(lines, at, name);
    if (child === undefined) {
      const rule = buildRule(names.slice(depth), indent, expression);
      return { text: `${[...lines.slice(0, at + 1), ...rule, ...lines.slice(at + 1)].join('\n')}\n` };
    }
    if (depth === names.length - 1) return 'there-already';
    if (!/:\s*(#.*)?$/.test(lines[child] ?? '')) return 'not-by-lines';
    at = child;
  }
  return 'there-already';
}

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

const buildRule = (names: readonly string[], indent: number, expression: string): readonly string[] =>
  names.map((name, n) => {
    const value = n === names.length - 1 ? ` ${JSON.stringify(expression)}` : '';
    return `${' '.repeat(indent + 2 * n)}${name}:${value}`;
  });
