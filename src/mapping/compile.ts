import type { Static, StaticScope } from '../tree/infer.ts';
import { suggestion } from '../tree/nearest.ts';
import { childOf, type Shape } from '../tree/shape.ts';
import { type Conversion, conversions } from './convert.ts';
import type { CheckedExpression, Expressions } from './expressions.ts';
import { onlyPlace, type Place } from './problem.ts';
import type { EachRule, LeafRule, ListRule, ObjectRule, Rule } from './rules.ts';
import { checkLeaf, checkMember, checkObject, conversionOf } from './target.ts';
import type { Yaml, YamlEntry, YamlMap } from './yaml.ts';

/** Where a rule stands: what its expressions see, and what the target has at that place. */
export interface At {
  readonly scope: StaticScope;
  /** Absent: not known, nothing is checked. */
  readonly target: Shape | undefined;
  /** Inside an item of a keyed list: volatile rules may read `$change`. */
  readonly keyed: boolean;
  /** A list's rule: several values are several items. */
  readonly several?: boolean;
}

/** The `$` keys of rules. */
const keys = [
  '$from',
  '$text',
  '$else',
  '$as',
  '$required',
  '$when',
  '$volatile',
  '$attributes',
  '$in',
  '$copy',
  '$let',
  '$each',
  '$key',
  '$omit',
  '$keepEmpty',
] as const;
type Key = (typeof keys)[number];

const objectOnly: readonly Key[] = ['$in', '$copy', '$keepEmpty'];
const eachOnly: readonly Key[] = ['$key', '$omit'];

/** Turns the YAML under `target:` into rules and reports whatever would go wrong when they run. */
export class Compiler {
  readonly expressions: Expressions;

  constructor(expressions: Expressions) {
    this.expressions = expressions;
  }

  rule(yaml: Yaml, at: At): Rule {
    if (yaml.kind === 'list') return this.list(yaml.items, yaml, at);
    if (yaml.kind === 'text') return this.plain(yaml, at);
    const entries = this.keysOf(yaml);
    const volatile = at.keyed && this.text(entries.get('$volatile')) === 'true';
    const inner = volatile ? { ...at, scope: withChange(at.scope) } : at;
    if (entries.has('$each')) return this.each(yaml, entries, inner);
    this.forbid(entries, eachOnly, '$each');
    return this.single(yaml, entries, inner);
  }

  object(yaml: Yaml, at: At): ObjectRule {
    const empty: YamlMap = { kind: 'map', entries: [], line: yaml.line, column: yaml.column };
    if (yaml.kind !== 'map')
      this.wrong(yaml, 'An object is expected here.', 'Write its members, each on a line.');
    const map = yaml.kind === 'map' ? yaml : empty;
    return this.objectRule(map, this.keysOf(map), at);
  }

  private single(yaml: YamlMap, entries: ReadonlyMap<Key, YamlEntry>, at: At): LeafRule | ObjectRule {
    const valued = entries.has('$from') || entries.has('$text');
    const members = yaml.entries.some(({ name }) => !name.startsWith('$'));
    const leaf = at.target?.type !== undefined && !members && !objectOnly.some((key) => entries.has(key));
    if (!valued && !leaf && (members || !entries.has('$else'))) return this.objectRule(yaml, entries, at);
    if (!valued && !entries.has('$else') && entries.size === yaml.entries.length)
      this.wrong(
        yaml,
        'The rule says no value.',
        'Write $from: with an expression, or $text: with a constant.',
      );
    if (members)
      this.wrong(yaml, 'A rule with $from or $text has no members.', 'Write the members without $from.');
    this.forbid(entries, objectOnly, 'members');
    return this.leafRule(yaml, entries, at);
  }

  private plain(yaml: Yaml, at: At): LeafRule {
    const from = this.expressions.value(yaml, at.scope);
    const leaf = this.leaf(yaml, from, { at, otherwise: [] });
    checkLeaf(this.expressions, at.target, leaf, []);
    return leaf;
  }

