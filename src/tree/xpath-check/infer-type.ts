import {
  buildMappingPhrase,
  type MappingPhrase,
  type MappingSentence,
  type MappingSentenceName,
  type MappingValues,
} from '../../findings/mapping-sentences.ts';
import { findNearest } from '../../findings/nearest-names.ts';
import type { PlacedShape } from '../nodes/shape.ts';
import { findChild, readName, renderName, type SyntaxNode } from '../xpath/xpath-syntax.ts';
import {
  type AllowedFunction,
  allowedFunctions,
  arithmetic,
  comparisons,
  refusedConstructs,
  refusedFunctions,
  type StaticKind,
} from './allowed-functions.ts';
import { checkConstants } from './check-constants.ts';
import type { ConstantResults } from './constant-results.ts';
import { handlers, singleOf, unknownType } from './construct-handlers.ts';
import { inferStep } from './infer-step.ts';
import {
  choosesFirst,
  findEqualityPitfall,
  findKeyPitfall,
  findOrderPitfall,
  findSortedPitfall,
  isAllOfType,
  listAlternatives,
  listLastAlternatives,
} from './xpath-pitfalls.ts';

/** The type of an expression's result, as far as it is known without a document. */
export interface StaticType {
  readonly kind: StaticKind;
  /** Where the nodes may stand; absent: not known, so names below are not checked. */
  readonly spots?: readonly PlacedShape[];
  /** More than one, as the source schema has it, and no predicate chooses. */
  readonly many: boolean;
  /** Of a variable: the texts and tables its values come from. */
  readonly constants?: ConstantResults;
  /** After `//`: the next name may stand at any depth below the spots. */
  readonly deep?: true;
}

export interface ExpressionProblem extends MappingSentence {
  readonly severity: 'error' | 'warning';
  /** 0-based in the expression. */
  readonly offset: number;
  /** It is about a step that the source does not know. */
  readonly unknown?: UnknownStep;
}

export interface UnknownStep {
  readonly axis: 'child' | 'attribute' | 'descendant';
  readonly name: string;
}

/** What an expression may refer to. */
export interface StaticScope {
  readonly variables: ReadonlyMap<string, StaticType>;
  readonly context: StaticType;
  /** What `/` finds. */
  readonly root: StaticType;
  readonly tables: ReadonlySet<string>;
}

export interface Inference extends StaticType {
  readonly problems: readonly ExpressionProblem[];
}

/**
 * Checks an expression before it runs: functions and constructs by list, names against the source's
 * shape, and every construct that would give a silently wrong answer on decimals and dates.
 */
export function inferType(syntax: SyntaxNode, scope: StaticScope): Inference {
  const checker = new Checker(scope.root, scope.tables);
  const result = checker.infer(syntax, scope);
  return { ...result, problems: checker.problems };
}

/** As `inferType`, for an expression whose result counts as true or false. */
export function inferCondition(syntax: SyntaxNode, scope: StaticScope): Inference {
  const checker = new Checker(scope.root, scope.tables);
  const result = checker.checkCondition(syntax, scope);
  return { ...result, problems: checker.problems };
}

export type Local = Pick<StaticScope, 'variables' | 'context'>;

/** The check of one expression. */
export class Checker {
  readonly problems: ExpressionProblem[] = [];
  readonly #root: StaticType;
  readonly #tables: ReadonlySet<string>;

  constructor(root: StaticType, tables: ReadonlySet<string>) {
    this.#root = root;
    this.#tables = tables;
  }

  infer(syntax: SyntaxNode, local: Local): StaticType {
    const calculation = arithmetic.get(syntax.name);
    if (calculation !== undefined) return this.#arithmetic(syntax, local, calculation);
    const comparison = comparisons.get(syntax.name);
    if (comparison !== undefined) return this.#comparison(syntax, local, comparison);
    const handler = handlers.get(syntax.name);
    if (handler !== undefined) return handler(this, syntax, local);
    this.refuse(syntax);
    return unknownType;
  }

  report(
    syntax: SyntaxNode,
    sentence: MappingSentenceName,
    values: MappingValues = {},
    severity: 'error' | 'warning' = 'error',
    unknown?: UnknownStep,
  ): void {
    const told = { severity, sentence, values, offset: syntax.offset };
    this.problems.push(unknown ? { ...told, unknown } : told);
  }

