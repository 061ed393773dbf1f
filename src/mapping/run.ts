import { once } from '../tree/direct.ts';
import { fingerprint } from '../tree/fingerprint.ts';
import { type Lookup, ValueError } from '../tree/functions.ts';
import { type Item, isNode, isTrue, itemText, pathOf, placeOf } from '../tree/items.ts';
import type { TreeDocument, TreeElement, TreeNode } from '../tree/node.ts';
import type { OutList, OutObject, OutScalar, OutValue } from '../tree/out.ts';
import { type Host, type Variables, type XPath, XPathError } from '../tree/xpath.ts';
import type { Finding } from '../types.ts';
import { convert, isMisfit } from './convert.ts';
import type { Change, MappingContext, MappingResult, Stop } from './interface.ts';
import type { Place } from './problem.ts';
import type {
  Bindings,
  Clause,
  EachRule,
  Expression,
  LeafRule,
  ListRule,
  ObjectRule,
  Program,
  Rule,
} from './rules.ts';
import { itemLabel } from './words.ts';

/** What a trace wants to hear; absent in production. `file` places of rules are those of the mapping file. */
export interface Recorder {
  readonly onRead: (node: TreeNode) => void;
  /** Before an expression is evaluated, and what it gave. */
  evaluated(expression: Expression, use: Use, result: readonly Item[]): void;
  /** A value of the result. */
  made(rule: LeafRule, path: string, items: readonly Item[], value: OutScalar): void;
}

/** What becomes of an expression's result: part of the result, a condition, a context or variable. */
export type Use = 'value' | 'test' | 'context' | 'variable';

/** Where a rule runs. */
interface Scope {
  readonly node: TreeNode;
  readonly variables: Variables;
  /** `order line 3 (position 00030)`, for findings. */
  readonly label: string;
  /** Where the value goes, for the trace: `lines[2]/position`. */
  readonly path: string;
  /** Rules of a keyed item that wait for `$change`. */
  readonly later?: Later[];
  /** Leaves made here do not count for sameness. */
  readonly volatile: boolean;
}

type Later = (change: Change) => void;

/** Stands where a volatile member will be; does not count for the fingerprint. */
const placeholder: OutScalar = { kind: 'scalar', type: 'string', text: '', volatile: true };

export interface RunInput {
  readonly program: Program;
  readonly file: string;
  readonly lookup: Lookup;
  readonly source: TreeDocument;
  readonly context: MappingContext;
  /** `$channel` and the others as trees. */
  readonly variables: Variables;
  readonly recorder?: Recorder;
}

/** One run of a mapping over one document. */
export class Run {
  readonly findings: Finding[] = [];
  private readonly input: RunInput;
  private readonly host: Host;
  private readonly kept = new WeakSet<OutObject>();

  constructor(input: RunInput) {
    this.input = input;
    const { lookup, recorder } = input;
    this.host = recorder === undefined ? { lookup } : { lookup, onRead: recorder.onRead };
  }

  run(): MappingResult {
    const { program } = this.input;
    const scope = this.start();
    if (this.fatal()) return { findings: this.findings };
    const stop = this.firstStop(program.stop, scope);
    if (stop !== undefined) return { stop, findings: this.findings };
    for (const clause of program.warn) this.findings.push(...this.clause(clause, scope));
    const target = this.object(program.target, scope) ?? { kind: 'object' as const, members: new Map() };
    return this.fatal() ? { findings: this.findings } : { target, findings: this.findings };
  }

  /** The value of one leaf outside loops; whatever goes wrong on the way: undefined. */
  leaf(path: readonly string[]): string | undefined {
    let scope: Scope | undefined = this.start();
    let rule: Rule | undefined = this.input.program.target;
    for (const name of path) {
      if (rule?.kind !== 'object' || scope === undefined || !this.holds(rule, scope)) return undefined;
      scope = this.enter(rule, scope);
      rule = rule.members.find(([member]) => member === name)?.[1];
    }
    if (rule?.kind !== 'leaf' || scope === undefined) return undefined;
    const value = this.evaluate(rule, scope);
    return value?.kind === 'scalar' && !this.fatal() ? value.text : undefined;
  }

