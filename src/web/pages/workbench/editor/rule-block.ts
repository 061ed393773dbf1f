/** Where in a mapping a line is typed. */
export interface RuleBlock {
  /** Keys that it stands below, from the outside in: `target`, `order`. */
  readonly keys: readonly string[];
  /** What its rules run for, one after the other; undefined: for the document. */
  readonly each: string | undefined;
}

/** `lines`: those above the one that is typed, and `typed` itself. */
export function findRuleBlock(lines: readonly string[], typed: string): RuleBlock {
  const keys: string[] = [];
  let each: string | undefined;
  let indent = indentOf(typed);
  for (const line of lines.toReversed()) {
    const [, key, value = ''] = /^\s*([\w:@$]+):\s*(.*)$/.exec(line) ?? [];
    if (key === undefined || indentOf(line) > indent) continue;
    if (indentOf(line) === indent) {
      if (isEach(key)) each ??= unquote(value);
      continue;
    }
    indent = indentOf(line);
    keys.unshift(key);
  }
  return { keys, each };
}

const isEach = (key: string): boolean => key === 'each' || key === '$each';

const indentOf = (line: string): number => line.search(/\S|$/);

const unquote = (value: string): string => value.trim().replace(/^(["'])(.*)\1$/, '$2');
