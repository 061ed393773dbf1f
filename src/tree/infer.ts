import {
  type AllowedFunction,
  allowedFunctions,
  arithmetic,
  comparisons,
  type Kind,
  refusedConstructs,
  refusedFunctions,
} from './allowed.ts';
import type { Spot } from './shape.ts';
import { step } from './steps.ts';
import { child, type Syntax, written, writtenName } from './syntax.ts';

/** What an expression gives, as far as it can be told without a document. */
export interface Static {
  readonly kind: Kind;
  /** Where the nodes may stand; absent: not known, so nothing is said about names below. */
  readonly spots?: readonly Spot[];
  /** More than one, as the source schema has it, and no predicate chooses. */
  readonly many: boolean;
  /** After `//`: the next name may stand at any depth below the spots. */
  readonly deep?: true;
}

export interface ExpressionProblem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly advice: string;
  /** 0-based in the expression. */
  readonly offset: number;
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
 * Checks an expression before it runs (DESIGN section 6): functions and constructs by list, names against the source's
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

type Local = Pick<StaticScope, 'variables' | 'context'>;

const unknown: Static = { kind: 'any', many: false };
const one = (kind: Kind): Static => ({ kind, many: false });

class Checker {
  readonly problems: ExpressionProblem[] = [];
  private readonly root: Static;
  private readonly tables: ReadonlySet<string>;

  constructor(root: Static, tables: ReadonlySet<string>) {
    this.root = root;
    this.tables = tables;
  }

  infer(syntax: Syntax, local: Local): Static {
    const calculation = arithmetic.get(syntax.name);
    if (calculation !== undefined) return this.arithmetic(syntax, local, calculation);
    const comparison = comparisons.get(syntax.name);
    if (comparison !== undefined) return this.comparison(syntax, local, comparison);
    const handler = handlers.get(syntax.name);
    if (handler !== undefined) return handler(this, syntax, local);
    this.refuse(syntax);
    return unknown;
  }

  report(syntax: Syntax, message: string, advice: string, severity: 'error' | 'warning' = 'error'): void {
    this.problems.push({ severity, message, advice, offset: syntax.offset });
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
      if (part.name === 'rootExpr') context = this.root;
      else if (part.name === 'stepExpr') context = this.step(part, { ...local, context });
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
      this.unknownFunction(syntax, name);
      this.parts({ ...syntax, children: args }, local);
      return unknown;
    }
    const [least, most] = allowed.arity;
    if (args.length < least || args.length > most)
      this.report(syntax, `${name}() does not take ${args.length} arguments.`, takes(name, least, most));
    const types = args.map((arg) =>
      allowed.condition ? this.condition(arg, local) : this.infer(arg, local),
    );
    if (!allowed.sequence) this.single(args, types, name);
    if (name === 'table') this.table(args[0]);
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

  private step(syntax: Syntax, local: Local): Static {
    const [first] = syntax.children;
    if (first === undefined) return unknown;
    const found =
      first.name === 'filterExpr'
        ? this.filter(first, local)
        : step(syntax, local.context, this.report.bind(this));
    for (const part of syntax.children)
      if (!stepParts.has(part.name) || (part.name === 'nameTest' && !part.attributes.has('prefix')))
        this.refuse(part);
    return this.predicates(child(syntax, 'predicates'), found, local);
  }

  /** Runs once for each node before it, so several of these give several results. */
  private filter(syntax: Syntax, local: Local): Static {
    const { many } = local.context;
    const result = this.condensed(
      this.parts(syntax, { ...local, context: { ...local.context, many: false } }),
    );
    return { ...result, many: many || result.many };
  }

  /** A predicate chooses among what one node before it gave. */
  private predicates(syntax: Syntax | undefined, found: Static, local: Local): Static {
    if (syntax === undefined) return found;
    const context = { ...found, many: false };
    for (const predicate of syntax.children) {
      const result = this.infer(predicate, { ...local, context });
      if (result.kind === 'node') this.condition(predicate, { ...local, context });
    }
    return { ...found, many: local.context.many };
  }

  private arithmetic(
    syntax: Syntax,
    local: Local,
    { sign, instead }: { sign: string; instead: string },
  ): Static {
    const operands = syntax.children.map((operand) => this.condensed(this.parts(operand, local)));
    if (sign === 'div' || operands.some(({ kind }) => kind !== 'integer'))
      this.report(
        syntax,
        `"${sign}" calculates in binary floating point, which gives wrong digits.`,
        `Write ${instead}, which is exact.`,
      );
    return one('integer');
  }