  private start(): Scope {
    const { source, program, variables } = this.input;
    const node = startNode(source, program.from);
    return this.bind(program.variables, { node, variables, label: '', path: '', volatile: false });
  }

  private fatal(): boolean {
    return this.findings.some(({ severity }) => severity !== 'warning');
  }

  private firstStop(clauses: readonly Clause[], scope: Scope): Stop | undefined {
    for (const clause of clauses) {
      const [finding] = this.clause(clause, scope);
      if (finding !== undefined && clause.as !== undefined) return { as: clause.as, finding };
    }
    return undefined;
  }

  private clause(clause: Clause, scope: Scope): Finding[] {
    const nodes = clause.each === undefined ? [scope.node] : this.nodes(clause.each, scope, 'context');
    return nodes.flatMap((node, i) => {
      const at =
        clause.each === undefined ? scope : { ...scope, node, label: itemLabel(scope.label, node, i) };
      if (!isTrue(this.items(clause.when, at, 'test'))) return [];
      const message = clause.say
        .map((part) => (typeof part === 'string' ? part : this.said(part, at)))
        .join('');
      const severity = severities[clause.as ?? 'warning'];
      return [{ code: clause.code, severity, message, advice: clause.advice, ...this.where(at) }];
    });
  }

  private said(expression: Expression, scope: Scope): string {
    return this.items(expression, scope, 'test').map(itemText).join(', ');
  }

  /** A rule's value, its alternatives when there is none; undefined when there is nothing to write. */
  private evaluate(rule: Rule, scope: Scope): OutValue | undefined {
    if (!this.holds(rule, scope)) return undefined;
    const inner = rule.volatile ? { ...scope, volatile: true } : scope;
    const before = this.findings.length;
    let value = this.own(rule, inner);
    for (const other of rule.otherwise) value ??= this.alternative(rule, other, inner);
    if (value === undefined && rule.required && this.findings.length === before) this.missing(rule, scope);
    return value;
  }

  private own(rule: Rule, scope: Scope): OutValue | undefined {
    if (rule.kind === 'object') return this.object(rule, scope);
    if (rule.kind === 'each') return this.each(rule, scope);
    if (rule.kind === 'list') return this.list(rule, scope);
    const [first, second] = this.leafValues(rule, scope);
    if (second !== undefined) this.several(rule, scope);
    return first;
  }

  /** An alternative of a list becomes a list. */
  private alternative(rule: Rule, other: Rule, scope: Scope): OutValue | undefined {
    const value = this.evaluate(other, scope);
    if (value === undefined || rule.kind === 'leaf' || rule.kind === 'object' || value.kind === 'list')
      return value;
    return { kind: 'list', items: [value] };
  }

  private holds(rule: Rule, scope: Scope): boolean {
    return rule.when === undefined || isTrue(this.items(rule.when, scope, 'test'));
  }

  private object(rule: ObjectRule, scope: Scope): OutObject | undefined {
    const inner = this.enter(rule, scope);
    if (inner === undefined) return undefined;
    const members = new Map<string, OutValue>();
    const before = this.findings.length;
    for (const [name, member] of rule.members) this.member(name, member, members, inner);
    const attributes = this.attributes(rule.attributes, inner);
    const empty = members.size === 0 && attributes === undefined;
    if (empty && !rule.keepEmpty) return undefined;
    if (this.findings.length === before) this.complete(rule, members, inner);
    const made: OutObject = { kind: 'object', members, ...(attributes === undefined ? {} : { attributes }) };
    if (rule.keepEmpty) this.kept.add(made);
    return made;
  }

