import { suggestNames } from '../../findings/nearest-names.ts';
import type { StaticScope } from '../../tree/xpath-check/infer-type.ts';
import { pickPosition } from '../files/mapping-problem.ts';
import { findEntry, textOfEntry, type YamlMap, type YamlNode } from '../files/mapping-yaml.ts';
import type { CheckedExpression, ExpressionCompiler } from './expression-compiler.ts';
import type { Clause, ClauseText } from './rule-types.ts';

export const clauseKeys = ['each', 'when', 'code', 'say', 'advice', 'nl'] as const;
/** Of each section beside those. */
const keysBySection = { stop: ['as'], warn: [], tasks: ['line'] } as const;
export const stopOutcomes = ['ignored', 'parked', 'rejected'] as const;

export type ClauseSection = keyof typeof keysBySection;

/** Turns the entries of `stop:`, `warn:` or `tasks:` into clauses and reports what is wrong with them. */
export class ClauseCompiler {
  readonly #expressions: ExpressionCompiler;
  readonly #section: ClauseSection;

  constructor(expressions: ExpressionCompiler, section: ClauseSection) {
    this.#expressions = expressions;
    this.#section = section;
  }

  compile(items: readonly YamlNode[], scope: StaticScope): Clause[] {
    return items.flatMap((item) => {
      if (item.kind === 'map') return this.#clause(item, scope) ?? [];
      this.#expressions.report(item, 'mapping-rule/clause', { section: this.#section });
      return [];
    });
  }

  #clause(item: YamlMap, outer: StaticScope): Clause | undefined {
    this.#checkNames(item);
    const each = findEntry(item, 'each');
    const nodes = each === undefined ? undefined : this.#expressions.compileValue(each.value, outer);
    const scope = nodes === undefined ? outer : { ...outer, context: { ...nodes.static, many: false } };
    const when = this.#condition(item, scope);
    const as = this.#outcome(item);
    const line = findEntry(item, 'line');
    const orderLine = line && this.#expressions.compileValue(line.value, scope);
    for (const key of ['code', 'say'])
      if (textOfEntry(item, key) === '') this.#expressions.report(item, 'mapping-rule/clause-lacks', { key });
    if (when === undefined) return undefined;
    return {
      ...pickPosition(item),
      when,
      ...(nodes === undefined ? {} : { each: nodes }),
      ...(as === undefined ? {} : { as }),
      ...(orderLine === undefined ? {} : { orderLine }),
      code: textOfEntry(item, 'code'),
      ...this.#clauseText(item, scope),
      ...this.#dutch(item, scope),
    };
  }

  #checkNames(item: YamlMap): void {
    const allowed: readonly string[] = [...clauseKeys, ...keysBySection[this.#section]];
    for (const entry of item.entries)
      if (!allowed.includes(entry.name)) {
        const todo = suggestNames(entry.name, allowed, 'members');
        const values = { section: this.#section, name: entry.name, todo };
        this.#expressions.report(entry, 'mapping-rule/clause-key', values);
      }
  }

  #condition(item: YamlMap, scope: StaticScope): CheckedExpression | undefined {
    const when = findEntry(item, 'when');
    if (when !== undefined) return this.#expressions.compileCondition(when.value, scope);
    this.#expressions.report(item, 'mapping-rule/clause-when');
    return undefined;
  }

  #outcome(item: YamlMap): Clause['as'] {
    const as = stopOutcomes.find((known) => known === textOfEntry(item, 'as'));
    if (this.#section === 'stop' && as === undefined)
      this.#expressions.report(findEntry(item, 'as') ?? item, 'mapping-rule/clause-as');
    return as;
  }

  #clauseText(item: YamlMap, scope: StaticScope): ClauseText {
    return { say: this.#template(findEntry(item, 'say')?.value, scope), advice: textOfEntry(item, 'advice') };
  }

  #dutch(item: YamlMap, scope: StaticScope): Pick<Clause, 'nl'> {
    const entry = findEntry(item, 'nl');
    if (entry === undefined) return {};
    const { value } = entry;
    if (value.kind === 'map' && textOfEntry(value, 'say') !== '')
      return { nl: this.#clauseText(value, scope) };
    this.#expressions.report(entry, 'mapping-rule/clause-nl');
    return {};
  }

  /** `The order has {count(x)} lines`: texts and expressions in turn. */
  #template(yaml: YamlNode | undefined, scope: StaticScope): (string | CheckedExpression)[] {
    if (yaml?.kind !== 'text') return [];
    if (/[{}]/.test(yaml.text.replace(/\{[^{}]*\}/g, '')))
      this.#expressions.report(yaml, 'mapping-rule/clause-brace');
    return yaml.text.split(/(\{[^{}]*\})/).flatMap((part) => {
      if (!/^\{.*\}$/s.test(part)) return part;
      const inner: YamlNode = {
        kind: 'text',
        style: 'block',
        text: part.slice(1, -1),
        ...pickPosition(yaml),
      };
      return this.#expressions.compileValue(inner, scope) ?? '';
    });
  }
}