  private comparison(
    syntax: Syntax,
    local: Local,
    { sign, orders }: { sign: string; orders: boolean },
  ): Static {
    const [left = unknown, right = unknown] = syntax.children.map((side) =>
      this.condensed(this.parts(side, local)),
    );
    const trap = orders ? orderTrap(left, right, sign) : equalityTrap(left, right, sign);
    if (trap !== undefined) this.report(syntax, trap.message, trap.advice);
    return one('boolean');
  }

  private single(args: readonly Syntax[], types: readonly Static[], name: string): void {
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

  private table(name: Syntax | undefined): void {
    if (name === undefined) return;
    if (name.name !== 'stringConstantExpr')
      this.report(name, 'The name of a table must stand in quotes.', "Write table('name', key).");
    else if (!this.tables.has(child(name, 'value')?.text ?? ''))
      this.report(
        name,
        `There is no table "${child(name, 'value')?.text}".`,
        `Declare it under tables:; there are: ${[...this.tables].join(', ') || 'none'}.`,
      );
  }

  private unknownFunction(syntax: Syntax, name: string): void {
    const instead = refusedFunctions.get(name);
    if (instead !== undefined) this.report(syntax, `${name}() gives wrong answers here.`, instead);
    else
      this.report(
        syntax,
        `There is no function ${name}().`,
        `The functions are: ${[...allowedFunctions.keys()].join(', ')}.`,
      );
  }
}

type Handler = (checker: Checker, syntax: Syntax, local: Local) => Static;

const all: Handler = (checker, syntax, local) => checker.condensed(checker.parts(syntax, local));
const kind =
  (result: Kind): Handler =>
  (checker, syntax, local) => {
    checker.parts(syntax, local);
    return one(result);
  };
const constant =
  (result: Kind): Handler =>
  () =>
    one(result);

const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['module', all],
  ['mainModule', all],
  ['queryBody', all],
  ['firstOperand', all],
  ['secondOperand', all],
  ['operand', all],
  ['thenClause', all],
  ['elseClause', all],
  ['returnClause', all],
  ['forExpr', all],
  ['letExpr', all],
  ['sourceExpr', all],
  ['startExpr', all],
  ['endExpr', all],
  ['pathExpr', (checker, syntax, local) => checker.path(syntax, local)],
  ['functionCallExpr', (checker, syntax, local) => checker.call(syntax, local)],
  ['contextItemExpr', (_checker, _syntax, local) => local.context],
  ['stringConstantExpr', constant('string')],
  ['integerConstantExpr', constant('integer')],
  ['varRef', variableReference],
  ['sequenceExpr', sequence],
  ['unionOp', (checker, syntax, local) => ({ ...all(checker, syntax, local), many: true })],
  ['exceptOp', (checker, syntax, local) => checker.condensed(checker.parts(syntax, local).slice(0, 1))],
  ['intersectOp', (checker, syntax, local) => checker.condensed(checker.parts(syntax, local).slice(0, 1))],
  ['stringConcatenateOp', kind('string')],
  [
    'rangeSequenceExpr',
    (checker, syntax, local) => ({ ...kind('integer')(checker, syntax, local), many: true }),
  ],
  ['isOp', kind('boolean')],
  ['nodeBeforeOp', kind('boolean')],
  ['nodeAfterOp', kind('boolean')],
  ['unaryMinusOp', negative],
  ['andOp', logical],
  ['orOp', logical],
  ['ifThenElseExpr', choice],
  ['simpleMapExpr', mapped],
  ['flworExpr', flwor],
  ['quantifiedExpr', flwor],
]);

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

function variableReference(checker: Checker, syntax: Syntax, local: Local): Static {
  const name = child(syntax, 'name')?.text ?? '';
  const found = local.variables.get(name);
  if (found !== undefined && !child(syntax, 'name')?.attributes.has('URI')) return found;
  const names = [...local.variables.keys()].map((known) => `$${known}`).join(', ');
  checker.report(syntax, `There is no variable $${name} here.`, `The variables here are: ${names}.`);
  return unknown;
}

function sequence(checker: Checker, syntax: Syntax, local: Local): Static {
  const result = all(checker, syntax, local);
  return { ...result, many: result.many || syntax.children.length > 1 };
}

function negative(checker: Checker, syntax: Syntax, local: Local): Static {
  if (all(checker, syntax, local).kind !== 'integer')
    checker.report(
      syntax,
      '"-" calculates in binary floating point, which gives wrong digits.',
      "Write dec:sub('0', a), which is exact.",
    );
  return one('integer');
}

