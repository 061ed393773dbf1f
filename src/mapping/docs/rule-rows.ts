import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Formats } from '../../formats/document-format.ts';
import { extendPath } from '../../tree/nodes/extend-path.ts';
import { explainRun } from '../explain/explain-run.ts';
import type { FileMapping } from '../file-mapping.ts';
import type { MappingPosition } from '../files/mapping-problem.ts';
import { readFixtureContext, readFixtureTree } from '../fixtures/fixture-files.ts';
import { buildMappingContext } from '../fixtures/previous-delivery.ts';
import { listFixtures } from '../fixtures/run-fixtures.ts';
import type { Expression, LeafRule, Rule } from '../language/rule-types.ts';

/** One line of a mapping's description. */
export interface RuleRow {
  /** `lines[]/position` */
  readonly target: string;
  /** The expressions or the constant, first choice first. */
  readonly sources: readonly string[];
  readonly words: string;
  /** Names of the tables that the rule looks up. */
  readonly tables: readonly string[];
  /** Where the rule and its alternatives stand. */
  readonly places: readonly string[];
  /** A value from a fixture; absent when no fixture fills it. */
  readonly example?: string;
}

/** Every value that a mapping makes, in the order of its rules. `examples`: by the rule's place. */
export function listRuleRows(
  mapping: FileMapping,
  examples: ReadonlyMap<string, string>,
): readonly RuleRow[] {
  return rowsOf(mapping.program.target, '').map((row) => {
    const example = row.places.map((place) => examples.get(place)).find((value) => value !== undefined);
    return example === undefined ? row : { ...row, example };
  });
}

/** The first value that each rule gives in the fixtures of its mapping, by the rule's place. */
export function collectExamples(
  mapping: FileMapping,
  folders: readonly string[],
  formats: Formats,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const folder of folders) {
    const own = listFixtures(folder).filter((name) => name.split('.')[0] === mapping.name);
    const fullFirst = own.sort((a, b) => Number(b.endsWith('.full')) - Number(a.endsWith('.full')));
    for (const name of fullFirst)
      for (const [place, value] of valuesOf(mapping, join(folder, name), formats))
        if (!found.has(place)) found.set(place, value);
  }
  return found;
}

function valuesOf(
  mapping: FileMapping,
  folder: string,
  formats: Formats,
): readonly (readonly [string, string])[] {
  const source = existsSync(folder) ? readFixtureTree(folder, 'document', mapping.from, formats) : undefined;
  if (source === undefined) return [];
  const file = readFixtureContext(folder);
  const context = buildMappingContext(file, (key) => file.changes[key] ?? 'new');
  const { result, origins } = explainRun(mapping, source, context);
  if (result.target === undefined) return [];
  return origins.map(({ rule, value }) => [locationKey(rule, mapping.file), value] as const);
}

function locationKey({ file, line, column }: MappingPosition, own = ''): string {
  return `${file === own ? '' : (file ?? '')}:${line}:${column}`;
}

function rowsOf(rule: Rule, path: string, outer: readonly string[] = []): readonly RuleRow[] {
  const words = [...outer, ...conditionsOf(rule)];
  if (rule.kind === 'leaf') return buildLeafRows(rule, path, words);
  if (rule.kind === 'list') return rule.items.flatMap((item) => rowsOf(item, `${path}[]`, words));
  if (rule.kind === 'each')
    return rowsOf(rule.item, `${path}[]`, [
      ...words,
      `for each ${renderOnOneLine(rule.each)}`,
      ...renderKeys(rule),
    ]);
  const names = rule.variables.map(([name, one]) => `$${name} is ${renderOnOneLine(one)}`);
  const inner = [...words, ...(rule.within ? [`inside ${renderOnOneLine(rule.within)}`] : []), ...names];
  const copy = rule.copy && [
    {
      target: `${path}/*`.replace(/^\//, ''),
      sources: [rule.copy.text],
      words: 'everything else as it is',
      tables: [],
      places: [],
    },
  ];
  return [
    ...(copy ?? []),
    ...rule.members.flatMap(([name, member], i) =>
      rowsOf(member, extendPath(path, name), i === 0 ? inner : []),
    ),
  ];
}

function buildLeafRows(rule: LeafRule, path: string, outer: readonly string[]): readonly RuleRow[] {
  const sources = sourcesOf(rule);
  const own: RuleRow = {
    target: path,
    sources,
    words: [...outer, ...renderConversion(rule)].join('; '),
    places: [rule, ...rule.otherwise].map((one) => locationKey(one)),
    tables: tablesIn([...sources, rule.when?.text ?? '', ...rule.variables.map(([, { text }]) => text)]),
  };
  return [own, ...rule.attributes.flatMap(([name, attribute]) => rowsOf(attribute, `${path}/@${name}`))];
}

function sourcesOf(rule: Rule): string[] {
  if (rule.kind !== 'leaf') return [];
  const own =
    'constant' in rule.from
      ? rule.from.constant === ''
        ? []
        : [`"${rule.from.constant}"`]
      : [renderOnOneLine(rule.from)];
  return [...own, ...rule.otherwise.flatMap(sourcesOf)];
}

function renderConversion(rule: LeafRule): string[] {
  return [
    ...(rule.as === 'text' ? [] : [`as ${rule.as}`]),
    ...(rule.otherwise.length > 0 ? ['the first that is filled'] : []),
  ];
}

function conditionsOf(rule: Rule): string[] {
  return [
    ...(rule.when === undefined ? [] : [`only if ${renderOnOneLine(rule.when)}`]),
    ...(rule.required ? ['required'] : []),
    ...(rule.volatile ? ['does not count as a change'] : []),
  ];
}

function renderKeys(rule: Rule & { readonly kind: 'each' }): string[] {
  return [
    ...(rule.key === undefined ? [] : [`told apart by ${rule.key.join('/')}`]),
    ...(rule.omit === undefined ? [] : ['left out when unchanged']),
    ...(rule.compare === undefined
      ? []
      : [`compared by ${rule.compare.values.map(({ name }) => name).join(', ')}`]),
  ];
}

const renderOnOneLine = ({ text }: Expression): string => text.replace(/\s+/g, ' ').trim();

function tablesIn(texts: readonly string[]): readonly string[] {
  const names = texts.flatMap((text) =>
    [...text.matchAll(/table\('([^']+)'/g)].map(([, name]) => name ?? ''),
  );
  return [...new Set(names)];
}
