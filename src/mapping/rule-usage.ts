import { extendPath } from '../tree/nodes/extend-path.ts';
import { isTrue } from '../tree/nodes/items.ts';
import type { TreeDocument, TreeNode } from '../tree/nodes/tree-node.ts';
import type { Lookup } from '../tree/xpath/own-functions.ts';
import { locateLeaf } from './explain/leaf-fates.ts';
import { FileMapping } from './file-mapping.ts';
import type { Clause, Expression, LeafRule, Program, Rule } from './language/rule-types.ts';
import type { MappingContext, MappingResult } from './mapping.ts';
import type { RunListener } from './run/scope.ts';
import { buildLookup } from './tables/lookup-table.ts';

/** A rule or a condition of a mapping, for people. */
export interface MappingPart {
  /** `order/terms/incoterms`, `stop unknown-line-status`; of an alternative with `, else`. */
  readonly name: string;
  /** `my/order-to-exchange.yaml:12:5`. */
  readonly place: string;
  /** Expression or constant. */
  readonly text: string;
}

/** All that may fire in a mapping. */
interface MappingParts {
  readonly rules: ReadonlyMap<LeafRule | Expression, MappingPart>;
  readonly conditions: ReadonlyMap<Expression, MappingPart>;
}

/** What a mapping looks up in a table. */
export interface TableKey {
  readonly table: string;
  readonly key: string;
}

/** A key that no row has. */
export interface MissingTableKey extends TableKey {
  /** The default that every rule took for it, the first one; absent: a rule had none, and gave no value. */
  readonly fallback?: string;
}

/** What one run used of a mapping: names of parts by their place. Plain data. */
export interface RuleUsage {
  readonly mapping: string;
  /** There is a result: its rules have run. */
  readonly whole: boolean;
  /** Places of rules that gave a value. */
  readonly filled: readonly string[];
  /** Places of conditions that were asked, and of those that were true at least once. */
  readonly asked: readonly string[];
  readonly held: readonly string[];
  /** Looked up and not found, each once. */
  readonly missed: readonly MissingTableKey[];
  /** Looked up and found, each once. */
  readonly met: readonly TableKey[];
  /** Values of its document that it neither carries nor ignores, by path. */
  readonly lost: readonly LostValues[];
}

/** Values of one document at one path that go nowhere. */
export interface LostValues {
  /** Without positions, with the canonical prefixes. */
  readonly path: string;
  readonly count: number;
  /** The first of them, shortened. */
  readonly text: string;
}

/** Rules that give a value and conditions of a mapping, in the order of its file. */
export function listParts(mapping: FileMapping): {
  readonly rules: readonly MappingPart[];
  readonly conditions: readonly MappingPart[];
} {
  const { rules, conditions } = collectParts(mapping);
  const once = (parts: Iterable<MappingPart>) => [
    ...new Map([...parts].map((part) => [part.place, part])).values(),
  ];
  return { rules: once(rules.values()), conditions: once(conditions.values()) };
}

/** The same mapping; reports the rules and conditions that each run uses. */
export class InstrumentedMapping extends FileMapping {
  readonly #heard: (usage: RuleUsage) => void;
  readonly #parts: MappingParts;

  constructor(mapping: FileMapping, heard: (usage: RuleUsage) => void) {
    super(mapping.program, mapping);
    this.#heard = heard;
    this.#parts = collectParts(mapping);
  }

  override run(source: TreeDocument, context: MappingContext): MappingResult {
    const lost: TreeNode[] = [];
    super.run(source, {
      ...context,
      onRunValues(values) {
        lost.push(...values.lost);
        context.onRunValues?.(values);
      },
    });
    const listener = new UsageListener(this.#parts, this.tables);
    const result = this.startRun(source, context, { recorder: listener, lookup: listener.lookup }).run();
    this.#heard({ ...listener.usage(this.name, result), lost: groupLost(lost) });
    return result;
  }
}

/** Characters of a value that are kept. */
const longestText = 80;

const groupLost = (nodes: readonly TreeNode[]): readonly LostValues[] =>
  [...Map.groupBy(nodes.map(locateLeaf), ({ name }) => name)].map(([path, same]) => ({
    ...{ path, count: same.length, text: (same[0]?.text ?? '').slice(0, longestText) },
  }));

/** The first of two that are the same key, unless it has a default and the other has none: then a row is wanted. */
export const mergeMissing = <T extends MissingTableKey>(first: T | undefined, next: T): T =>
  first !== undefined && (first.fallback === undefined || next.fallback !== undefined) ? first : next;

class UsageListener implements RunListener {
  readonly lookup: Lookup;
  readonly #parts: MappingParts;
  readonly #filled = new Set<string>();
  readonly #asked = new Set<string>();
  readonly #held = new Set<string>();
  readonly #missed = new Map<string, MissingTableKey>();
  readonly #met = new Map<string, TableKey>();
  readonly #open: Expression[] = [];

