import type { SchemaModel } from '../scsn/interface.ts';
import type { Static, StaticScope } from '../tree/infer.ts';
import { suggestion } from '../tree/nearest.ts';
import { type At, Compiler } from './compile.ts';
import { type CheckedExpression, Expressions } from './expressions.ts';
import { contextVariables } from './models/context.ts';
import {
  isDocumentType,
  namespacesOf,
  type Source,
  sourceShape,
  sources,
  type Target,
  targetShape,
  targets,
} from './models/documents.ts';
import { onlyPlace, type Problem } from './problem.ts';
import type { Clause, ClauseText, Program } from './rules.ts';
import type { TableUses } from './table-values.ts';
import type { Yaml, YamlEntry, YamlMap } from './yaml.ts';

/** What a mapping file says at its top, before anything is checked against schemas. */
export interface Header {
  readonly from: Source;
  readonly to: Target;
  /** Name and path of each table, relative to the mapping file. */
  readonly tables: readonly (readonly [string, YamlEntry])[];
}

const sections = [
  'mapping',
  'extends',
  'from',
  'to',
  'tables',
  'again',
  'silent',
  'variables',
  'stop',
  'warn',
  'ignore',
  'target',
] as const;

/** Reads the top of a mapping file: names, tables. */
export function readHeader(name: string, yaml: Yaml): { header?: Header; problems: Problem[] } {
  const expressions = new Expressions(new Map());
  if (yaml.kind !== 'map') {
    expressions.report(
      yaml,
      'mapping-rule',
      'A mapping file holds names and values.',
      'Begin with mapping: NAME.',
    );
    return { problems: expressions.problems };
  }
  const wrong = (entry: { line: number; column: number }, message: string, advice: string) =>
    expressions.report(entry, 'mapping-rule', message, advice);
  for (const entry of yaml.entries)
    if (!sections.some((known) => known === entry.name))
      wrong(entry, `A mapping file has no "${entry.name}".`, suggestion(entry.name, sections, 'sections'));
  const said = text(yaml, 'mapping');
  if (said !== name)
    wrong(
      entryOf(yaml, 'mapping') ?? yaml,
      `The mapping calls itself "${said}", its file "${name}".`,
      'Use one name.',
    );
  const from = sources.find((known) => known === text(yaml, 'from'));
  const to = targets.find((known) => known === text(yaml, 'to'));
  if (from === undefined)
    wrong(
      entryOf(yaml, 'from') ?? yaml,
      '"from:" says no source we know.',
      suggestion(text(yaml, 'from'), sources, 'sources'),
    );
  if (to === undefined)
    wrong(
      entryOf(yaml, 'to') ?? yaml,
      '"to:" says no target we know.',
      suggestion(text(yaml, 'to'), targets, 'targets'),
    );
  if (entryOf(yaml, 'target') === undefined)
    wrong(yaml, 'There is no target:.', 'Write the rules under target:.');
  const tables = entryOf(yaml, 'tables')?.value;
  if (tables !== undefined && tables.kind !== 'map')
    wrong(tables, 'tables: holds names and files.', 'Write them as NAME: tables/FILE.csv, one a line.');
  if (from === undefined || to === undefined || entryOf(yaml, 'target') === undefined)
    return { problems: expressions.problems };
  const named = tables?.kind === 'map' ? tables.entries.map((entry) => [entry.name, entry] as const) : [];
  return { header: { from, to, tables: named }, problems: expressions.problems };
}

/** Compiles and checks a whole mapping file. Problems of severity error: the program must not run. */
export function compileProgram(
  name: string,
  yaml: Yaml,
  { from, to, tables }: Header,
  model: SchemaModel | undefined,
): { program: Program; problems: readonly Problem[]; uses: TableUses } {
  const map: YamlMap = yaml.kind === 'map' ? yaml : { kind: 'map', entries: [], line: 1, column: 1 };
  const compiler = new Compiler(
    new Expressions(namespacesOf(from), isDocumentType(from) && isDocumentType(to)),
  );
  const reader = new ProgramReader(map, compiler);
  const start = startScope(from, model, new Set(tables.map(([table]) => table)));
  const { variables, scope } = reader.variables(start);
  const at: At = { scope, target: targetShape(to, model), keyed: false };
  const again = reader.overEvent('again', start);
  const silent = reader.overEvent('silent', start);
  const program: Program = {
    name,
    ...(again === undefined ? {} : { again }),
    ...(silent === undefined ? {} : { silent }),
    from,
    to,
    variables,
    stop: reader.clauses('stop', scope),
    warn: reader.clauses('warn', scope),
    ignore: reader.ignored(scope),
    target: compiler.object(entryOf(map, 'target')?.value ?? map, at),
    unbounded: compiler.expressions.unbounded,
  };
  return { program, problems: compiler.expressions.problems, uses: compiler.expressions };
}

function startScope(from: Source, model: SchemaModel | undefined, tables: ReadonlySet<string>): StaticScope {
  const shape = sourceShape(from, model);
  const at = (spot: Static['spots']): Static => ({
    kind: 'node',
    many: false,
    ...(spot ? { spots: spot } : {}),
  });
  return {
    tables,
    variables: contextVariables,
    context: at(shape && [shape.context]),
    root: at(shape && [shape.root]),
  };
}

class ProgramReader {
  private readonly map: YamlMap;
  private readonly expressions: Expressions;

  constructor(map: YamlMap, compiler: Compiler) {
    this.map = map;
    this.expressions = compiler.expressions;
  }