  refuse(syntax: SyntaxNode): void {
    const what = refusedConstructs.get(syntax.name) ?? `"${syntax.name}"`;
    this.report(syntax, 'mapping-xpath/construct', { what });
  }

  /** The last of several parts, each checked. */
  checkParts(syntax: SyntaxNode, local: Local): StaticType[] {
    return syntax.children.map((part) => this.infer(part, local));
  }

  checkCondition(syntax: SyntaxNode, local: Local): StaticType {
    const result = this.infer(syntax, local);
    if (result.kind === 'node' && isAllOfType(result, 'boolean'))
      this.report(syntax, 'mapping-xpath/always-true');
    return result;
  }

  checkPath(syntax: SyntaxNode, local: Local): StaticType {
    let context = local.context;
    for (const part of syntax.children) {
      if (part.name === 'rootExpr') context = this.#root;
      else if (part.name === 'stepExpr') context = this.#step(part, { ...local, context });
      else this.refuse(part);
    }
    return context;
  }

  checkCall(syntax: SyntaxNode, local: Local): StaticType {
    const called = findChild(syntax, 'functionName');
    const name = called === undefined ? '' : functionName(called);
    const args = findChild(syntax, 'arguments')?.children ?? [];
    const allowed = allowedFunctions.get(name);
    if (allowed === undefined || called === undefined) {
      this.#unknownFunction(syntax, name);
      this.checkParts({ ...syntax, children: args }, local);
      return unknownType;
    }
    const [least, most] = allowed.arity;
    if (args.length < least || args.length > most)
      this.report(syntax, 'mapping-xpath/arguments', {
        name,
        given: args.length,
        todo: takes(name, least, most),
      });
    const types = args.map((arg) =>
      allowed.condition ? this.checkCondition(arg, local) : this.infer(arg, local),
    );
    if (!allowed.sequence) this.#single(args, types, name);
    if (name === 'table') this.#table(args[0], types[1], args[1]);
    for (const { argument, sentence, values } of checkConstants(name, args))
      this.report(argument, sentence, values);
    return resultOf(allowed, types);
  }

  unifyTypes(results: readonly StaticType[]): StaticType {
    const given = results.filter(({ kind }) => kind !== 'any' || results.length === 1);
    const kinds = new Set(given.map(({ kind }) => kind));
    const [kind] = kinds;
    const many = results.some((result) => result.many);
    if (kind === undefined || kinds.size > 1) return { kind: 'any', many };
    if (kind !== 'node' || given.some(({ spots }) => spots === undefined)) return { kind, many };
    return { kind, many, spots: given.flatMap(({ spots }) => spots ?? []) };
  }

