import type { SourcePlace, ValueProvenance } from './explain-run.ts';

/** Where one value of a result comes from, in lines for people. */
export function renderProvenance({
  target,
  value,
  rule,
  sources,
  chosenBy,
  tables,
  conversion,
  via = [],
}: ValueProvenance<SourcePlace>): readonly string[] {
  return [
    `  ${target} = ${JSON.stringify(value)}`,
    `    rule ${renderRule(rule)}`,
    ...via.toReversed().map((before) => `    of ${before.target}, by rule ${renderRule(before.rule)}`),
    ...sources.map((source) => `    from ${renderSource(source)}`),
    ...chosenBy.map((source) => `    chosen by ${renderSource(source)}`),
    ...new Set(tables.map(renderLookup)),
    ...(conversion === undefined ? [] : [`    as ${conversion}`]),
  ];
}

const renderLookup = ({ table, key, value }: ValueProvenance['tables'][number]): string =>
  `    table ${table}: ${JSON.stringify(key)} -> ${JSON.stringify(value)}`;

const renderRule = ({ file, line, column, text }: ValueProvenance['rule']): string =>
  `${file}:${line}:${column}  ${text}`;

/** What a variable gave has a name, and no line. */
const renderSource = ({ path, line, column, field, text, ofVariable }: SourcePlace): string =>
  [...(ofVariable ? [] : [`${line}:${column}`]), field, path, JSON.stringify(text)]
    .filter((part) => part !== undefined)
    .join(' ');
