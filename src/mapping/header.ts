import type { Formats } from '../formats/interface.ts';
import { suggested } from '../tree/nearest.ts';
import type { Namespaces } from '../tree/xpath.ts';
import { Expressions } from './expressions.ts';
import { sourceNames, targetNames } from './models/documents.ts';
import { namespacesIn } from './namespaces.ts';
import type { Problem } from './problem.ts';
import { entryOf, textIn, type Yaml, type YamlEntry, type YamlMap } from './yaml.ts';

/** What a mapping file says at its top, before anything is checked against schemas. */
export interface Header {
  readonly from: string;
  readonly to: string;
  /** Own ones, by prefix. */
  readonly namespaces: Namespaces;
  /** Name and path of each table, relative to the mapping file. */
  readonly tables: readonly (readonly [string, YamlEntry])[];
  /** Path of the table of partners, likewise. */
  readonly partners?: YamlEntry;
}

export const sections = [
  'mapping',
  'extends',
  'from',
  'to',
  'namespaces',
  'tables',
  'partners',
  'closes',
  'again',
  'silent',
  'variables',
  'stop',
  'warn',
  'tasks',
  'ignore',
  'target',
] as const;

/** Reads the top of a mapping file: names, tables. */
export function readHeader(
  name: string,
  yaml: Yaml,
  formats: Formats,
): { header?: Header; problems: Problem[] } {
  const expressions = new Expressions(new Map());
  const { problems } = expressions;
  if (yaml.kind !== 'map') {
    expressions.report(yaml, 'mapping-rule/no-map');
    return { problems };
  }
  checkNames(expressions, name, yaml);
  const from = oneOf(expressions, yaml, 'from', sourceNames(formats));
  const to = oneOf(expressions, yaml, 'to', targetNames(formats));
  const hasTarget = entryOf(yaml, 'target') !== undefined;
  if (!hasTarget) expressions.report(yaml, 'mapping-rule/no-target');
  const namespaces = namespacesIn(expressions, yaml);
  const tables = tablesIn(expressions, yaml);
  const partners = entryOf(yaml, 'partners');
  return from === undefined || to === undefined || !hasTarget
    ? { problems }
    : {
        header: { from, to, namespaces, tables, ...(partners === undefined ? {} : { partners }) },
        problems,
      };
}

/** Of its sections, and its own. */
function checkNames(expressions: Expressions, name: string, yaml: YamlMap): void {
  for (const entry of yaml.entries)
    if (!sections.some((known) => known === entry.name)) {
      const todo = suggested(entry.name, sections, 'sections');
      expressions.report(entry, 'mapping-rule/section', { name: entry.name, todo });
    }
  const said = textIn(yaml, 'mapping');
  if (said !== name)
    expressions.report(entryOf(yaml, 'mapping') ?? yaml, 'mapping-rule/other-name', { said, name });
}

function oneOf(
  expressions: Expressions,
  yaml: YamlMap,
  section: 'from' | 'to',
  names: readonly string[],
): string | undefined {
  const said = textIn(yaml, section);
  const found = names.find((known) => known === said);
  if (found !== undefined) return found;
  const todo = suggested(said, names, section === 'from' ? 'sources' : 'targets');
  expressions.report(entryOf(yaml, section) ?? yaml, `mapping-rule/${section}`, { todo });
  return undefined;
}

function tablesIn(expressions: Expressions, yaml: YamlMap): Header['tables'] {
  const tables = entryOf(yaml, 'tables')?.value;
  if (tables === undefined) return [];
  if (tables.kind === 'map') return tables.entries.map((entry) => [entry.name, entry] as const);
  expressions.report(tables, 'mapping-rule/tables');
  return [];
}
