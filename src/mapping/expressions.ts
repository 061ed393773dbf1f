import type { Part, Sentence, Values } from '../findings/mappings.ts';
import { comparedIn, givenBy } from '../tree/given.ts';
import {
  type ExpressionProblem,
  infer,
  inferCondition,
  type Static,
  type StaticScope,
} from '../tree/infer.ts';
import { prefixesIn, type Syntax } from '../tree/syntax.ts';
import { compileXPath, type Namespaces, parseXPath, XPathError } from '../tree/xpath.ts';
import { prefixValues } from './namespaces.ts';
import { onlyPlace, type Place, type Problem } from './problem.ts';
import type { Expression } from './rules.ts';
import type { TableUses } from './table-values.ts';
import { syntaxWords, wordAdvice } from './xpath-words.ts';
import type { Yaml, YamlText } from './yaml.ts';

export interface CheckedExpression extends Expression {
  readonly static: Static;
}

/** Makes expressions of a mapping file ready to run, each checked once; collects what is wrong. */
export class Expressions implements TableUses {
  readonly problems: Problem[] = [];
  /** Elements of the source are called what they are called in the target, so that they can be copied. */
  readonly likeTarget: boolean;
  /** One of the expressions may run very long on a small document. */
  unbounded = false;
  readonly compared = new Map<string, Set<string>>();
  readonly written = new Map<string, Set<string>>();
  /** By prefix. */
  readonly namespaces: Namespaces;

  constructor(namespaces: Namespaces, likeTarget = false) {
    this.namespaces = namespaces;
    this.likeTarget = likeTarget;
  }

  report(place: Place, sentence: Sentence, values: Values = {}, severity?: 'warning'): void {
    this.problems.push({
      sentence,
      values,
      ...onlyPlace(place),
      ...(severity === undefined ? {} : { severity }),
    });
  }

  value(yaml: Yaml, scope: StaticScope): CheckedExpression | undefined {
    return this.#compile(yaml, scope, infer);
  }

  condition(yaml: Yaml, scope: StaticScope): CheckedExpression | undefined {
    return this.#compile(yaml, scope, inferCondition);
  }

  #compile(yaml: Yaml, scope: StaticScope, check: typeof infer): CheckedExpression | undefined {
    if (yaml.kind !== 'text') {
      this.report(yaml, 'mapping-rule/expression');
      return undefined;
    }
    const { text } = yaml;
    if (text.trim() === '') {
      this.report(yaml, 'mapping-xpath/empty');
      return undefined;
    }
    try {
      const syntax = parseXPath(text);
      const { problems, ...result } = check(syntax, scope);
      for (const problem of problems) this.problems.push(this.#located(yaml, problem, scope));
      if (problems.length === 0) this.#checkPrefixes(yaml, syntax);
      for (const [table, other] of comparedIn(syntax, scope.variables)) note(this.compared, table, other);
      const known = { ...result, given: givenBy(syntax, scope.variables) };
      const xpath = compileXPath(text, this.namespaces, syntax);
      this.unbounded ||= xpath.unbounded;
      return { ...onlyPlace(yaml), text, xpath, static: known };
    } catch (error) {
      if (!(error instanceof XPathError)) throw error;
      this.problems.push(syntaxProblem(yaml, error));
      return undefined;
    }
  }

  /** A member of the target takes values of these tables as they are. */
  writes(member: string, tables: readonly string[]): void {
    for (const table of tables) note(this.written, table, member);
  }

  /** Where the source is open, the check of names has nothing to say of a prefix that nobody declared. */
  #checkPrefixes(yaml: YamlText, syntax: Syntax): void {
    for (const prefix of new Set(prefixesIn(syntax)))
      if (!this.namespaces.has(prefix))
        this.problems.push({
          sentence: 'mapping-path/prefix',
          values: prefixValues(prefix, this.namespaces),
          ...placeIn(yaml, Math.max(0, yaml.text.search(new RegExp(`(?<![\\w.-])${prefix}:`)))),
        });
  }

  #located(yaml: YamlText, problem: ExpressionProblem, scope: StaticScope): Problem {
    const { sentence, values, offset, severity } = problem;
    return { severity, sentence, values, hints: hintsFor(yaml, problem, scope), ...placeIn(yaml, offset) };
  }
}

function note(lists: Map<string, Set<string>>, name: string, one: string): void {
  lists.set(name, (lists.get(name) ?? new Set()).add(one));
}

/** Before a long list of names comes what a bare word was probably meant to be. */
function hintsFor(
  { text }: YamlText,
  { unknown, values: { todo } }: ExpressionProblem,
  scope: StaticScope,
): readonly Part[] {
  const isKnown = typeof todo === 'object' && 'part' in todo && todo.part === 'did-you-mean';
  if (unknown?.axis !== 'child' || isKnown) return [];
  const word = wordAdvice(unknown.name, text, scope.variables.keys());
  return word === undefined ? [] : [word];
}

function syntaxProblem(yaml: YamlText, { offset = 0 }: XPathError): Problem {
  const { at, ...words } = syntaxWords(yaml.text, offset);
  return { ...words, ...placeIn(yaml, at) };
}

/** Line and column of an offset in an expression; of its begin where it stands on several lines. */
function placeIn({ style, text, ...yaml }: YamlText, offset: number): Place {
  const place = onlyPlace(yaml);
  if (style === 'block' || text.includes('\n')) return place;
  return { ...place, column: place.column + offset + (style === 'quoted' ? 1 : 0) };
}
