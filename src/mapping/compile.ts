import { part } from '../findings/mappings.ts';
import type { Static, StaticScope } from '../tree/infer.ts';
import { childOf, openShape, type Shape } from '../tree/shape.ts';
import { bindings } from './compile-bindings.ts';
import {
  aNumber,
  aValue,
  checkValued,
  copied,
  keyMember,
  omits,
  oneValue,
  unknownMember,
} from './compile-checks.ts';
import { compareRule } from './compile-compare.ts';
import {
  conversionIn,
  eachOnly,
  flag,
  forbid,
  type Keys,
  keysOf,
  listKeys,
  objectOnly,
  textOf,
} from './compile-keys.ts';
import type { CheckedExpression, Expressions } from './expressions.ts';
import { exchangeValues } from './models/enumerations.ts';
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

/** Turns the YAML under `target:` into rules and reports whatever would go wrong when they run. */
export class Compiler {
  readonly expressions: Expressions;

  constructor(expressions: Expressions) {
    this.expressions = expressions;
  }

  rule(yaml: Yaml, at: At): Rule {
    if (yaml.kind === 'list') return this.#list(yaml.items, yaml, at);
    if (yaml.kind === 'text') return this.#plain(yaml, at);
    const entries = keysOf(this.expressions, yaml);
    const volatile = at.keyed && textOf(entries.get('$volatile')) === 'true';
    const inner = volatile ? { ...at, scope: withChange(at.scope) } : at;
    if (entries.has('$each')) return this.#each(yaml, entries, inner);
    forbid(this.expressions, entries, eachOnly, '$each');
    return this.#single(yaml, entries, inner);
  }

  object(yaml: Yaml, at: At): ObjectRule {
    const empty: YamlMap = { kind: 'map', entries: [], line: yaml.line, column: yaml.column };
    if (yaml.kind !== 'map') this.expressions.report(yaml, 'mapping-rule/object');
    const map = yaml.kind === 'map' ? yaml : empty;
    return this.#objectRule(map, keysOf(this.expressions, map), at);
  }