  private enter(rule: ObjectRule, scope: Scope): Scope | undefined {
    if (rule.within === undefined) return this.bind(rule.variables, scope);
    const [node] = this.nodes(rule.within, scope, 'context');
    return node === undefined ? undefined : this.bind(rule.variables, { ...scope, node });
  }

  private member(name: string, rule: Rule, members: Map<string, OutValue>, scope: Scope): void {
    const inner = { ...scope, path: scope.path === '' ? name : `${scope.path}/${name}` };
    if (rule.volatile && scope.later !== undefined) {
      members.set(name, placeholder);
      const { later: _, ...now } = inner;
      scope.later.push((change) => {
        const value = this.evaluate(rule, {
          ...now,
          variables: new Map(now.variables).set('change', () => [change]),
        });
        if (value === undefined) members.delete(name);
        else members.set(name, value);
      });
      return;
    }
    const value = this.evaluate(rule, inner);
    if (value !== undefined) members.set(name, value);
  }

  private complete(rule: ObjectRule, members: ReadonlyMap<string, OutValue>, scope: Scope): void {
    for (const name of rule.wanted) {
      const member = rule.members.find(([known]) => known === name)?.[1];
      if (!members.has(name) && member !== undefined)
        this.missing(member, { ...scope, path: `${scope.path}/${name}` });
    }
  }

  private each(rule: EachRule, scope: Scope): OutList | undefined {
    const nodes = this.nodes(rule.each, scope, 'context');
    const items = nodes.flatMap((node, i) => {
      const label = itemLabel(scope.label, node, i);
      return this.item(rule, { ...scope, node, label, path: `${scope.path}[${i + 1}]` }) ?? [];
    });
    if (items.length === 0) return undefined;
    if (rule.key !== undefined) this.twins(items, rule, scope);
    return { kind: 'list', items, ...(rule.omit === undefined ? {} : { omit: rule.omit }) };
  }

  private item(rule: EachRule, scope: Scope): OutValue | undefined {
    if (rule.item.kind === 'leaf') return this.evaluate(rule.item, scope);
    if (rule.key === undefined) return this.object(rule.item, scope);
    const label = this.keyed(rule.item, rule.key, scope);
    const later: Later[] = [];
    const made = this.object(rule.item, { ...scope, label, later });
    if (made === undefined) return undefined;
    const key = keyOf(made, rule.key);
    if (key === undefined) {
      if (!this.fatal()) this.missing(rule, { ...scope, path: `${scope.path}/${rule.key.join('/')}` });
      return made;
    }
    const print = fingerprint(made);
    const change = later.length === 0 ? 'new' : this.input.context.change(key, print);
    for (const fill of later) fill(change);
    const whole = later.length === 0 ? made : this.pruned(made);
    return whole && { ...whole, key, fingerprint: print };
  }

  /** The item's label with its key, looked up first so that every finding of the item can name it. */
  private keyed(rule: ObjectRule, key: readonly string[], scope: Scope): string {
    const quiet = new Run({ ...this.input, ...(this.input.recorder ? { recorder: silent } : {}) });
    const value = quiet.at(rule, key, scope);
    return value === undefined ? scope.label : `${scope.label} (position ${value})`;
  }

  private at(rule: ObjectRule, key: readonly string[], start: Scope): string | undefined {
    let [current, scope]: [Rule | undefined, Scope | undefined] = [rule, start];
    for (const name of key) {
      if (current?.kind !== 'object' || scope === undefined) return undefined;
      scope = this.enter(current, scope);
      current = current.members.find(([member]) => member === name)?.[1];
    }
    const value = current?.kind === 'leaf' && scope !== undefined ? this.evaluate(current, scope) : undefined;
    return value?.kind === 'scalar' ? value.text : undefined;
  }

