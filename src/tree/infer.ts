import {
  type AllowedFunction,
  allowedFunctions,
  arithmetic,
  comparisons,
  type Kind,
  refusedConstructs,
  refusedFunctions,
} from './allowed.ts';
import { constantProblems } from './constants.ts';
import { handlers, one, unknown } from './constructs.ts';
import type { Given } from './given.ts';
import { nearest } from './nearest.ts';
import type { Spot } from './shape.ts';
import { step } from './static-step.ts';
import { child, type Syntax, written, writtenName } from './syntax.ts';
import { allOfType, equalityTrap, keyTrap, orderTrap } from './traps.ts';

/** What an expression gives, as far as it can be told without a document. */
export interface Static {
  readonly kind: Kind;
  /** Where the nodes may stand; absent: not known, so nothing is said about names below. */
  readonly spots?: readonly Spot[];
  /** More than one, as the source schema has it, and no predicate chooses. */
  readonly many: boolean;
  /** Of a variable: the texts and tables its values come from. */
  readonly given?: Given;
  /** After `//`: the next name may stand at any depth below the spots. */
  readonly deep?: true;
}

export interface ExpressionProblem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly advice: string;
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
  readonly variables: ReadonlyMap<string, Static>;
  readonly context: Static;
  /** What `/` finds. */
  readonly root: Static;
  readonly tables: ReadonlySet<string>;
}

export interface Inference extends Static {
  readonly problems: readonly ExpressionProblem[];
}

/**
 * Checks an expression before it runs: functions and constructs by list, names against the source's
 * shape, and every construct that would give a silently wrong answer on decimals and dates.
 */
export function infer(syntax: Syntax, scope: StaticScope): Inference {
  const checker = new Checker(scope.root, scope.tables);
  const result = checker.infer(syntax, scope);
  return { ...result, problems: checker.problems };
}

/** As `infer`, for an expression whose result counts as true or false. */
export function inferCondition(syntax: Syntax, scope: StaticScope): Inference {
  const checker = new Checker(scope.root, scope.tables);
  const result = checker.condition(syntax, scope);
  return { ...result, problems: checker.problems };
}

export type Local = Pick<StaticScope, 'variables' | 'context'>;

/** The check of one expression. */
export class Checker {
  readonly problems: ExpressionProblem[] = [];
  readonly #root: Static;
  readonly #tables: ReadonlySet<string>;

  constructor(root: Static, tables: ReadonlySet<string>) {
    this.#root = root;
    this.#tables = tables;
  }

  infer(syntax: Syntax, local: Local): Static {
    const calculation = arithmetic.get(syntax.name);
    if (calculation !== undefined) return this.#arithmetic(syntax, local, calculation);
    const comparison = comparisons.get(syntax.name);
    if (comparison !== undefined) return this.#comparison(syntax, local, comparison);
    const handler = handlers.get(syntax.name);
    if (handler !== undefined) return handler(this, syntax, local);
    this.refuse(syntax);
    return unknown;
  }

  report(
    syntax: Syntax,
    message: string,
    advice: string,
    severity: 'error' | 'warning' = 'error',
    unknown?: UnknownStep,
  ): void {
    const told = { severity, message, advice, offset: syntax.offset };
    this.problems.push(unknown ? { ...told, unknown } : told);
  }

  refuse(syntax: Syntax): void {
    const what = refusedConstructs.get(syntax.name) ?? `"${syntax.name}"`;
    this.report(
      syntax,
      `An expression may not use ${what}.`,
      'Write it with the functions of the mapping language.',
    );
  }

  /** The last of several parts, each checked. */
  parts(syntax: Syntax, local: Local): Static[] {
    return syntax.children.map((part) => this.infer(part, local));
  }

  condition(syntax: Syntax, local: Local): Static {
    const result = this.infer(syntax, local);
    if (result.kind === 'node' && allOfType(result, 'boolean'))
      this.report(
        syntax,
        'This value counts as true as soon as it is there, even when it says false.',
        "Compare it: … = 'true'.",
      );
    return result;
  }

  path(syntax: Syntax, local: Local): Static {
    let context = local.context;
    for (const part of syntax.children) {
      if (part.name === 'rootExpr') context = this.#root;
      else if (part.name === 'stepExpr') context = this.#step(part, { ...local, context });
      else this.refuse(part);
    }
    return context;
  }

  call(syntax: Syntax, local: Local): Static {
    const called = child(syntax, 'functionName');
    const name = called === undefined ? '' : functionName(called);
    const args = child(syntax, 'arguments')?.children ?? [];
    const allowed = allowedFunctions.get(name);
    if (allowed === undefined || called === undefined) {
      this.#unknownFunction(syntax, name);
      this.parts({ ...syntax, children: args }, local);
      return unknown;
    }
    const [least, most] = allowed.arity;
    if (args.length < least || args.length > most)
      this.report(syntax, `${name}() does not take ${args.length} arguments.`, takes(name, least, most));
    const types = args.map((arg) =>
      allowed.condition ? this.condition(arg, local) : this.infer(arg, local),
    );
    if (!allowed.sequence) this.#single(args, types, name);
    if (name === 'table') this.#table(args[0], types[1], args[1]);
    for (const { argument, message, advice } of constantProblems(name, args))
      this.report(argument, message, advice);
    return resultOf(allowed, types);
  }