  constructor(parts: MappingParts, tables: FileMapping['tables']) {
    this.#parts = parts;
    const known = buildLookup(tables);
    this.lookup = (table, key, fallback) => {
      if (tables.get(table)?.entries.has(key)) this.#met.set(`${table}/${key}`, { table, key });
      else this.#miss({ table, key, ...(fallback === undefined ? {} : { fallback }) });
      return known(table, key, fallback);
    };
  }

  usage(mapping: string, { target }: MappingResult): Omit<RuleUsage, 'lost'> {
    return {
      ...{ mapping, whole: target !== undefined, filled: target ? [...this.#filled] : [] },
      ...{ asked: [...this.#asked], held: [...this.#held] },
      ...{ missed: [...this.#missed.values()], met: [...this.#met.values()] },
    };
  }

  #miss(key: MissingTableKey): void {
    const place = `${key.table}/${key.key}`;
    this.#missed.set(place, mergeMissing(this.#missed.get(place), key));
  }

  onBegin(expression: Expression): void {
    this.#open.push(expression);
  }

  onEnd(result: Parameters<RunListener['onEnd']>[0]): void {
    const expression = this.#open.pop();
    const part = expression && this.#parts.conditions.get(expression);
    if (part === undefined) return;
    this.#asked.add(part.place);
    if (isTrue(result)) this.#held.add(part.place);
  }

  onValue(rule: LeafRule): void {
    this.#fill(rule);
  }

  onCopy(expression: Expression): void {
    this.#fill(expression);
  }

  wrapVariable<T>(value: () => T): () => T {
    return value;
  }

  onRead(): void {}

  onLookup(): void {}

  #fill(rule: LeafRule | Expression): void {
    const part = this.#parts.rules.get(rule);
    if (part !== undefined) this.#filled.add(part.place);
  }
}

function collectParts({ program, file }: FileMapping): MappingParts {
  const found = new PartCollector(file);
  found.clauses(program);
  found.rule(program.target, '');
  return found;
}

class PartCollector implements MappingParts {
  readonly rules = new Map<LeafRule | Expression, MappingPart>();
  readonly conditions = new Map<Expression, MappingPart>();
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  clauses({ stop, warn, tasks }: Program): void {
    const add = (what: string) => (clause: Clause) => this.#condition(clause.when, `${what} ${clause.code}`);
    stop.forEach(add('stop'));
    warn.forEach(add('warn'));
    tasks.forEach(add('tasks'));
  }

  rule(rule: Rule, path: string): void {
    if (rule.when) this.#condition(rule.when, path);
    if (rule.kind === 'leaf') this.#leaf(rule, path);
    else if (rule.kind === 'each') this.rule(rule.item, path);
    else if (rule.kind === 'list') for (const item of rule.items) this.rule(item, path);
    else {
      if (rule.copy) this.rules.set(rule.copy, this.#part(rule.copy, path, `$copy: ${rule.copy.text}`));
      for (const [name, member] of rule.members) this.rule(member, extendPath(path, name));
      this.#attributes(rule, path);
    }
    for (const other of rule.otherwise) this.rule(other, path.endsWith(', else') ? path : `${path}, else`);
  }

  #leaf(rule: LeafRule, path: string): void {
    const text = 'constant' in rule.from ? rule.from.constant : rule.from.text;
    this.rules.set(rule, this.#part(rule, path, text));
    this.#attributes(rule, path);
  }

  #attributes({ attributes }: Pick<LeafRule, 'attributes'>, path: string): void {
    for (const [name, rule] of attributes) this.rule(rule, extendPath(path, `@${name}`));
  }

  #condition(when: Expression, name: string): void {
    this.conditions.set(when, this.#part(when, name, when.text));
  }

  #part(
    { file = this.#file, line, column }: Pick<Expression, 'file' | 'line' | 'column'>,
    name: string,
    text: string,
  ): MappingPart {
    return { name, place: `${file}:${line}:${column}`, text: text.replace(/\s+/g, ' ').trim() };
  }
}
