import type { Lookup } from '../tree/functions.ts';
import { isTrue } from '../tree/items.ts';
import type { TreeDocument } from '../tree/node.ts';
import type { MappingContext, MappingResult } from './interface.ts';
import { FileMapping } from './load.ts';
import type { Clause, Expression, LeafRule, Program, Rule } from './rules.ts';
import type { Recorder } from './scope.ts';
import { lookupIn } from './tables.ts';

/** A rule or a condition of a mapping, for people. */
export interface Part {
  /** `order/terms/incoterms`, `stop unknown-line-status`; of an alternative with `, else`. */
  readonly name: string;
  /** `my/order-to-exchange.yaml:12:5`. */
  readonly place: string;
  /** Expression or constant. */
  readonly text: string;
}

/** All that may fire in a mapping. */
interface Parts {
  readonly rules: ReadonlyMap<LeafRule | Expression, Part>;
  readonly conditions: ReadonlyMap<Expression, Part>;
}

/** What one run used of a mapping: names of parts by their place. Plain data. */
export interface Usage {
  readonly mapping: string;
  /** There is a result: its rules have run. */
  readonly whole: boolean;
  /** Places of rules that gave a value. */
  readonly filled: readonly string[];
  /** Places of conditions that were asked, and of those that were true at least once. */
  readonly asked: readonly string[];
  readonly held: readonly string[];
  /** Looked up and not found, each once. */
  readonly missed: readonly { readonly table: string; readonly key: string }[];
}

/** Rules that give a value and conditions of a mapping, in the order of its file. */
export function partsOf(mapping: FileMapping): {
  readonly rules: readonly Part[];
  readonly conditions: readonly Part[];
} {
  const { rules, conditions } = namedParts(mapping);
  const once = (parts: Iterable<Part>) => [...new Map([...parts].map((part) => [part.place, part])).values()];
  return { rules: once(rules.values()), conditions: once(conditions.values()) };
}

/** The same mapping, and `heard` is told what each of its runs uses. */
export class HeardMapping extends FileMapping {
  readonly #heard: (usage: Usage) => void;
  readonly #parts: Parts;

  constructor(mapping: FileMapping, heard: (usage: Usage) => void) {
    super(mapping.program, mapping);
    this.#heard = heard;
    this.#parts = namedParts(mapping);
  }

  override run(source: TreeDocument, context: MappingContext): MappingResult {
    if (context.heard) super.run(source, context);
    const listener = new Listener(this.#parts, this.tables);
    const result = this.start(source, context, { recorder: listener, lookup: listener.lookup }).run();
    this.#heard(listener.usage(this.name, result));
    return result;
  }
}

class Listener implements Recorder {
  readonly lookup: Lookup;
  readonly #parts: Parts;
  readonly #filled = new Set<string>();
  readonly #asked = new Set<string>();
  readonly #held = new Set<string>();
  readonly #missed = new Map<string, { readonly table: string; readonly key: string }>();
  readonly #open: Expression[] = [];

  constructor(parts: Parts, tables: FileMapping['tables']) {
    this.#parts = parts;
    const known = lookupIn(tables);
    this.lookup = (table, key, fallback) => {
      if (!tables.get(table)?.entries.has(key)) this.#missed.set(`${table}/${key}`, { table, key });
      return known(table, key, fallback);
    };
  }

  usage(mapping: string, { target }: MappingResult): Usage {
    return {
      ...{ mapping, whole: target !== undefined, filled: target ? [...this.#filled] : [] },
      ...{ asked: [...this.#asked], held: [...this.#held], missed: [...this.#missed.values()] },
    };
  }

  begin(expression: Expression): void {
    this.#open.push(expression);
  }

  end(result: Parameters<Recorder['end']>[0]): void {
    const expression = this.#open.pop();
    const part = expression && this.#parts.conditions.get(expression);
    if (part === undefined) return;
    this.#asked.add(part.place);
    if (isTrue(result)) this.#held.add(part.place);
  }

  made(rule: LeafRule): void {
    this.#fill(rule);
  }

  copied(expression: Expression): void {
    this.#fill(expression);
  }

  variable<T>(value: () => T): () => T {
    return value;
  }

  onRead(): void {}

  looked(): void {}

  #fill(rule: LeafRule | Expression): void {
    const part = this.#parts.rules.get(rule);
    if (part !== undefined) this.#filled.add(part.place);
  }
}

function namedParts({ program, file }: FileMapping): Parts {
  const found = new Found(file);
  found.clauses(program);
  found.rule(program.target, '');
  return found;
}

class Found implements Parts {
  readonly rules = new Map<LeafRule | Expression, Part>();
  readonly conditions = new Map<Expression, Part>();
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
      for (const [name, member] of rule.members) this.rule(member, below(path, name));
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
    for (const [name, rule] of attributes) this.rule(rule, below(path, `@${name}`));
  }

  #condition(when: Expression, name: string): void {
    this.conditions.set(when, this.#part(when, name, when.text));
  }

  #part(
    { file = this.#file, line, column }: Pick<Expression, 'file' | 'line' | 'column'>,
    name: string,
    text: string,
  ): Part {
    return { name, place: `${file}:${line}:${column}`, text: text.replace(/\s+/g, ' ').trim() };
  }
}

const below = (path: string, name: string): string => (path === '' ? name : `${path}/${name}`);
