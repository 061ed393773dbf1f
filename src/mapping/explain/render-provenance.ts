import type { Language } from '../../types.ts';
import type { SourcePlace, ValueProvenance } from './explain-run.ts';

const wording = {
  en: {
    rule: 'rule',
    of: 'of',
    byRule: 'by rule',
    from: 'from',
    chosenBy: 'chosen by',
    table: 'table',
    as: 'as',
  },
  nl: {
    rule: 'regel',
    of: 'van',
    byRule: 'door regel',
    from: 'uit',
    chosenBy: 'gekozen door',
    table: 'tabel',
    as: 'als',
  },
} as const satisfies Readonly<Record<Language, object>>;

/** Where one value of a result comes from, in lines for people. */
export function renderProvenance(
  { target, value, rule, sources, chosenBy, tables, conversion, via = [] }: ValueProvenance<SourcePlace>,
  language: Language = 'en',
): readonly string[] {
  const say = wording[language];
  const lookups = tables.map((hit) => `    ${say.table} ${renderLookup(hit)}`);
  return [
    `  ${target} = ${JSON.stringify(value)}`,
    `    ${say.rule} ${renderRule(rule)}`,
    ...via
      .toReversed()
      .map((before) => `    ${say.of} ${before.target}, ${say.byRule} ${renderRule(before.rule)}`),
    ...sources.map((source) => `    ${say.from} ${renderSource(source)}`),
    ...chosenBy.map((source) => `    ${say.chosenBy} ${renderSource(source)}`),
    ...new Set(lookups),
    ...(conversion === undefined ? [] : [`    ${say.as} ${conversion}`]),
  ];
}

const renderLookup = ({ table, key, value }: ValueProvenance['tables'][number]): string =>
  `${table}: ${JSON.stringify(key)} -> ${JSON.stringify(value)}`;

const renderRule = ({ file, line, column, text }: ValueProvenance['rule']): string =>
  `${file}:${line}:${column}  ${text}`;

/** What a variable gave has a name, and no line. */
const renderSource = ({ path, line, column, field, text, ofVariable }: SourcePlace): string =>
  [...(ofVariable ? [] : [`${line}:${column}`]), field, path, JSON.stringify(text)]
    .filter((part) => part !== undefined)
    .join(' ');