function logical(checker: Checker, syntax: Syntax, local: Local): Static {
  for (const operand of syntax.children) for (const part of operand.children) checker.condition(part, local);
  return one('boolean');
}

function choice(checker: Checker, syntax: Syntax, local: Local): Static {
  for (const part of child(syntax, 'ifClause')?.children ?? []) checker.condition(part, local);
  const branches = syntax.children.filter(({ name }) => name !== 'ifClause');
  const given = branches.filter(
    (branch) => branch.children[0]?.name !== 'sequenceExpr' || branch.children[0].children.length > 0,
  );
  return checker.condensed(given.map((branch) => checker.infer(branch, local)));
}

function mapped(checker: Checker, syntax: Syntax, local: Local): Static {
  let [context, many] = [local.context, false];
  for (const part of syntax.children) {
    const result = checker.infer(part, { ...local, context });
    many ||= result.many;
    context = { ...result, many: false };
  }
  return { ...context, many };
}

/** `for`, `let`, `some` and `every`: each clause binds a name for what follows. */
function flwor(checker: Checker, syntax: Syntax, local: Local): Static {
  const variables = new Map(local.variables);
  let result = unknown;
  let several = false;
  for (const clause of syntax.children) {
    const inner = { ...local, variables };
    if (clause.name === 'returnClause') result = checker.infer(clause, inner);
    else if (clause.name === 'predicateExpr')
      for (const part of clause.children) checker.condition(part, inner);
    else if (bindings.has(clause.name)) several = bind(checker, clause, inner, variables) || several;
    else if (clause.name !== 'quantifier') checker.refuse(clause);
  }
  return syntax.name === 'quantifiedExpr' ? one('boolean') : { ...result, many: result.many || several };
}

const bindings = new Set(['forClause', 'letClause', 'quantifiedExprInClause']);

function bind(checker: Checker, clause: Syntax, local: Local, variables: Map<string, Static>): boolean {
  const items = clause.name === 'quantifiedExprInClause' ? [clause] : clause.children;
  let several = false;
  for (const item of items) {
    const name = child(item, 'typedVariableBinding', 'varName')?.text ?? '';
    const source = item.children.find((part) => /Expr$/.test(part.name));
    const value = source === undefined ? unknown : checker.infer(source, local);
    const position = child(item, 'positionalVariableBinding')?.text;
    if (position !== undefined) variables.set(position, one('integer'));
    variables.set(name, clause.name === 'letClause' ? value : { ...value, many: false });
    several ||= clause.name === 'forClause' && value.many;
  }
  return several;
}

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

function allOfType({ spots }: Static, ...types: string[]): boolean {
  return (
    spots !== undefined && spots.length > 0 && spots.every(({ shape }) => types.includes(shape.type ?? ''))
  );
}

function someOfType({ spots }: Static, ...types: string[]): boolean {
  return spots?.some(({ shape }) => types.includes(shape.type ?? '')) ?? false;
}

interface Trap {
  readonly message: string;
  readonly advice: string;
}

function orderTrap(left: Static, right: Static, sign: string): Trap | undefined {
  const kinds = [left.kind, right.kind];
  if (kinds.every((side) => side === 'integer')) return undefined;
  if (kinds.every((side) => side === 'date' || side === 'string')) return undefined;
  return {
    message: `"${sign}" compares values of a document as texts: 10 comes before 9.`,
    advice: `Write dec:compare(a, b) ${sign} 0 for numbers, date:date(a) ${sign} date:date(b) for dates.`,
  };
}

function equalityTrap(left: Static, right: Static, sign: string): Trap | undefined {
  const sides = [left, right];
  if (sides.some((side) => side.kind === 'decimal' || someOfType(side, 'decimal', 'integer')))
    return {
      message: `"${sign}" compares decimals as texts: 10 and 10.00 differ.`,
      advice: `Write dec:compare(a, b) ${sign} 0, or string(a) ${sign} string(b) where texts are meant.`,
    };
  const [whole, other] = left.kind === 'integer' ? [left, right] : [right, left];
  if (whole.kind !== 'integer' || other.kind === 'integer' || other.kind === 'any') return undefined;
  return {
    message: `"${sign}" compares a text with a number.`,
    advice: `Put the number in quotes to compare texts, or write dec:compare(a, b) ${sign} 0.`,
  };
}
