import { suggestNames } from '../../findings/nearest-names.ts';
import type { Formats } from '../../formats/document-format.ts';
import type { Namespaces } from '../../tree/compile-xpath.ts';
import type { MappingProblem } from '../files/mapping-problem.ts';
import {
  findEntry,
  textOfEntry,
  type YamlEntry,
  type YamlMap,
  type YamlNode,
} from '../files/mapping-yaml.ts';
import { listSourceNames, listTargetNames } from '../models/document-models.ts';
import { ExpressionCompiler } from './expression-compiler.ts';
import { readNamespaces } from './own-namespaces.ts';

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
  yaml: YamlNode,
  formats: Formats,
): { header?: Header; problems: MappingProblem[] } {
  const expressions = new ExpressionCompiler(new Map());
  const { problems } = expressions;
  if (yaml.kind !== 'map') {
    expressions.report(yaml, 'mapping-rule/no-map');
    return { problems };
  }
  checkNames(expressions, name, yaml);
  const from = oneOf(expressions, yaml, 'from', listSourceNames(formats));
  const to = oneOf(expressions, yaml, 'to', listTargetNames(formats));
  const hasTarget = findEntry(yaml, 'target') !== undefined;
  if (!hasTarget) expressions.report(yaml, 'mapping-rule/no-target');
  const namespaces = readNamespaces(expressions, yaml);
  const tables = tablesIn(expressions, yaml);
  const partners = findEntry(yaml, 'partners');
  return from === undefined || to === undefined || !hasTarget
    ? { problems }
    : {
        header: { from, to, namespaces, tables, ...(partners === undefined ? {} : { partners }) },
        problems,
      };
}

/** Of its sections, and its own. */
function checkNames(expressions: ExpressionCompiler, name: string, yaml: YamlMap): void {
  for (const entry of yaml.entries)
    if (!sections.some((known) => known === entry.name)) {
      const todo = suggestNames(entry.name, sections, 'sections');
      expressions.report(entry, 'mapping-rule/section', { name: entry.name, todo });
    }
  const said = textOfEntry(yaml, 'mapping');
  if (said !== name)
    expressions.report(findEntry(yaml, 'mapping') ?? yaml, 'mapping-rule/other-name', { said, name });
}

function oneOf(
  expressions: ExpressionCompiler,
  yaml: YamlMap,
  section: 'from' | 'to',
  names: readonly string[],
): string | undefined {
  const said = textOfEntry(yaml, section);
  const found = names.find((known) => known === said);
  if (found !== undefined) return found;
  const todo = suggestNames(said, names, section === 'from' ? 'sources' : 'targets');
  expressions.report(findEntry(yaml, section) ?? yaml, `mapping-rule/${section}`, { todo });
  return undefined;
}

function tablesIn(expressions: ExpressionCompiler, yaml: YamlMap): Header['tables'] {
  const tables = findEntry(yaml, 'tables')?.value;
  if (tables === undefined) return [];
  if (tables.kind === 'map') return tables.entries.map((entry) => [entry.name, entry] as const);
  expressions.report(tables, 'mapping-rule/tables');
  return [];
}
