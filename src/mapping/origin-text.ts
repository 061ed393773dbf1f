import { isOfVariable } from '../tree/items.ts';
import type { Origin, SourcePlace } from './explain.ts';

/** Where one value of a result comes from, in lines for people. */
export function originText({
  target,
  value,
  rule,
  sources,
  chosenBy,
  tables,
  conversion,
  via = [],
}: Origin): readonly string[] {
  return [
    `  ${target} = ${JSON.stringify(value)}`,
    `    rule ${ruleText(rule)}`,
    ...via.toReversed().map((before) => `    of ${before.target}, by rule ${ruleText(before.rule)}`),
    ...sources.map((source) => `    from ${placed(source)}`),
    ...chosenBy.map((source) => `    chosen by ${placed(source)}`),
    ...new Set(tables.map(hitText)),
    ...(conversion === undefined ? [] : [`    as ${conversion}`]),
  ];
}

const hitText = ({ table, key, value }: Origin['tables'][number]): string =>
  `    table ${table}: ${JSON.stringify(key)} -> ${JSON.stringify(value)}`;

const ruleText = ({ file, line, column, text }: Origin['rule']): string =>
  `${file}:${line}:${column}  ${text}`;

/** What a variable gave has a name, and no line. */
const placed = ({ path, line, column, field, text, node }: SourcePlace): string =>
  [...(isOfVariable(node) ? [] : [`${line}:${column}`]), field, path, JSON.stringify(text)]
    .filter((part) => part !== undefined)
    .join(' ');