  #single(yaml: YamlMap, entries: Keys, at: At): LeafRule | ObjectRule {
    const valued = entries.has('$from') || entries.has('$text');
    const members = yaml.entries.some(({ name }) => !name.startsWith('$'));
    const leaf = at.target?.type !== undefined && !members && !objectOnly.some((key) => entries.has(key));
    if (!valued && !leaf && (members || !entries.has('$else'))) return this.#objectRule(yaml, entries, at);
    checkValued(this.expressions, yaml, entries, members);
    return this.#leafRule(yaml, entries, at);
  }

  #plain(yaml: Yaml, at: At): LeafRule {
    const from = this.expressions.value(yaml, at.scope);
    const leaf = this.#leaf(yaml, from, { at, otherwise: [] });
    checkLeaf(this.expressions, at.target, leaf, []);
    return leaf;
  }

  #leafRule(yaml: YamlMap, entries: Keys, at: At): LeafRule {
    const { variables, scope } = this.#bindings(entries.get('$let'), at.scope);
    const inner = { ...at, scope };
    const common = this.#common(entries, inner);
    const from = entries.get('$from');
    const constant = entries.get('$text')?.value;
    const value = from === undefined ? undefined : this.expressions.value(from.value, scope);
    if (from !== undefined && constant !== undefined) this.expressions.report(from, 'mapping-rule/from-text');
    const text = constant?.kind === 'text' ? { constant: constant.text } : undefined;
    const leaf = this.#leaf(yaml, value ?? text, {
      at: inner,
      as: entries.get('$as'),
      otherwise: common.otherwise,
    });
    const attributes = this.#attributes(entries.get('$attributes'), inner);
    checkLeaf(this.expressions, at.target, leaf, attributes);
    return { ...leaf, ...common, variables, attributes };
  }

  #leaf(
    place: Place,
    from: CheckedExpression | { constant: string } | undefined,
    { at, as, otherwise }: { at: At; as?: YamlEntry | undefined; otherwise: readonly Rule[] },
  ): LeafRule {
    const values = exchangeValues(at.target?.name ?? '');
    const leaf = {
      ...plainRule(place),
      kind: 'leaf' as const,
      variables: [],
      attributes: [],
      otherwise,
      from: from ?? { constant: '' },
      as: conversionIn(this.expressions, as) ?? conversionOf(at.target),
      ...(values === undefined ? {} : { values }),
    };
    if (from !== undefined && 'static' in from && !at.several) oneValue(this.expressions, from);
    if (from !== undefined && 'static' in from) aValue(this.expressions, from);
    if (from !== undefined && 'static' in from && leaf.as === 'decimal') aNumber(this.expressions, from);
    return leaf;
  }

  #objectRule(yaml: YamlMap, entries: Keys, at: At): ObjectRule {
    const common = this.#common(entries, at);
    const within = entries.get('$in');
    const context = within === undefined ? undefined : this.expressions.value(within.value, at.scope);
    const moved = context === undefined ? at.scope : inside(at.scope, context.static);
    const { variables, scope } = this.#bindings(entries.get('$let'), moved);
    forbid(this.expressions, entries, ['$as'], part('needs-value'));
    const members = yaml.entries
      .filter(({ name }) => !name.startsWith('$'))
      .map((entry): [string, Rule] => [entry.name, this.#member(entry, { ...at, scope })]);
    const attributes = this.#attributes(entries.get('$attributes'), { ...at, scope });
    const copy = copied(this.expressions, entries.get('$copy'), scope);
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
      keepEmpty: flag(this.expressions, entries.get('$keepEmpty')),
      wanted,
    };
  }

  #member(entry: YamlEntry, at: At): Rule {
    const known = at.target === undefined ? undefined : childOf(at.target, entry.name);
    if (at.target !== undefined && known === undefined) unknownMember(this.expressions, entry, at.target);
    const several = known?.many === true && !entry.name.includes(':');
    const target = known?.shape ?? openShape(at.target, entry.name);
    const rule = this.rule(entry.value, { ...at, target, several });
    checkMember(this.expressions, entry, known, rule);
    return rule;
  }

  #each(yaml: YamlMap, entries: Keys, at: At): EachRule {
    const each = entries.get('$each');
    const nodes = each === undefined ? undefined : this.expressions.value(each.value, at.scope);
    const scope = nodes === undefined ? at.scope : inside(at.scope, nodes.static);
    const key = textOf(entries.get('$key'))?.split('/');
    const itemEntries = new Map([...entries].filter(([name]) => !listKeys.has(name)));
    const item = this.#single(yaml, itemEntries, { ...at, scope, keyed: at.keyed || key !== undefined });
    const mark = entries.get('$mark');
    const marking = mark && this.expressions.value(mark.value, scope);
    const compare = compareRule(this.expressions, entries.get('$compare'));
    const omit = omits(this.expressions, entries.get('$omit'), key);
    if (key !== undefined) keyMember(this.expressions, yaml, entries.get('$key') ?? yaml, item, key);
    return {
      ...plainRule(yaml),
      ...this.#common(entries, at),
      kind: 'each',
      each: nodes ?? {
        ...onlyPlace(yaml),
        text: '',
        xpath: { text: '', unbounded: false, evaluate: () => [] },
      },
      item,
      ...(key === undefined ? {} : { key }),
      ...(omit ? { omit: 'unchanged' as const } : {}),
      ...(marking === undefined ? {} : { mark: marking }),
      ...(compare === undefined ? {} : { compare }),
    };
  }

  #list(items: readonly Yaml[], place: Place, at: At): ListRule {
    const rules = items.map((item) => this.rule(item, { ...at, several: true }));
    const volatile = rules.some((rule) => rule.volatile);
    return { ...plainRule(place), kind: 'list', items: rules, volatile };
  }

  #common(entries: Keys, at: At) {
    const when = entries.get('$when');
    const otherwise = entries.get('$else')?.value;
    const volatile = flag(this.expressions, entries.get('$volatile'));
    const condition = when === undefined ? undefined : this.expressions.condition(when.value, at.scope);
    const alternatives =
      otherwise === undefined ? [] : otherwise.kind === 'list' ? otherwise.items : [otherwise];
    return {
      ...(condition === undefined ? {} : { when: condition }),
      otherwise: alternatives.map((one) => this.rule(one, at)),
      required: flag(this.expressions, entries.get('$required')),
      volatile,
    };
  }

  #attributes(entry: YamlEntry | undefined, at: At): [string, LeafRule][] {
    if (entry === undefined) return [];
    if (entry.value.kind !== 'map') {
      this.expressions.report(entry, 'mapping-rule/attributes');
      return [];
    }
    return entry.value.entries.flatMap(({ name, value }): [string, LeafRule][] => {
      const rule = this.rule(value, { ...at, target: undefined });
      if (rule.kind === 'leaf') return [[name, rule]];
      this.expressions.report(value, 'mapping-rule/attribute', { name });
      return [];
    });
  }

  #bindings(entry: YamlEntry | undefined, scope: StaticScope) {
    if (entry !== undefined && entry.value.kind !== 'map') this.expressions.report(entry, 'mapping-rule/let');
    return bindings(this.expressions, entry?.value.kind === 'map' ? entry.value.entries : [], scope);
  }
}

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