  variables(scope: StaticScope) {
    const variables: [string, CheckedExpression][] = [];
    const known = new Map(scope.variables);
    for (const { name, value } of this.entries('variables')) {
      const expression = this.expressions.value(value, { ...scope, variables: known });
      known.set(name, expression?.static ?? { kind: 'any', many: false });
      if (expression !== undefined) variables.push([name, expression]);
    }
    return { variables, scope: { ...scope, variables: known } };
  }

  /** Runs without a document: only `$event` is there. */
  overEvent(name: 'again' | 'silent', scope: StaticScope): CheckedExpression | undefined {
    const value = entryOf(this.map, name)?.value;
    const event = new Map([...scope.variables].filter(([name]) => name === 'event'));
    const nowhere: Static = { kind: 'any', many: false };
    return value && this.expressions.condition(value, { ...scope, variables: event, context: nowhere });
  }

  clauses(section: 'stop' | 'warn', scope: StaticScope): Clause[] {
    return this.items(section).flatMap((item) => {
      if (item.kind !== 'map') {
        this.wrong(item, `An entry of ${section}: has when, code, say and advice.`, 'Write - when: …');
        return [];
      }
      return this.clause(item, section, scope) ?? [];
    });
  }

  ignored(scope: StaticScope): CheckedExpression[] {
    return this.items('ignore').flatMap((item) => this.expressions.value(item, scope) ?? []);
  }

  private clause(item: YamlMap, section: 'stop' | 'warn', outer: StaticScope): Clause | undefined {
    const allowed = section === 'stop' ? [...clauseKeys, 'as'] : clauseKeys;
    for (const entry of item.entries)
      if (!allowed.includes(entry.name))
        this.wrong(
          entry,
          `An entry of ${section}: has no "${entry.name}".`,
          suggestion(entry.name, allowed, 'members'),
        );
    const each = entryOf(item, 'each');
    const nodes = each === undefined ? undefined : this.expressions.value(each.value, outer);
    const scope = nodes === undefined ? outer : { ...outer, context: { ...nodes.static, many: false } };
    const when = entryOf(item, 'when');
    if (when === undefined) this.wrong(item, 'There is no when:.', 'Write when: with a condition.');
    const condition = when === undefined ? undefined : this.expressions.condition(when.value, scope);
    const as = outcomes.find((known) => known === text(item, 'as'));
    if (section === 'stop' && as === undefined)
      this.wrong(
        entryOf(item, 'as') ?? item,
        'as: is none of ignored, parked, rejected.',
        'Write one of them.',
      );
    for (const key of ['code', 'say'])
      if (text(item, key) === '') this.wrong(item, `There is no ${key}:.`, `Write ${key}: …`);
    if (condition === undefined) return undefined;
    return {
      ...onlyPlace(item),
      when: condition,
      ...(nodes === undefined ? {} : { each: nodes }),
      ...(as === undefined ? {} : { as }),
      code: text(item, 'code'),
      ...this.clauseText(item, scope),
      ...this.dutch(item, scope),
    };
  }

  private clauseText(item: YamlMap, scope: StaticScope): ClauseText {
    return { say: this.template(entryOf(item, 'say')?.value, scope), advice: text(item, 'advice') };
  }

  private dutch(item: YamlMap, scope: StaticScope): Pick<Clause, 'nl'> {
    const entry = entryOf(item, 'nl');
    if (entry === undefined) return {};
    const { value } = entry;
    if (value.kind === 'map' && text(value, 'say') !== '') return { nl: this.clauseText(value, scope) };
    this.wrong(entry, 'nl: holds no say:.', 'Write nl: with say: and advice: in Dutch.');
    return {};
  }

  /** `The order has {count(x)} lines`: texts and expressions in turn. */
  private template(yaml: Yaml | undefined, scope: StaticScope): (string | CheckedExpression)[] {
    if (yaml?.kind !== 'text') return [];
    if (/[{}]/.test(yaml.text.replace(/\{[^{}]*\}/g, '')))
      this.wrong(yaml, 'A { or } has no counterpart here.', 'Write {expression} with both.');
    return yaml.text.split(/(\{[^{}]*\})/).flatMap((part) => {
      if (!/^\{.*\}$/s.test(part)) return part;
      const inner: Yaml = { kind: 'text', style: 'block', text: part.slice(1, -1), ...onlyPlace(yaml) };
      return this.expressions.value(inner, scope) ?? '';
    });
  }

  private entries(section: string): readonly YamlEntry[] {
    const entry = entryOf(this.map, section);
    if (entry === undefined || entry.value.kind === 'map')
      return entry?.value.kind === 'map' ? entry.value.entries : [];
    this.wrong(
      entry,
      `${section}: holds names and expressions.`,
      'Write them as NAME: EXPRESSION, one a line.',
    );
    return [];
  }

  private items(section: string): readonly Yaml[] {
    const entry = entryOf(this.map, section);
    if (entry === undefined || entry.value.kind === 'list')
      return entry?.value.kind === 'list' ? entry.value.items : [];
    this.wrong(entry, `${section}: is a list.`, 'Begin each entry with "- ".');
    return [];
  }

  private wrong(place: { line: number; column: number }, message: string, advice: string): void {
    this.expressions.report(place, 'mapping-rule', message, advice);
  }
}

const clauseKeys = ['each', 'when', 'code', 'say', 'advice', 'nl'];
const outcomes = ['ignored', 'parked', 'rejected'] as const;

function entryOf(map: YamlMap, name: string): YamlEntry | undefined {
  return map.entries.find((entry) => entry.name === name);
}

function text(map: YamlMap, name: string): string {
  const value = entryOf(map, name)?.value;
  return value?.kind === 'text' ? value.text.trim() : '';
}