  private twins(items: readonly OutValue[], rule: EachRule, scope: Scope): void {
    const seen = new Set<string>();
    for (const item of items) {
      const key = item.kind === 'object' ? item.key : undefined;
      if (key !== undefined && seen.has(key))
        this.find(rule, scope, {
          code: 'key-twice',
          severity: 'error',
          message: `Two items have the same ${rule.key?.join('/')} "${key}".`,
          advice: 'Give each its own.',
          value: key,
        });
      if (key !== undefined) seen.add(key);
    }
  }

  private list(rule: ListRule, scope: Scope): OutList | undefined {
    const items = rule.items.flatMap((item): readonly OutValue[] => {
      if (item.kind === 'leaf' && item.otherwise.length === 0 && !item.required)
        return this.holds(item, scope) ? this.leafValues(item, scope) : [];
      const value = item.kind === 'leaf' ? this.leafList(item, scope) : this.evaluate(item, scope);
      if (value === undefined) return [];
      return value.kind === 'list' ? value.items : [value];
    });
    return items.length === 0 ? undefined : { kind: 'list', items };
  }

  private leafList(rule: LeafRule, scope: Scope): OutValue | undefined {
    return this.evaluate(
      { ...rule, kind: 'list', items: [{ ...rule, otherwise: [], required: false }] },
      scope,
    );
  }

  private leafValues(rule: LeafRule, outer: Scope): OutScalar[] {
    const scope = this.bind(rule.variables, outer);
    const items = 'constant' in rule.from ? [rule.from.constant] : this.items(rule.from, scope, 'value');
    return items.flatMap((item) => this.scalar(rule, item, scope) ?? []);
  }

  private scalar(rule: LeafRule, item: Item, scope: Scope): OutScalar | undefined {
    const converted = convert(itemText(item), rule.as);
    if (converted === undefined) return undefined;
    if (isMisfit(converted)) {
      this.find(rule, scope, { ...converted, value: cut(itemText(item)) }, isNode(item) ? item : undefined);
      return undefined;
    }
    const attributes = this.attributes(rule.attributes, scope);
    const made: OutScalar = {
      kind: 'scalar',
      ...converted,
      ...(attributes === undefined ? {} : { attributes }),
      ...(scope.volatile || rule.volatile ? { volatile: true as const } : {}),
    };
    this.input.recorder?.made(rule, scope.path, [item], made);
    return made;
  }

  private attributes(
    rules: readonly (readonly [string, LeafRule])[],
    scope: Scope,
  ): ReadonlyMap<string, string> | undefined {
    if (rules.length === 0) return undefined;
    const made = new Map<string, string>();
    for (const [name, rule] of rules) {
      const value = this.evaluate(rule, { ...scope, path: `${scope.path}/@${name}` });
      if (value?.kind === 'scalar') made.set(name, value.text);
    }
    return made.size === 0 ? undefined : made;
  }

  /** Without objects that turned out empty when their volatile members were filled in. */
  private pruned(object: OutObject): OutObject | undefined {
    const members = new Map<string, OutValue>();
    for (const [name, member] of object.members) {
      const value = member.kind === 'object' ? this.pruned(member) : member;
      if (value !== undefined) members.set(name, value);
    }
    const gone = members.size === 0 && object.attributes === undefined && !this.kept.has(object);
    return gone ? undefined : { ...object, members };
  }

  private bind(bindings: Bindings, scope: Scope): Scope {
    if (bindings.length === 0) return scope;
    let inner = scope;
    for (const [name, expression] of bindings) {
      const at = inner;
      const value = once(() => this.items(expression, at, 'variable'));
      inner = { ...at, variables: new Map(at.variables).set(name, value) };
    }
    return inner;
  }

  private nodes(expression: Expression, scope: Scope, use: Use): TreeNode[] {
    const items = this.items(expression, scope, use);
    const nodes = items.filter(isNode);
    if (nodes.length < items.length)
      this.failed(expression, scope, 'it gives texts, and elements of the document are needed');
    return nodes;
  }

