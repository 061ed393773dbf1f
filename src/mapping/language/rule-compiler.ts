import { buildMappingPhrase } from '../../findings/mapping-sentences.ts';
import { findChildShape, findOpenShape, type Shape } from '../../tree/nodes/shape.ts';
import type { StaticScope, StaticType } from '../../tree/xpath-check/infer-type.ts';
import { type MappingPosition, pickPosition } from '../files/mapping-problem.ts';
import type { YamlEntry, YamlMap, YamlNode } from '../files/mapping-yaml.ts';
import { exchangeValues } from '../models/enumerations.ts';
import { checkLeaf, checkMember, checkObject, defaultConversionOf } from './check-target.ts';
import { compileBindings } from './compile-bindings.ts';
import {
  checkHasText,
  checkKeyMember,
  checkNumberSource,
  checkSingleValue,
  checkValueRule,
  compileCopy,
  readOmit,
  reportUnknownMember,
} from './compile-checks.ts';
import { compileCompareRule } from './compile-compare.ts';
import type { CheckedExpression, ExpressionCompiler } from './expression-compiler.ts';
import {
  eachRuleKeys,
  listRuleKeys,
  objectRuleKeys,
  type RuleKeyEntries,
  readConversion,
  readFlag,
  readRuleKeys,
  reportMisplacedKeys,
  textOfKey,
} from './rule-keys.ts';
import type { EachRule, LeafRule, ListRule, ObjectRule, Rule } from './rule-types.ts';

/** Where a rule stands: what its expressions see, and what the target has at that place. */
export interface RuleSite {
  readonly scope: StaticScope;
  /** Absent: not known, nothing is checked. */
  readonly target: Shape | undefined;
  /** Inside an item of a keyed list: volatile rules may read `$change`. */
  readonly keyed: boolean;
  /** A list's rule: several values are several items. */
  readonly several?: boolean;
}

/** Turns the YAML under `target:` into rules and reports whatever would go wrong when they run. */
export class RuleCompiler {
  readonly expressions: ExpressionCompiler;

  constructor(expressions: ExpressionCompiler) {
    this.expressions = expressions;
  }

  compileRule(yaml: YamlNode, at: RuleSite): Rule {
    if (yaml.kind === 'list') return this.#list(yaml.items, yaml, at);
    if (yaml.kind === 'text') return this.#plain(yaml, at);
    const entries = readRuleKeys(this.expressions, yaml);
    const volatile = at.keyed && textOfKey(entries.get('$volatile')) === 'true';
    const inner = volatile ? { ...at, scope: withChange(at.scope) } : at;
    if (entries.has('$each')) return this.#each(yaml, entries, inner);
    reportMisplacedKeys(this.expressions, entries, eachRuleKeys, '$each');
    return this.#single(yaml, entries, inner);
  }

  compileObject(yaml: YamlNode, at: RuleSite): ObjectRule {
    const empty: YamlMap = { kind: 'map', entries: [], line: yaml.line, column: yaml.column };
    if (yaml.kind !== 'map') this.expressions.report(yaml, 'mapping-rule/object');
    const map = yaml.kind === 'map' ? yaml : empty;
    return this.#objectRule(map, readRuleKeys(this.expressions, map), at);
  }