  private leafRule(yaml: YamlMap, entries: ReadonlyMap<Key, YamlEntry>, at: At): LeafRule {
    const { variables, scope } = this.bindings(entries.get('$let'), at.scope);
    const inner = { ...at, scope };
    const common = this.common(entries, inner);
    const from = entries.get('$from');
    const constant = entries.get('$text')?.value;
    const value = from === undefined ? undefined : this.expressions.value(from.value, scope);
    if (from !== undefined && constant !== undefined)
      this.wrong(from, 'A rule has either $from or $text.', 'Remove one of them.');
    const text = constant?.kind === 'text' ? { constant: constant.text } : undefined;
    const leaf = this.leaf(yaml, value ?? text, {
      at: inner,
      as: entries.get('$as'),
      otherwise: common.otherwise,
    });
    const attributes = this.attributes(entries.get('$attributes'), inner);
    checkLeaf(this.expressions, at.target, leaf, attributes);
    return { ...leaf, ...common, variables, attributes };
  }

  private leaf(
    place: Place,
    from: CheckedExpression | { constant: string } | undefined,
    { at, as, otherwise }: { at: At; as?: YamlEntry | undefined; otherwise: readonly Rule[] },
  ): LeafRule {
    const leaf = {
      ...plainRule(place),
      kind: 'leaf' as const,
      variables: [],
      attributes: [],
      otherwise,
      from: from ?? { constant: '' },
      as: this.conversion(as) ?? conversionOf(at.target),
    };
    if (from !== undefined && 'static' in from && !at.several) this.oneValue(from);
    if (from !== undefined && 'static' in from) this.aValue(from);
    return leaf;
  }

  private oneValue({ static: { many }, ...place }: CheckedExpression): void {
    if (!many) return;
    const advice =
      'Choose one with [1] or a condition, join them with string-join(…), or make the target a list.';
    this.expressions.report(
      place,
      'mapping-path',
      'There may be several values for one target.',
      advice,
      'warning',
    );
  }

  private aValue({ static: { spots }, ...place }: CheckedExpression): void {
    const aggregates =
      spots?.filter(({ shape }) => shape.type === undefined && shape.unknown !== 'fine') ?? [];
    const [first] = aggregates;
    if (first === undefined || aggregates.length !== spots?.length) return;
    const advice = suggestion(
      '',
      first.shape.children.map(({ shape }) => shape.name),
      'parts',
    );
    this.expressions.report(
      place,
      'mapping-path',
      `${first.shape.name} holds other elements and has no value.`,
      advice,
    );
  }

  private objectRule(yaml: YamlMap, entries: ReadonlyMap<Key, YamlEntry>, at: At): ObjectRule {
    const common = this.common(entries, at);
    const within = entries.get('$in');
    const context = within === undefined ? undefined : this.expressions.value(within.value, at.scope);
    const moved = context === undefined ? at.scope : inside(at.scope, context.static);
    const { variables, scope } = this.bindings(entries.get('$let'), moved);
    this.forbid(entries, ['$as'], '$from or $text');
    const members = yaml.entries
      .filter(({ name }) => !name.startsWith('$'))
      .map((entry): [string, Rule] => [entry.name, this.member(entry, { ...at, scope })]);
    const attributes = this.attributes(entries.get('$attributes'), { ...at, scope });
    const copy = this.copy(entries.get('$copy'), scope);
    const wanted = checkObject(this.expressions, at.target, yaml, {
      members,
      attributes,
      copied: copy !== undefined,
    });
    return {
      ...plainRule(yaml),
      ...common,
      kind: 'object',
      ...(context === undefined ? {} : { within: context }),
      ...(copy === undefined ? {} : { copy }),
      variables,
      members,
      attributes,
      keepEmpty: this.flag(entries.get('$keepEmpty')),
      wanted,
    };
  }

  private copy(entry: YamlEntry | undefined, scope: StaticScope): CheckedExpression | undefined {
    const copy = entry && this.expressions.value(entry.value, scope);
    if (entry === undefined || copy === undefined || this.expressions.likeTarget) return copy;
    this.wrong(entry, '$copy stands only in a mapping from SCSN to SCSN.', 'Write a rule for each member.');
    return undefined;
  }

