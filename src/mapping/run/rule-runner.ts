import { buildPhrase, renderPhrase } from '../../findings/create-finding.ts';
import type { LineComparison } from '../../negotiation/line-values.ts';
import { type Item, isNode, itemText } from '../../tree/nodes/items.ts';
import { fingerprint } from '../../tree/values/fingerprint.ts';
import type { TargetList, TargetObject, TargetScalar, TargetValue } from '../../tree/values/target-tree.ts';
import { withVariable } from '../../tree/xpath/variables.ts';
import { convertText, isConversionProblem } from '../language/conversions.ts';
import { listOpenable, postponableMembers } from '../language/left-open.ts';
import type { CompareRule, EachRule, LeafRule, ListRule, ObjectRule, Rule } from '../language/rule-types.ts';
import { copyMembers } from './copy-members.ts';
import { Evaluator, shortenForFinding } from './evaluator.ts';
import { renderItemLabels } from './item-labels.ts';
import { keyOf, listRepeatedKeys, pruneEmpty } from './keyed-items.ts';
import { type DeferredRule, enterMember, type RunInput, type Scope } from './scope.ts';

/** Stands where a volatile member will be; does not count for the fingerprint. */
const placeholder: TargetScalar = { kind: 'scalar', type: 'string', text: '', volatile: true };

/** Values and objects of one result. */
const mostValues = 1_000_000;

/** Codes of units are those of the mapping's table. */
class TableComparison implements LineComparison {
  readonly values: LineComparison['values'];
  readonly #unit: (code: string) => string;

  constructor(values: LineComparison['values'], unit: (code: string) => string) {
    this.values = values;
    this.#unit = unit;
  }

  unit(code: string): string {
    return this.#unit(code);
  }
}

/** Runs the rules of a mapping: what each gives where it stands. */
export class RuleRunner {
  readonly #input: RunInput;
  readonly #evaluator: Evaluator;
  readonly #kept = new WeakSet<TargetObject>();
  #made = 0;

  constructor(input: RunInput, evaluator: Evaluator) {
    this.#input = input;
    this.#evaluator = evaluator;
  }

  /** The value of a leaf at a path below an object, outside loops; whatever goes wrong on the way: undefined. */
  evaluateLeaf(rule: ObjectRule, [name, ...rest]: readonly string[], scope: Scope): string | undefined {
    const member = rule.members.find(([known]) => known === name)?.[1];
    if (member?.kind === 'object' && rest.length > 0) {
      const inner = this.holds(member, scope) ? this.enter(member, scope) : undefined;
      return inner && this.evaluateLeaf(member, rest, inner);
    }
    const value = member?.kind === 'leaf' && rest.length === 0 ? this.evaluate(member, scope) : undefined;
    return value?.kind === 'scalar' && !this.#evaluator.hasError ? value.text : undefined;
  }

  /** A rule's value, its alternatives when there is none; undefined when there is nothing to write. */
  evaluate(rule: Rule, scope: Scope): TargetValue | undefined {
    if (!this.holds(rule, scope)) return undefined;
    const inner = rule.volatile ? { ...scope, volatile: true } : scope;
    const before = this.#evaluator.findings.length;
    let value = this.#evaluateOwn(rule, inner);
    for (const other of rule.otherwise) value ??= this.#alternative(rule, other, inner);
    if (value === undefined && rule.required && this.#evaluator.findings.length === before)
      this.#evaluator.reportMissing(rule, scope);
    return value;
  }

  #evaluateOwn(rule: Rule, scope: Scope): TargetValue | undefined {
    if (rule.kind === 'object') return this.evaluateObject(rule, scope);
    if (rule.kind === 'each') return this.#each(rule, scope);
    if (rule.kind === 'list') return this.#list(rule, scope);
    const [first, second] = this.#leafValues(rule, scope);
    if (second !== undefined) this.#evaluator.reportSeveral(rule, scope);
    return first;
  }

