import type { StaticScope } from '../tree/infer.ts';
import { suggested } from '../tree/nearest.ts';
import type { CheckedExpression, Expressions } from './expressions.ts';
import { onlyPlace } from './problem.ts';
import type { Clause, ClauseText } from './rules.ts';
import { entryOf, textIn, type Yaml, type YamlMap } from './yaml.ts';

export const clauseKeys = ['each', 'when', 'code', 'say', 'advice', 'nl'] as const;
/** Of each section beside those. */
const moreKeys = { stop: ['as'], warn: [], tasks: ['line'] } as const;
export const outcomes = ['ignored', 'parked', 'rejected'] as const;

export type ClauseSection = keyof typeof moreKeys;

/** Turns the entries of `stop:`, `warn:` or `tasks:` into clauses and reports what is wrong with them. */
export class ClauseCompiler {
  readonly #expressions: Expressions;
  readonly #section: ClauseSection;

  constructor(expressions: Expressions, section: ClauseSection) {
    this.#expressions = expressions;
    this.#section = section;
  }

  clauses(items: readonly Yaml[], scope: StaticScope): Clause[] {
    return items.flatMap((item) => {
      if (item.kind === 'map') return this.#clause(item, scope) ?? [];
      this.#expressions.report(item, 'mapping-rule/clause', { section: this.#section });
      return [];
    });
  }

  #clause(item: YamlMap, outer: StaticScope): Clause | undefined {
    this.#checkNames(item);
    const each = entryOf(item, 'each');
    const nodes = each === undefined ? undefined : this.#expressions.value(each.value, outer);
    const scope = nodes === undefined ? outer : { ...outer, context: { ...nodes.static, many: false } };
    const when = this.#condition(item, scope);
    const as = this.#outcome(item);
    const line = entryOf(item, 'line');
    const orderLine = line && this.#expressions.value(line.value, scope);
    for (const key of ['code', 'say'])
      if (textIn(item, key) === '') this.#expressions.report(item, 'mapping-rule/clause-lacks', { key });
    if (when === undefined) return undefined;
    return {
      ...onlyPlace(item),
      when,
      ...(nodes === undefined ? {} : { each: nodes }),
      ...(as === undefined ? {} : { as }),
      ...(orderLine === undefined ? {} : { orderLine }),
      code: textIn(item, 'code'),
      ...this.#clauseText(item, scope),
      ...this.#dutch(item, scope),
    };
  }

  #checkNames(item: YamlMap): void {
    const allowed: readonly string[] = [...clauseKeys, ...moreKeys[this.#section]];
    for (const entry of item.entries)
      if (!allowed.includes(entry.name)) {
        const todo = suggested(entry.name, allowed, 'members');
        const values = { section: this.#section, name: entry.name, todo };
        this.#expressions.report(entry, 'mapping-rule/clause-key', values);
      }
  }

  #condition(item: YamlMap, scope: StaticScope): CheckedExpression | undefined {
    const when = entryOf(item, 'when');
    if (when !== undefined) return this.#expressions.condition(when.value, scope);
    this.#expressions.report(item, 'mapping-rule/clause-when');
    return undefined;
  }

  #outcome(item: YamlMap): Clause['as'] {
    const as = outcomes.find((known) => known === textIn(item, 'as'));
    if (this.#section === 'stop' && as === undefined)
      this.#expressions.report(entryOf(item, 'as') ?? item, 'mapping-rule/clause-as');
    return as;
  }

  #clauseText(item: YamlMap, scope: StaticScope): ClauseText {
    return { say: this.#template(entryOf(item, 'say')?.value, scope), advice: textIn(item, 'advice') };
  }

  #dutch(item: YamlMap, scope: StaticScope): Pick<Clause, 'nl'> {
    const entry = entryOf(item, 'nl');
    if (entry === undefined) return {};
    const { value } = entry;
    if (value.kind === 'map' && textIn(value, 'say') !== '') return { nl: this.#clauseText(value, scope) };
    this.#expressions.report(entry, 'mapping-rule/clause-nl');
    return {};
  }

  /** `The order has {count(x)} lines`: texts and expressions in turn. */
  #template(yaml: Yaml | undefined, scope: StaticScope): (string | CheckedExpression)[] {
    if (yaml?.kind !== 'text') return [];
    if (/[{}]/.test(yaml.text.replace(/\{[^{}]*\}/g, '')))
      this.#expressions.report(yaml, 'mapping-rule/clause-brace');
    return yaml.text.split(/(\{[^{}]*\})/).flatMap((part) => {
      if (!/^\{.*\}$/s.test(part)) return part;
      const inner: Yaml = { kind: 'text', style: 'block', text: part.slice(1, -1), ...onlyPlace(yaml) };
      return this.#expressions.value(inner, scope) ?? '';
    });
  }
}