  private items(expression: Expression, { node, variables, ...scope }: Scope, use: Use): readonly Item[] {
    try {
      const result = evaluateIn(expression.xpath, node, variables, this.host);
      this.input.recorder?.evaluated(expression, use, result);
      return result;
    } catch (error) {
      const at = { node, variables, ...scope };
      if (error instanceof ValueError) this.unusable(error, expression, at);
      else if (error instanceof XPathError) this.failed(expression, at, error.message);
      else throw error;
      return [];
    }
  }

  private unusable({ code, message, advice, value }: ValueError, place: Place, scope: Scope): void {
    const severity = code === 'table-miss' ? 'park' : 'error';
    this.find(place, scope, { code, severity, message, advice, value: cut(value) });
  }

  private failed(expression: Expression, scope: Scope, why: string): void {
    this.find(expression, scope, {
      code: 'mapping-failed',
      severity: 'park',
      message: `The mapping cannot evaluate "${cut(expression.text)}" here: ${why}.`,
      advice: 'Correct the expression in the mapping, then retry the message.',
    });
  }

  private several(rule: LeafRule, scope: Scope): void {
    const text = 'constant' in rule.from ? '' : rule.from.text;
    this.find(rule, scope, {
      code: 'several-values',
      severity: 'error',
      message: `${scope.path} takes one value, and ${text} gives several here.`,
      advice: 'Leave one in the document, or choose one in the mapping.',
    });
  }

  private missing(rule: Rule, scope: Scope): void {
    const text =
      rule.kind === 'leaf' && !('constant' in rule.from) ? `: ${rule.from.text} gives nothing` : '';
    this.find(rule, scope, {
      code: 'required-missing',
      severity: 'error',
      message: `${scope.path.replace(/^\//, '')} is required and stays empty${text}.`,
      advice: 'Fill it in the document the ERP writes, or give an alternative in the mapping.',
    });
  }

  private find(
    place: Place,
    scope: Scope,
    what: Omit<Finding, 'line' | 'column' | 'file'>,
    node?: TreeNode,
  ): void {
    const at = node !== undefined && sameTree(node, this.input.source) ? node : scope.node;
    const rule = `${this.input.file}:${place.line}:${place.column}`;
    this.findings.push({ ...what, ...this.where({ ...scope, node: at }), file: rule });
  }

  private where({ node, label }: Scope): Pick<Finding, 'line' | 'column' | 'path' | 'key'> {
    return { ...placeOf(node), path: pathOf(node), ...(label === '' ? {} : { key: label }) };
  }
}

const severities = { warning: 'warning', ignored: 'warning', parked: 'park', rejected: 'error' } as const;

const silent: Recorder = { onRead: () => {}, evaluated: () => {}, made: () => {} };

function evaluateIn(xpath: XPath, node: TreeNode, variables: Variables, host: Host): readonly Item[] {
  return xpath.evaluate(node, variables, host);
}

/** The order event inside its envelope, the shipment likewise; XML starts at its root. */
function startNode(source: TreeDocument, from: string): TreeElement {
  const inner =
    from === 'exchange/order' ? 'orderEvent' : from === 'exchange/shipment' ? 'shipment' : undefined;
  if (inner === undefined || source.format !== 'json') return source.root;
  const found = source.root.childNodes.find((child) => child.nodeType === 1 && child.localName === inner);
  return found?.nodeType === 1 ? found : source.root;
}

function keyOf(object: OutObject, key: readonly string[]): string | undefined {
  let value: OutValue | undefined = object;
  for (const name of key) value = value?.kind === 'object' ? value.members.get(name) : undefined;
  return value?.kind === 'scalar' ? value.text : undefined;
}

function sameTree(node: TreeNode, document: TreeDocument): boolean {
  let top: TreeNode = node;
  while (top.parentNode !== null) top = top.parentNode;
  return top === document;
}

function cut(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