  #step(syntax: SyntaxNode, local: Local): StaticType {
    const [first] = syntax.children;
    if (first === undefined) return unknownType;
    const found =
      first.name === 'filterExpr'
        ? this.#filter(first, local)
        : inferStep(syntax, local.context, this.report.bind(this));
    if (first.name === 'filterExpr' && choosesFirst(syntax)) this.#sorted(first, local);
    for (const part of syntax.children)
      if (!stepParts.has(part.name) || (part.name === 'nameTest' && !part.attributes.has('prefix')))
        this.refuse(part);
    return this.#predicates(findChild(syntax, 'predicates'), found, local);
  }

  #sorted(chosen: SyntaxNode, local: Local): void {
    for (const path of listAlternatives(chosen)) {
      const names = listLastAlternatives(path);
      if (names.length === 0) continue;
      const before = { ...path, children: path.children.slice(0, -1) };
      const { spots } = new Checker(this.#root, this.#tables).checkPath(before, local);
      const trap = findSortedPitfall(names, spots);
      if (trap !== undefined) this.report(path, trap.sentence, trap.values, 'warning');
    }
  }

  /** Runs once for each node before it, so several of these give several results. */
  #filter(syntax: SyntaxNode, local: Local): StaticType {
    const { many } = local.context;
    const result = this.unifyTypes(
      this.checkParts(syntax, { ...local, context: { ...local.context, many: false } }),
    );
    return { ...result, many: many || result.many };
  }

  /** A predicate chooses among what one node before it gave. */
  #predicates(syntax: SyntaxNode | undefined, found: StaticType, local: Local): StaticType {
    if (syntax === undefined) return found;
    const context = { ...found, many: false };
    for (const predicate of syntax.children) {
      const result = this.infer(predicate, { ...local, context });
      if (result.kind === 'node') this.checkCondition(predicate, { ...local, context });
    }
    return { ...found, many: local.context.many };
  }

  #arithmetic(
    syntax: SyntaxNode,
    local: Local,
    { sign, instead }: { sign: string; instead: string },
  ): StaticType {
    const operands = syntax.children.map((operand) => this.unifyTypes(this.checkParts(operand, local)));
    if (sign === 'div' || operands.some(({ kind }) => kind !== 'integer'))
      this.report(syntax, 'mapping-xpath/floats', { sign, instead });
    return singleOf('integer');
  }

  #comparison(
    syntax: SyntaxNode,
    local: Local,
    { sign, orders }: { sign: string; orders: boolean },
  ): StaticType {
    const [left = unknownType, right = unknownType] = syntax.children.map((side) =>
      this.unifyTypes(this.checkParts(side, local)),
    );
    const trap = orders ? findOrderPitfall(left, right, sign) : findEqualityPitfall(left, right, sign);
    if (trap !== undefined) this.report(syntax, trap.sentence, trap.values);
    return singleOf('boolean');
  }

  #single(args: readonly SyntaxNode[], types: readonly StaticType[], name: string): void {
    for (const [i, type] of types.entries()) {
      const arg = args[i];
      if (type.many && arg !== undefined) this.report(arg, 'mapping-xpath/several', { name }, 'warning');
    }
  }

  #table(name: SyntaxNode | undefined, key: StaticType | undefined, written: SyntaxNode | undefined): void {
    const trap = key && findKeyPitfall(key);
    if (trap !== undefined && written !== undefined) this.report(written, trap.sentence, trap.values);
    if (name === undefined) return;
    const called = findChild(name, 'value')?.text ?? '';
    if (name.name !== 'stringConstantExpr') this.report(name, 'mapping-xpath/table-name');
    else if (!this.#tables.has(called)) {
      const tables = [...this.#tables].join(', ') || buildMappingPhrase('no-tables');
      this.report(name, 'mapping-xpath/no-table', { name: called, tables });
    }
  }

  #unknownFunction(syntax: SyntaxNode, name: string): void {
    const instead = refusedFunctions.get(name);
    if (instead !== undefined) this.report(syntax, 'mapping-xpath/wrong-answers', { name, todo: instead });
    else this.report(syntax, 'mapping-xpath/function', { name, todo: suggestFunction(name) });
  }
}

function suggestFunction(name: string): MappingPhrase {
  const names = [...allowedFunctions.keys()];
  const near = findNearest(name, names) ?? names.find((known) => known.startsWith(name));
  return near
    ? buildMappingPhrase('did-you-mean-bare', { near: `${near}()` })
    : buildMappingPhrase('functions', { names: names.join(', ') });
}

const stepParts = new Set([
  'filterExpr',
  'xpathAxis',
  'nameTest',
  'Wildcard',
  'anyKindTest',
  'textTest',
  'elementTest',
  'attributeTest',
  'predicates',
]);

function functionName(syntax: SyntaxNode): string {
  const prefix = syntax.attributes.get('prefix');
  if (prefix === undefined) return `Q{${syntax.attributes.get('URI') ?? ''}}${syntax.text}`;
  return renderName({ ...readName(syntax), prefix: prefix === 'fn' ? '' : prefix });
}

function takes(name: string, least: number, most: number): MappingPhrase {
  if (least === most) return buildMappingPhrase('takes', { name, least });
  return most >= 99
    ? buildMappingPhrase('takes-more', { name, least })
    : buildMappingPhrase('takes-between', { name, least, most });
}

function resultOf(allowed: AllowedFunction, args: readonly StaticType[]): StaticType {
  if (allowed.kind !== 'same') return singleOf(allowed.kind);
  const [first = unknownType] = args;
  return { ...first, many: first.many && !allowed.one };
}