  condensed(results: readonly Static[]): Static {
    const given = results.filter(({ kind }) => kind !== 'any' || results.length === 1);
    const kinds = new Set(given.map(({ kind }) => kind));
    const [kind] = kinds;
    const many = results.some((result) => result.many);
    if (kind === undefined || kinds.size > 1) return { kind: 'any', many };
    if (kind !== 'node' || given.some(({ spots }) => spots === undefined)) return { kind, many };
    return { kind, many, spots: given.flatMap(({ spots }) => spots ?? []) };
  }

  #step(syntax: Syntax, local: Local): Static {
    const [first] = syntax.children;
    if (first === undefined) return unknown;
    const found =
      first.name === 'filterExpr'
        ? this.#filter(first, local)
        : step(syntax, local.context, this.report.bind(this));
    for (const part of syntax.children)
      if (!stepParts.has(part.name) || (part.name === 'nameTest' && !part.attributes.has('prefix')))
        this.refuse(part);
    return this.#predicates(child(syntax, 'predicates'), found, local);
  }

  /** Runs once for each node before it, so several of these give several results. */
  #filter(syntax: Syntax, local: Local): Static {
    const { many } = local.context;
    const result = this.condensed(
      this.parts(syntax, { ...local, context: { ...local.context, many: false } }),
    );
    return { ...result, many: many || result.many };
  }

  /** A predicate chooses among what one node before it gave. */
  #predicates(syntax: Syntax | undefined, found: Static, local: Local): Static {
    if (syntax === undefined) return found;
    const context = { ...found, many: false };
    for (const predicate of syntax.children) {
      const result = this.infer(predicate, { ...local, context });
      if (result.kind === 'node') this.condition(predicate, { ...local, context });
    }
    return { ...found, many: local.context.many };
  }

  #arithmetic(syntax: Syntax, local: Local, { sign, instead }: { sign: string; instead: string }): Static {
    const operands = syntax.children.map((operand) => this.condensed(this.parts(operand, local)));
    if (sign === 'div' || operands.some(({ kind }) => kind !== 'integer'))
      this.report(
        syntax,
        `"${sign}" calculates in binary floating point, which gives wrong digits.`,
        `Write ${instead}, which is exact.`,
      );
    return one('integer');
  }

  #comparison(syntax: Syntax, local: Local, { sign, orders }: { sign: string; orders: boolean }): Static {
    const [left = unknown, right = unknown] = syntax.children.map((side) =>
      this.condensed(this.parts(side, local)),
    );
    const trap = orders ? orderTrap(left, right, sign) : equalityTrap(left, right, sign);
    if (trap !== undefined) this.report(syntax, trap.message, trap.advice);
    return one('boolean');
  }

  #single(args: readonly Syntax[], types: readonly Static[], name: string): void {
    for (const [i, type] of types.entries()) {
      const arg = args[i];
      if (type.many && arg !== undefined)
        this.report(
          arg,
          `${name}() takes one value here, and there may be several.`,
          "Choose one with [1], or join them with string-join(…, ' ').",
          'warning',
        );
    }
  }

  #table(name: Syntax | undefined, key: Static | undefined, written: Syntax | undefined): void {
    const trap = key && keyTrap(key);
    if (trap !== undefined && written !== undefined) this.report(written, trap.message, trap.advice);
    if (name === undefined) return;
    if (name.name !== 'stringConstantExpr')
      this.report(name, 'The name of a table must stand in quotes.', "Write table('name', key).");
    else if (!this.#tables.has(child(name, 'value')?.text ?? ''))
      this.report(
        name,
        `There is no table "${child(name, 'value')?.text}".`,
        `Declare it under tables:; there are: ${[...this.#tables].join(', ') || 'none'}.`,
      );
  }

  #unknownFunction(syntax: Syntax, name: string): void {
    const instead = refusedFunctions.get(name);
    if (instead === undefined) this.report(syntax, `There is no function ${name}().`, meantFunction(name));
    else this.report(syntax, `${name}() gives wrong answers here.`, instead);
  }
}

function meantFunction(name: string): string {
  const names = [...allowedFunctions.keys()];
  const near = nearest(name, names) ?? names.find((known) => known.startsWith(name));
  return near ? `Did you mean ${near}()?` : `The functions are: ${names.join(', ')}.`;
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

function functionName(syntax: Syntax): string {
  const prefix = syntax.attributes.get('prefix');
  if (prefix === undefined) return `Q{${syntax.attributes.get('URI') ?? ''}}${syntax.text}`;
  return written({ ...writtenName(syntax), prefix: prefix === 'fn' ? '' : prefix });
}

function takes(name: string, least: number, most: number): string {
  if (least === most) return `${name}() takes ${least}.`;
  return most >= 99 ? `${name}() takes ${least} or more.` : `${name}() takes ${least} to ${most}.`;
}

function resultOf(allowed: AllowedFunction, args: readonly Static[]): Static {
  if (allowed.kind !== 'same') return one(allowed.kind);
  const [first = unknown] = args;
  return { ...first, many: first.many && !allowed.one };
}