  #single(yaml: YamlMap, entries: RuleKeyEntries, at: RuleSite): LeafRule | ObjectRule {
    const valued = entries.has('$from') || entries.has('$text');
    const members = yaml.entries.some(({ name }) => !name.startsWith('$'));
    const leaf = at.target?.type !== undefined && !members && !objectRuleKeys.some((key) => entries.has(key));
    if (!valued && !leaf && (members || !entries.has('$else'))) return this.#objectRule(yaml, entries, at);
    checkValueRule(this.expressions, yaml, entries, members);
    return this.#leafRule(yaml, entries, at);
  }

  #plain(yaml: YamlNode, at: RuleSite): LeafRule {
    const from = this.expressions.compileValue(yaml, at.scope);
    const leaf = this.#leaf(yaml, from, { at, otherwise: [] });
    checkLeaf(this.expressions, at.target, leaf, []);
    return leaf;
  }

  #leafRule(yaml: YamlMap, entries: RuleKeyEntries, at: RuleSite): LeafRule {
    const { variables, scope } = this.#bindings(entries.get('$let'), at.scope);
    const inner = { ...at, scope };
    const common = this.#common(entries, inner);
    const from = entries.get('$from');
    const constant = entries.get('$text')?.value;
    const value = from === undefined ? undefined : this.expressions.compileValue(from.value, scope);
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
    place: MappingPosition,
    from: CheckedExpression | { constant: string } | undefined,
    { at, as, otherwise }: { at: RuleSite; as?: YamlEntry | undefined; otherwise: readonly Rule[] },
  ): LeafRule {
    const values = exchangeValues(at.target?.name ?? '');
    const leaf = {
      ...emptyRule(place),
      kind: 'leaf' as const,
      variables: [],
      attributes: [],
      otherwise,
      from: from ?? { constant: '' },
      as: readConversion(this.expressions, as) ?? defaultConversionOf(at.target),
      ...(values === undefined ? {} : { values }),
    };
    if (from !== undefined && 'static' in from && !at.several) checkSingleValue(this.expressions, from);
    if (from !== undefined && 'static' in from) checkHasText(this.expressions, from);
    if (from !== undefined && 'static' in from && leaf.as === 'decimal')
      checkNumberSource(this.expressions, from);
    return leaf;
  }

  #objectRule(yaml: YamlMap, entries: RuleKeyEntries, at: RuleSite): ObjectRule {
    const common = this.#common(entries, at);
    const within = entries.get('$in');
    const context = within === undefined ? undefined : this.expressions.compileValue(within.value, at.scope);
    const moved = context === undefined ? at.scope : enterScope(at.scope, context.static);
    const { variables, scope } = this.#bindings(entries.get('$let'), moved);
    reportMisplacedKeys(this.expressions, entries, ['$as'], buildMappingPhrase('needs-value'));
    const members = yaml.entries
      .filter(({ name }) => !name.startsWith('$'))
      .map((entry): [string, Rule] => [entry.name, this.#member(entry, { ...at, scope })]);
    const attributes = this.#attributes(entries.get('$attributes'), { ...at, scope });
    const copy = compileCopy(this.expressions, entries.get('$copy'), scope);
    const wanted = checkObject(this.expressions, at.target, yaml, {
      members,
      attributes,
      copied: copy !== undefined,
    });
    return {
      ...emptyRule(yaml),
      ...common,
      kind: 'object',
      ...(context === undefined ? {} : { within: context }),
      ...(copy === undefined ? {} : { copy }),
      variables,
      members,
      attributes,
      keepEmpty: readFlag(this.expressions, entries.get('$keepEmpty')),
      wanted,
    };
  }

  #member(entry: YamlEntry, at: RuleSite): Rule {
    const known = at.target === undefined ? undefined : findChildShape(at.target, entry.name);
    if (at.target !== undefined && known === undefined)
      reportUnknownMember(this.expressions, entry, at.target);
    const several = known?.many === true && !entry.name.includes(':');
    const target = known?.shape ?? findOpenShape(at.target, entry.name);
    const rule = this.compileRule(entry.value, { ...at, target, several });
    checkMember(this.expressions, entry, known, rule);
    return rule;
  }

  #each(yaml: YamlMap, entries: RuleKeyEntries, at: RuleSite): EachRule {
    const each = entries.get('$each');
    const nodes = each === undefined ? undefined : this.expressions.compileValue(each.value, at.scope);
    const scope = nodes === undefined ? at.scope : enterScope(at.scope, nodes.static);
    const key = textOfKey(entries.get('$key'))?.split('/');
    const itemEntries = new Map([...entries].filter(([name]) => !listRuleKeys.has(name)));
    const item = this.#single(yaml, itemEntries, { ...at, scope, keyed: at.keyed || key !== undefined });
    const mark = entries.get('$mark');
    const marking = mark && this.expressions.compileValue(mark.value, scope);
    const compare = compileCompareRule(this.expressions, entries.get('$compare'));
    const omit = readOmit(this.expressions, entries.get('$omit'), key);
    if (key !== undefined) checkKeyMember(this.expressions, yaml, entries.get('$key') ?? yaml, item, key);
    return {
      ...emptyRule(yaml),
      ...this.#common(entries, at),
      kind: 'each',
      each: nodes ?? {
        ...pickPosition(yaml),
        text: '',
        xpath: { unbounded: false, evaluate: () => [] },
      },
      item,
      ...(key === undefined ? {} : { key }),
      ...(omit ? { omit: 'unchanged' as const } : {}),
      ...(marking === undefined ? {} : { mark: marking }),
      ...(compare === undefined ? {} : { compare }),
    };
  }

  #list(items: readonly YamlNode[], place: MappingPosition, at: RuleSite): ListRule {
    const rules = items.map((item) => this.compileRule(item, { ...at, several: true }));
    const volatile = rules.some((rule) => rule.volatile);
    return { ...emptyRule(place), kind: 'list', items: rules, volatile };
  }

  #common(entries: RuleKeyEntries, at: RuleSite) {
    const when = entries.get('$when');
    const otherwise = entries.get('$else')?.value;
    const volatile = readFlag(this.expressions, entries.get('$volatile'));
    const condition =
      when === undefined ? undefined : this.expressions.compileCondition(when.value, at.scope);
    const alternatives =
      otherwise === undefined ? [] : otherwise.kind === 'list' ? otherwise.items : [otherwise];
    return {
      ...(condition === undefined ? {} : { when: condition }),
      otherwise: alternatives.map((one) => this.compileRule(one, at)),
      required: readFlag(this.expressions, entries.get('$required')),
      volatile,
    };
  }

  #attributes(entry: YamlEntry | undefined, at: RuleSite): [string, LeafRule][] {
    if (entry === undefined) return [];
    if (entry.value.kind !== 'map') {
      this.expressions.report(entry, 'mapping-rule/attributes');
      return [];
    }
    return entry.value.entries.flatMap(({ name, value }): [string, LeafRule][] => {
      const rule = this.compileRule(value, { ...at, target: undefined });
      if (rule.kind === 'leaf') return [[name, rule]];
      this.expressions.report(value, 'mapping-rule/attribute', { name });
      return [];
    });
  }

  #bindings(entry: YamlEntry | undefined, scope: StaticScope) {
    if (entry !== undefined && entry.value.kind !== 'map') this.expressions.report(entry, 'mapping-rule/let');
    return compileBindings(this.expressions, entry?.value.kind === 'map' ? entry.value.entries : [], scope);
  }
}

function enterScope(scope: StaticScope, found: StaticType): StaticScope {
  return { ...scope, context: { ...found, many: false } };
}

function withChange(scope: StaticScope): StaticScope {
  const change: StaticType = { kind: 'string', many: false };
  return { ...scope, variables: new Map([...scope.variables, ['change', change]]) };
}

function emptyRule(place: MappingPosition) {
  return { ...pickPosition(place), otherwise: [], required: false, volatile: false };
}
