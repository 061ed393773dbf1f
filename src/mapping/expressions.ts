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
import { prefixAdvice } from './namespaces.ts';
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

  report(place: Place, code: Problem['code'], message: string, advice: string, severity?: 'warning'): void {
    this.problems.push({
      code,
      message,
      advice,
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
      this.report(
        yaml,
        'mapping-rule',
        'An expression is expected here.',
        'Write an XPath expression in one text.',
      );
      return undefined;
    }
    const { text } = yaml;
    if (text.trim() === '') {
      this.report(
        yaml,
        'mapping-xpath',
        'There is no expression here.',
        'Write an XPath expression, or remove it.',
      );
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
          code: 'mapping-path',
          message: `The prefix ${prefix}: is not declared.`,
          advice: prefixAdvice(prefix, this.namespaces),
          ...placeIn(yaml, Math.max(0, yaml.text.search(new RegExp(`(?<![\\w.-])${prefix}:`)))),
        });
  }

  #located(yaml: YamlText, problem: ExpressionProblem, scope: StaticScope): Problem {
    const { message, offset, severity, unknown } = problem;
    const code = unknown ? 'mapping-path' : 'mapping-xpath';
    return { code, severity, message, advice: adviceFor(yaml, problem, scope), ...placeIn(yaml, offset) };
  }
}

function note(lists: Map<string, Set<string>>, name: string, one: string): void {
  lists.set(name, (lists.get(name) ?? new Set()).add(one));
}

/** Before a long list of names comes what a bare word was probably meant to be. */
function adviceFor({ text }: YamlText, { unknown, advice }: ExpressionProblem, scope: StaticScope): string {
  if (unknown?.axis !== 'child' || advice.startsWith('Did you mean')) return advice;
  const word = wordAdvice(unknown.name, text, scope.variables.keys());
  return word === undefined ? advice : `${word} ${advice}`;
}

function syntaxProblem(yaml: YamlText, { offset = 0 }: XPathError): Problem {
  const { at, ...words } = syntaxWords(yaml.text, offset);
  return { code: 'mapping-xpath', ...words, ...placeIn(yaml, at) };
}

/** Line and column of an offset in an expression; of its begin where it stands on several lines. */
function placeIn({ style, text, ...yaml }: YamlText, offset: number): Place {
  const place = onlyPlace(yaml);
  if (style === 'block' || text.includes('\n')) return place;
  return { ...place, column: place.column + offset + (style === 'quoted' ? 1 : 0) };
}
