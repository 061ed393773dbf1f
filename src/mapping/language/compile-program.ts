import { suggestNames } from '../../findings/nearest-names.ts';
import type { Formats } from '../../formats/document-format.ts';
import type { Namespaces } from '../../tree/compile-xpath.ts';
import { type OpenPart, openPartNames } from '../../tree/open-parts.ts';
import type { StaticScope, StaticType } from '../../tree/xpath-check/infer-type.ts';
import type { MappingProblem } from '../files/mapping-problem.ts';
import { findEntry, type YamlEntry, type YamlMap, type YamlNode } from '../files/mapping-yaml.ts';
import { contextVariables, partnersVariable } from '../models/context-variables.ts';
import {
  buildSourceShape,
  buildTargetShape,
  hasSameNames,
  isFormatDocument,
  resolveNamespaces,
} from '../models/document-models.ts';
import type { TableUses } from './check-table-values.ts';
import { ClauseCompiler, type ClauseSection } from './clause-compiler.ts';
import { compileBindings } from './compile-bindings.ts';
import { type CompileMemo, ExpressionMemo } from './compile-memo.ts';
import { type CheckedExpression, ExpressionCompiler } from './expression-compiler.ts';
import type { Header } from './mapping-header.ts';
import { RuleCompiler, type RuleSite } from './rule-compiler.ts';
import type { Clause, Program } from './rule-types.ts';

/**
 * Compiles and checks a whole mapping file. Problems of severity error: the program must not run. `checked`: what is known of a mapping
 * whose expressions were checked before. `memo`: what earlier texts of it have in common with this one.
 */
export function compileProgram(
  name: string,
  yaml: YamlNode,
  header: Header,
  formats: Formats,
  {
    checked,
    memo,
  }: { readonly checked?: TableUses | undefined; readonly memo?: CompileMemo | undefined } = {},
): { program: Program; problems: readonly MappingProblem[]; uses: TableUses } {
  const map: YamlMap = yaml.kind === 'map' ? yaml : { kind: 'map', entries: [], line: 1, column: 1 };
  const { from, to, namespaces: ownNamespaces } = header;
  const namespaces = new Map([...resolveNamespaces(from, to, formats), ...ownNamespaces]);
  const known = memo?.expressions(describeSurroundings(header), () =>
    openExpressions(header, formats, namespaces),
  );
  const expressions = new ExpressionCompiler(
    namespaces,
    hasSameNames(from, to, formats),
    checked !== undefined,
    known,
  );
  const reader = new ProgramReader(map, expressions);
  const start = known?.start ?? buildStartOf(header, formats);
  const { variables, scope } = reader.variables(start);
  const at: RuleSite = { scope, target: known?.target ?? buildTargetShape(to, formats), keyed: false };
  const again = reader.compileEventCondition('again', start);
  const silent = reader.compileEventCondition('silent', start);
  const program: Program = {
    name,
    ...(again === undefined ? {} : { again }),
    ...(silent === undefined ? {} : { silent }),
    from,
    to,
    ownNamespaces,
    namespaces,
    closes: reader.closes(),
    variables,
    stop: reader.clauses('stop', scope),
    warn: reader.clauses('warn', scope),
    tasks: reader.tasks(scope, to),
    ignore: reader.ignored(scope),
    target: new RuleCompiler(expressions).compileObject(findEntry(map, 'target')?.value ?? map, at),
    unbounded: expressions.unbounded,
  };
  return { program, problems: expressions.problems, uses: checked ?? expressions };
}

const buildStartOf = ({ from, tables, partners }: Header, formats: Formats): StaticScope =>
  buildStartScope(from, formats, new Set(tables.map(([table]) => table)), partners !== undefined);

const openExpressions = (header: Header, formats: Formats, namespaces: Namespaces): ExpressionMemo =>
  new ExpressionMemo(buildStartOf(header, formats), buildTargetShape(header.to, formats), namespaces);

/** Everything outside of an expression by which it is checked and compiled. */
const describeSurroundings = ({ from, to, namespaces, tables, partners }: Header): string =>
  JSON.stringify([from, to, [...namespaces], tables.map(([table]) => table), partners !== undefined]);

/** `partners`: is there a table of them? */
export function buildStartScope(
  from: string,
  formats: Formats,
  tables: ReadonlySet<string>,
  partners = false,
): StaticScope {
  const shape = buildSourceShape(from, formats);
  const at = (spot: StaticType['spots']): StaticType => ({
    kind: 'node',
    many: false,
    ...(spot ? { spots: spot } : {}),
  });
  return {
    tables,
    variables: partners ? new Map([...contextVariables, ['partners', partnersVariable]]) : contextVariables,
    context: at(shape && [shape.context]),
    root: at(shape && [shape.root]),
  };
}

/** The sections beside `target:`. */
class ProgramReader {
  readonly #map: YamlMap;
  readonly #expressions: ExpressionCompiler;

  constructor(map: YamlMap, expressions: ExpressionCompiler) {
    this.#map = map;
    this.#expressions = expressions;
  }

  variables(scope: StaticScope) {
    return compileBindings(this.#expressions, this.#entries('variables'), scope);
  }

  /** Runs without a document: only `$event` is there. */
  compileEventCondition(name: 'again' | 'silent', scope: StaticScope): CheckedExpression | undefined {
    const value = findEntry(this.#map, name)?.value;
    const event = new Map([...scope.variables].filter(([name]) => name === 'event'));
    const nowhere: StaticType = { kind: 'any', many: false };
    return (
      value && this.#expressions.compileCondition(value, { ...scope, variables: event, context: nowhere })
    );
  }

  /** `closes:`: names of parts. */
  closes(): OpenPart[] {
    return this.#items('closes').flatMap((item) => {
      const said = item.kind === 'text' ? item.text.trim() : '';
      const known = openPartNames.filter((part) => part === said);
      if (known.length === 0) {
        const todo = suggestNames(said, openPartNames, 'values');
        this.#expressions.report(item, 'mapping-rule/closes', { said, todo });
      }
      return known;
    });
  }

  clauses(section: ClauseSection, scope: StaticScope): Clause[] {
    return new ClauseCompiler(this.#expressions, section).compile(this.#items(section), scope);
  }

  /** Tasks are for a person at the exchange; a mapping to a format's document has none. */
  tasks(scope: StaticScope, to: string): Clause[] {
    const entry = findEntry(this.#map, 'tasks');
    if (entry !== undefined && isFormatDocument(to))
      this.#expressions.report(entry, 'mapping-rule/tasks-target');
    return this.clauses('tasks', scope);
  }

  ignored(scope: StaticScope): CheckedExpression[] {
    return this.#items('ignore').flatMap((item) => this.#expressions.compileValue(item, scope) ?? []);
  }

  #entries(section: string): readonly YamlEntry[] {
    const entry = findEntry(this.#map, section);
    if (entry === undefined) return [];
    if (entry.value.kind === 'map') return entry.value.entries;
    this.#expressions.report(entry, 'mapping-rule/section-map', { section });
    return [];
  }

  #items(section: string): readonly YamlNode[] {
    const entry = findEntry(this.#map, section);
    if (entry === undefined) return [];
    if (entry.value.kind === 'list') return entry.value.items;
    this.#expressions.report(entry, 'mapping-rule/section-list', { section });
    return [];
  }
}