  /** An alternative of a list becomes a list. */
  #alternative(rule: Rule, other: Rule, scope: Scope): TargetValue | undefined {
    const value = this.evaluate(other, scope);
    const list = rule.kind === 'each' || rule.kind === 'list';
    return value === undefined || !list || value.kind === 'list' ? value : { kind: 'list', items: [value] };
  }

  holds(rule: Rule, scope: Scope): boolean {
    return rule.when === undefined || this.#evaluator.holds(rule.when, scope);
  }

  evaluateObject(rule: ObjectRule, scope: Scope): TargetObject | undefined {
    const inner = this.enter(rule, scope);
    return inner && this.#body(rule, inner);
  }

  /** The object's own context node and variables; undefined when there is no such node. */
  enter(rule: ObjectRule, scope: Scope): Scope | undefined {
    if (rule.within === undefined) return this.#evaluator.bind(rule.variables, scope);
    const [node] = this.#evaluator.evaluateNodes(rule.within, scope);
    return node && this.#evaluator.bind(rule.variables, { ...scope, node });
  }

  #body(rule: ObjectRule, scope: Scope): TargetObject | undefined {
    this.#count();
    const members = this.#copyContent(rule, scope);
    const before = this.#evaluator.findings.length;
    for (const [name, member] of rule.members) this.#member(name, member, members, enterMember(scope, name));
    const attributes = this.#attributes(rule.attributes, scope);
    if (members.size === 0 && attributes === undefined && !rule.keepEmpty) return undefined;
    if (this.#evaluator.findings.length === before) this.#complete(rule, members, scope);
    const made: TargetObject = {
      kind: 'object',
      members,
      ...(attributes === undefined ? {} : { attributes }),
    };
    if (rule.keepEmpty) this.#kept.add(made);
    return made;
  }

  /** What the object begins with: nothing, or the content of an element. */
  #copyContent({ copy, members }: ObjectRule, scope: Scope): Map<string, TargetValue> {
    const [node] = copy === undefined ? [] : this.#evaluator.evaluateNodes(copy, scope);
    if (copy === undefined || node?.nodeType !== 1) return new Map();
    const named = new Set(members.flatMap(([name]) => [name, this.#ownName(name)]));
    return copyMembers(node, named, scope.path, (path, leaf) =>
      this.#input.recorder?.onCopy(copy, path, leaf),
    );
  }

  /** An element of a namespace that the mapping declares, as `copyMembers` calls it. */
  #ownName(name: string): string {
    const [prefix = '', local = ''] = name.split(':');
    return `{${this.#input.program.ownNamespaces.get(prefix) ?? ''}}${local}`;
  }

  #member(name: string, rule: Rule, members: Map<string, TargetValue>, scope: Scope): void {
    const fill = (at: Scope) => {
      const value = this.evaluate(rule, at);
      if (value === undefined) members.delete(name);
      else members.set(name, value);
    };
    if (!rule.volatile || scope.deferred === undefined) {
      fill(scope);
      return;
    }
    members.set(name, placeholder);
    const { deferred: later, ...now } = scope;
    later.push((change) =>
      fill({ ...now, variables: withVariable(now.variables, 'change', () => [change]) }),
    );
  }

  /** Members that the target wants and that stay empty. */
  #complete(rule: ObjectRule, members: ReadonlyMap<string, TargetValue>, scope: Scope): void {
    for (const name of rule.wanted) {
      const member = rule.members.find(([known]) => known === name)?.[1];
      if (!members.has(name) && member !== undefined && !this.#mayWait(name, member))
        this.#evaluator.reportMissing(member, enterMember(scope, name));
    }
  }

  /** What a mapping leaves out by a condition, because a later one closes it. */
  #mayWait(name: string, { when }: Rule): boolean {
    const part = postponableMembers.get(name);
    return when !== undefined && part !== undefined && listOpenable(this.#input.program).includes(part);
  }

  #each(rule: EachRule, scope: Scope): TargetList | undefined {
    const nodes = this.#evaluator.evaluateNodes(rule.each, scope);
    const labels = renderItemLabels(scope.label, nodes, this.#evaluator.language);
    const items = nodes.flatMap((node, i) => {
      const label = labels[i] ?? scope.label;
      return this.#item(rule, { ...scope, node, label, path: `${scope.path}[${i + 1}]` }) ?? [];
    });
    if (items.length === 0) return undefined;
    for (const value of rule.key === undefined ? [] : listRepeatedKeys(items))
      this.#evaluator.report(rule, scope, 'key-twice', { name: rule.key?.join('/') ?? '', value });
    return {
      kind: 'list',
      items,
      ...(rule.omit === undefined ? {} : { omit: rule.omit }),
      ...(rule.compare === undefined ? {} : { comparison: this.#comparison(rule.compare) }),
    };
  }

  #comparison({ values, units }: CompareRule): LineComparison {
    const { lookup } = this.#input;
    return new TableComparison(values, (code) => (units === undefined ? code : lookup(units, code, code)));
  }

  #item(rule: EachRule, scope: Scope): TargetValue | undefined {
    if (rule.item.kind === 'leaf') return this.evaluate(rule.item, scope);
    const inner = this.enter(rule.item, scope);
    if (inner === undefined || rule.key === undefined) return inner && this.#body(rule.item, inner);
    const label = this.#labelWithKey(rule.item, rule.key, inner);
    const later: DeferredRule[] = [];
    const made = this.#body(rule.item, { ...inner, label, deferred: later });
    return made && this.#completeItem(made, later, rule, { ...inner, label });
  }

  /** A keyed item with its fingerprint, and with the members that had to wait for what it says of the change. */
  #completeItem(
    made: TargetObject,
    later: DeferredRule[],
    rule: EachRule,
    scope: Scope,
  ): TargetObject | undefined {
    const path = rule.key ?? [];
    const key = keyOf(made, path);
    if (key === undefined) {
      if (!this.#evaluator.hasError) this.#evaluator.reportMissing(rule, enterMember(scope, path.join('/')));
      return made;
    }
    const print = fingerprint(made);
    const change = later.length === 0 ? 'new' : this.#input.context.change(key, print);
    for (const fill of later) fill(change);
    const whole = later.length === 0 ? made : pruneEmpty(made, this.#kept);
    const mark = rule.mark && this.#evaluator.evaluate(rule.mark, scope, 'test').map(itemText).join(' ');
    return whole && { ...whole, key, fingerprint: print, ...(mark === undefined ? {} : { mark }) };
  }

  /** The item's label with its key, looked up first and quietly so that every finding of the item can name it. */
  #labelWithKey(rule: ObjectRule, key: readonly string[], scope: Scope): string {
    const { recorder: _, ...input } = this.#input;
    const value = new RuleRunner(input, new Evaluator(input)).evaluateLeaf(rule, key, scope);
    const position = buildPhrase('position', { number: value ?? '' });
    return value === undefined
      ? scope.label
      : `${scope.label} ${renderPhrase(position, this.#evaluator.language)}`;
  }

  #list(rule: ListRule, scope: Scope): TargetList | undefined {
    const items = rule.items.flatMap((item): readonly TargetValue[] => {
      const value = item.kind === 'leaf' ? this.#leafList(item, scope) : this.evaluate(item, scope);
      if (value === undefined) return [];
      return value.kind === 'list' ? value.items : [value];
    });
    return items.length === 0 ? undefined : { kind: 'list', items };
  }

  /** All values of a leaf rule in a list. */
  #leafList(rule: LeafRule, scope: Scope): TargetValue | undefined {
    if (!this.holds(rule, scope)) return undefined;
    const items = this.#leafValues(rule, scope);
    if (items.length > 0) return { kind: 'list', items };
    const { when: _, ...always } = rule;
    return this.evaluate({ ...always, from: { constant: '' } }, scope);
  }

  #leafValues(rule: LeafRule, outer: Scope): TargetScalar[] {
    const scope = this.#evaluator.bind(rule.variables, outer);
    const items =
      'constant' in rule.from ? [rule.from.constant] : this.#evaluator.evaluate(rule.from, scope, 'value');
    return items.flatMap((item) => this.#scalar(rule, item, scope) ?? []);
  }

  #scalar(rule: LeafRule, item: Item, scope: Scope): TargetScalar | undefined {
    const converted = convertText(itemText(item), rule.as);
    if (converted === undefined) return undefined;
    if (isConversionProblem(converted)) {
      const value = shortenForFinding(itemText(item));
      this.#evaluator.report(rule, scope, converted.code, { value }, isNode(item) ? item : undefined);
      return undefined;
    }
    this.#known(rule, item, scope);
    const attributes = this.#attributes(rule.attributes, scope);
    const made: TargetScalar = {
      kind: 'scalar',
      ...converted,
      ...(attributes === undefined ? {} : { attributes }),
      ...(scope.volatile || rule.volatile ? { volatile: true as const } : {}),
    };
    this.#input.recorder?.onValue(rule, scope.path, item, made);
    this.#count();
    return made;
  }

  /** Says where the exchange has no such value. */
  #known({ values, ...rule }: LeafRule, item: Item, scope: Scope): void {
    const text = itemText(item).trim();
    if (values === undefined || values.some((one) => one.toLowerCase() === text.toLowerCase())) return;
    const said = { name: scope.path, value: shortenForFinding(text), values: values.join(', ') };
    this.#evaluator.report(rule, scope, 'value-not-of-exchange', said, isNode(item) ? item : undefined);
  }

  #count(): void {
    this.#made += 1;
    if (this.#made > mostValues) throw new RangeError(`more than ${mostValues} values`);
  }

  #attributes(rules: ObjectRule['attributes'], scope: Scope): ReadonlyMap<string, string> | undefined {
    const made = new Map<string, string>();
    for (const [name, rule] of rules) {
      const value = this.evaluate(rule, enterMember(scope, `@${name}`));
      if (value?.kind === 'scalar') made.set(name, value.text);
    }
    return made.size === 0 ? undefined : made;
  }
}