  private member(entry: YamlEntry, at: At): Rule {
    const known = at.target === undefined ? undefined : childOf(at.target, entry.name);
    if (
      at.target !== undefined &&
      at.target.type === undefined &&
      known === undefined &&
      at.target.unknown !== 'fine'
    ) {
      const names = at.target.children.map(({ shape }) => shape.name);
      const message = `${at.target.name} has no ${entry.name}.`;
      const glued = /^[\w:]+:[{[]/.test(entry.name);
      const advice = glued ? 'Write a blank after the colon.' : suggestion(entry.name, names, 'names');
      this.expressions.report(entry, 'mapping-target', message, advice);
    }
    const several = known?.many === true && !entry.name.includes(':');
    const rule = this.rule(entry.value, { ...at, target: known?.shape, several });
    checkMember(this.expressions, entry, known, rule);
    return rule;
  }

  private each(yaml: YamlMap, entries: ReadonlyMap<Key, YamlEntry>, at: At): EachRule {
    const each = entries.get('$each');
    const nodes = each === undefined ? undefined : this.expressions.value(each.value, at.scope);
    const scope = nodes === undefined ? at.scope : inside(at.scope, nodes.static);
    const key = this.text(entries.get('$key'))?.split('/');
    const itemEntries = new Map([...entries].filter(([name]) => !listKeys.has(name)));
    const item = this.single(yaml, itemEntries, { ...at, scope, keyed: at.keyed || key !== undefined });
    const omit = this.omit(entries.get('$omit'), key);
    if (key !== undefined) this.keyMember(yaml, entries.get('$key') ?? yaml, item, key);
    return {
      ...plainRule(yaml),
      ...this.common(entries, at),
      kind: 'each',
      each: nodes ?? {
        ...onlyPlace(yaml),
        text: '',
        xpath: { text: '', unbounded: false, evaluate: () => [] },
      },
      item,
      ...(key === undefined ? {} : { key }),
      ...(omit ? { omit: 'unchanged' as const } : {}),
    };
  }

  private keyMember(yaml: Yaml, place: Place, item: Rule, key: readonly string[]): void {
    let found: Rule | undefined = item;
    for (const name of key)
      found = found?.kind === 'object' ? found.members.find(([member]) => member === name)?.[1] : undefined;
    if (found?.kind === 'leaf' && !found.volatile) return;
    const names =
      yaml.kind === 'map' ? yaml.entries.map(({ name }) => name).filter((n) => !n.startsWith('$')) : [];
    const message = `$key names ${key.join('/')}, and no rule of the item with that name gives a value.`;
    this.expressions.report(place, 'mapping-rule', message, suggestion(key.join('/'), names, 'members'));
  }

  private omit(entry: YamlEntry | undefined, key: readonly string[] | undefined): boolean {
    if (entry === undefined) return false;
    if (this.text(entry) !== 'unchanged') this.wrong(entry, '$omit is unknown.', 'Write $omit: unchanged.');
    if (key === undefined)
      this.wrong(entry, '$omit needs a $key.', 'Name the member that identifies an item: $key: …');
    return true;
  }

  private list(items: readonly Yaml[], place: Place, at: At): ListRule {
    const rules = items.map((item) => this.rule(item, { ...at, several: true }));
    const volatile = rules.some((rule) => rule.volatile);
    return { ...plainRule(place), kind: 'list', items: rules, volatile };
  }

  private common(entries: ReadonlyMap<Key, YamlEntry>, at: At) {
    const when = entries.get('$when');
    const otherwise = entries.get('$else')?.value;
    const volatile = this.flag(entries.get('$volatile'));
    const condition = when === undefined ? undefined : this.expressions.condition(when.value, at.scope);
    const alternatives =
      otherwise === undefined ? [] : otherwise.kind === 'list' ? otherwise.items : [otherwise];
    return {
      ...(condition === undefined ? {} : { when: condition }),
      otherwise: alternatives.map((one) => this.rule(one, at)),
      required: this.flag(entries.get('$required')),
      volatile,
    };
  }

  private attributes(entry: YamlEntry | undefined, at: At): [string, LeafRule][] {
    if (entry === undefined) return [];
    if (entry.value.kind !== 'map') {
      this.wrong(entry, '$attributes holds names and expressions.', 'Write $attributes: { unitCode: … }.');
      return [];
    }
    return entry.value.entries.flatMap(({ name, value }): [string, LeafRule][] => {
      const rule = this.rule(value, { ...at, target: undefined });
      if (rule.kind === 'leaf') return [[name, rule]];
      this.wrong(value, `The attribute ${name} takes one value.`, 'Write an expression.');
      return [];
    });
  }

  private bindings(entry: YamlEntry | undefined, scope: StaticScope) {
    const variables: [string, CheckedExpression][] = [];
    const known = new Map(scope.variables);
    if (entry !== undefined && entry.value.kind !== 'map')
      this.wrong(entry, '$let holds names and expressions.', 'Write $let: { name: … }.');
    for (const { name, value } of entry?.value.kind === 'map' ? entry.value.entries : []) {
      const expression = this.expressions.value(value, { ...scope, variables: known });
      known.set(name, expression?.static ?? { kind: 'any', many: false });
      if (expression !== undefined) variables.push([name, expression]);
    }
    return { variables, scope: { ...scope, variables: known } };
  }

  private conversion(entry: YamlEntry | undefined): Conversion | undefined {
    const text = this.text(entry);
    const found = conversions.find((known) => known === text);
    if (entry !== undefined && found === undefined)
      this.wrong(
        entry.value,
        `There is no conversion "${text}".`,
        suggestion(text ?? '', conversions, 'conversions'),
      );
    return found;
  }

  private flag(entry: YamlEntry | undefined): boolean {
    const text = this.text(entry);
    if (entry !== undefined && text !== 'true' && text !== 'false')
      this.wrong(entry.value, `${entry.name} is either true or false.`, `Write ${entry.name}: true.`);
    return text === 'true';
  }

  private text(entry: YamlEntry | undefined): string | undefined {
    return entry?.value.kind === 'text' ? entry.value.text : undefined;
  }

  private keysOf(yaml: YamlMap): ReadonlyMap<Key, YamlEntry> {
    const found = new Map<Key, YamlEntry>();
    for (const entry of yaml.entries) {
      if (!entry.name.startsWith('$')) continue;
      const key = keys.find((known) => known === entry.name);
      if (key !== undefined) found.set(key, entry);
      else this.wrong(entry, `A rule has no ${entry.name}.`, suggestion(entry.name, keys, 'keys of a rule'));
    }
    return found;
  }

  private forbid(entries: ReadonlyMap<Key, YamlEntry>, names: readonly Key[], needs: string): void {
    for (const name of names) {
      const entry = entries.get(name);
      if (entry !== undefined)
        this.wrong(entry, `${name} stands only in a rule with ${needs}.`, 'Remove it.');
    }
  }

  private wrong(place: Place, message: string, advice: string): void {
    this.expressions.report(place, 'mapping-rule', message, advice);
  }
}

/** Keys that belong to the list; `$when`, `$else` and the rest too, since the list as a whole has them. */
const listKeys: ReadonlySet<Key> = new Set([
  '$each',
  '$key',
  '$omit',
  '$when',
  '$else',
  '$required',
  '$volatile',
]);

function inside(scope: StaticScope, found: Static): StaticScope {
  return { ...scope, context: { ...found, many: false } };
}

function withChange(scope: StaticScope): StaticScope {
  const change: Static = { kind: 'string', many: false };
  return { ...scope, variables: new Map([...scope.variables, ['change', change]]) };
}

function plainRule(place: Place) {
  return { ...onlyPlace(place), otherwise: [], required: false, volatile: false };
}
