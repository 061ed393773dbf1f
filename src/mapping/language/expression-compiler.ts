import type { MappingPhrase, MappingSentenceName, MappingValues } from '../../findings/mapping-sentences.ts';
import { compileXPath, type Namespaces, parseXPath, XPathError } from '../../tree/compile-xpath.ts';
import { listPrefixes, type SyntaxNode } from '../../tree/xpath/xpath-syntax.ts';
import { findComparedTexts, findConstantResults } from '../../tree/xpath-check/constant-results.ts';
import { unknownType } from '../../tree/xpath-check/construct-handlers.ts';
import {
  type ExpressionProblem,
  inferCondition,
  inferType,
  type StaticScope,
  type StaticType,
} from '../../tree/xpath-check/infer-type.ts';
import { type MappingPosition, type MappingProblem, pickPosition } from '../files/mapping-problem.ts';
import type { YamlNode, YamlText } from '../files/mapping-yaml.ts';
import type { TableUses } from './check-table-values.ts';
import type { CheckedBefore, ExpressionMemo } from './compile-memo.ts';
import { unknownPrefixValues } from './own-namespaces.ts';
import type { Expression } from './rule-types.ts';
import { adviseOnWord, explainSyntaxError } from './xpath-mistakes.ts';

export interface CheckedExpression extends Expression {
  readonly static: StaticType;
}

/** Makes expressions of a mapping file ready to run, each checked once; collects what is wrong. */
export class ExpressionCompiler implements TableUses {
  readonly problems: MappingProblem[] = [];
  /** Elements of the source are called what they are called in the target, so that they can be copied. */
  readonly likeTarget: boolean;
  /** One of the expressions may run very long on a small document. */
  unbounded = false;
  readonly compared = new Map<string, Set<string>>();
  readonly written = new Map<string, Set<string>>();
  /** By prefix. */
  readonly namespaces: Namespaces;
  readonly #isChecked: boolean;
  readonly #memo: ExpressionMemo | undefined;

  /** `isChecked`: nothing is wrong with these expressions (checked-mappings.ts). */
  constructor(namespaces: Namespaces, likeTarget = false, isChecked = false, memo?: ExpressionMemo) {
    this.namespaces = namespaces;
    this.likeTarget = likeTarget;
    this.#isChecked = isChecked;
    this.#memo = memo;
  }

  report(
    place: MappingPosition,
    sentence: MappingSentenceName,
    values: MappingValues = {},
    severity?: 'warning',
  ): void {
    this.problems.push({
      sentence,
      values,
      ...pickPosition(place),
      ...(severity === undefined ? {} : { severity }),
    });
  }

  compileValue(yaml: YamlNode, scope: StaticScope): CheckedExpression | undefined {
    return this.#compile(yaml, scope, inferType);
  }

  compileCondition(yaml: YamlNode, scope: StaticScope): CheckedExpression | undefined {
    return this.#compile(yaml, scope, inferCondition);
  }

  #compile(yaml: YamlNode, scope: StaticScope, check: typeof inferType): CheckedExpression | undefined {
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
      const known = this.#isChecked ? unknownType : this.#check(yaml, syntax, scope, check);
      const xpath = this.#memo?.compile(text, syntax) ?? compileXPath(text, this.namespaces, syntax);
      this.unbounded ||= xpath.unbounded;
      return { ...pickPosition(yaml), text, xpath, static: known };
    } catch (error) {
      if (!(error instanceof XPathError)) throw error;
      this.problems.push(locateSyntaxError(yaml, error));
      return undefined;
    }
  }

  #check(yaml: YamlText, syntax: SyntaxNode, scope: StaticScope, check: typeof inferType): StaticType {
    const key = this.#memo?.keyOf(check === inferCondition, yaml.text, syntax, scope) ?? '';
    const before = this.problems.length;
    const checked = this.#memo?.find(key) ?? this.#checkAnew(yaml, syntax, scope, check);
    if (this.problems.length === before) this.#memo?.keep(key, checked);
    for (const [table, other] of checked.compared) addToSet(this.compared, table, other);
    return checked.static;
  }

  #checkAnew(yaml: YamlText, syntax: SyntaxNode, scope: StaticScope, check: typeof inferType): CheckedBefore {
    const { problems, ...result } = check(syntax, scope);
    for (const problem of problems) this.problems.push(this.#located(yaml, problem, scope));
    if (problems.length === 0) this.#checkPrefixes(yaml, syntax);
    return {
      static: { ...result, constants: findConstantResults(syntax, scope.variables) },
      compared: findComparedTexts(syntax, scope.variables),
    };
  }

  /** A member of the target takes values of these tables as they are. */
  noteWritten(member: string, tables: readonly string[]): void {
    for (const table of tables) addToSet(this.written, table, member);
  }

  /** Where the source is open, the check of names has nothing to say of a prefix that nobody declared. */
  #checkPrefixes(yaml: YamlText, syntax: SyntaxNode): void {
    for (const prefix of new Set(listPrefixes(syntax)))
      if (!this.namespaces.has(prefix))
        this.problems.push({
          sentence: 'mapping-path/prefix',
          values: unknownPrefixValues(prefix, this.namespaces),
          ...positionIn(yaml, Math.max(0, yaml.text.search(new RegExp(`(?<![\\w.-])${prefix}:`)))),
        });
  }

  #located(yaml: YamlText, problem: ExpressionProblem, scope: StaticScope): MappingProblem {
    const { sentence, values, offset, severity } = problem;
    return {
      severity,
      sentence,
      values,
      hints: findHints(yaml, problem, scope),
      ...positionIn(yaml, offset),
    };
  }
}

function addToSet(lists: Map<string, Set<string>>, name: string, one: string): void {
  lists.set(name, (lists.get(name) ?? new Set()).add(one));
}

/** Before a long list of names comes what a bare word was probably meant to be. */
function findHints(
  { text }: YamlText,
  { unknown, values: { todo } }: ExpressionProblem,
  scope: StaticScope,
): readonly MappingPhrase[] {
  const isKnown = typeof todo === 'object' && 'part' in todo && todo.part === 'did-you-mean';
  if (unknown?.axis !== 'child' || isKnown) return [];
  const word = adviseOnWord(unknown.name, text, scope.variables.keys());
  return word === undefined ? [] : [word];
}

function locateSyntaxError(yaml: YamlText, { offset = 0 }: XPathError): MappingProblem {
  const { at, ...words } = explainSyntaxError(yaml.text, offset);
  return { ...words, ...positionIn(yaml, at) };
}

/** Line and column of an offset in an expression; of its begin where it stands on several lines. */
function positionIn({ style, text, ...yaml }: YamlText, offset: number): MappingPosition {
  const place = pickPosition(yaml);
  if (style === 'block' || text.includes('\n')) return place;
  return { ...place, column: place.column + offset + (style === 'quoted' ? 1 : 0) };
}
