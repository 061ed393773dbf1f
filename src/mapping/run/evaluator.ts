import {
  buildPhrase,
  createFinding,
  type FindingValues,
  findingCreator,
  type Phrase,
} from '../../findings/create-finding.ts';
import type { ProcessingCode } from '../../findings/finding-codes.ts';
import { FindingList } from '../../findings/finding-list.ts';
import { computeOnce } from '../../system/compute-once.ts';
import { type Host, XPathError } from '../../tree/compile-xpath.ts';
import { type Item, isNode, isTrue, itemText } from '../../tree/nodes/items.ts';
import type { TreeDocument, TreeNode } from '../../tree/nodes/tree-node.ts';
import { type Lookup, ValueError } from '../../tree/xpath/own-functions.ts';
import { withVariable } from '../../tree/xpath/variables.ts';
import type { Language } from '../../types.ts';
import type { MappingPosition } from '../files/mapping-problem.ts';
import type { Bindings, Expression, LeafRule, Rule } from '../language/rule-types.ts';
import { canCarry } from './carried-leaves.ts';
import { locationOf, type ResultUse, type RunInput, type RunListener, type Scope } from './scope.ts';

/** Evaluates the expressions of one run; what goes wrong becomes a finding and the result is empty. */
export class Evaluator {
  readonly findings: FindingList;
  readonly #input: RunInput;
  readonly #host: Host;
  /**
   * Host for expressions that make no value, such as conditions: a light recorder does not hear their
   * reads.
   */
  readonly #deaf: Host;
  /** What is being evaluated. */
  #running: { readonly expression: Expression; readonly scope: Scope } | undefined;

  constructor(input: RunInput) {
    this.#input = input;
    this.findings = new FindingList(findingCreator(input.context.language));
    this.#host = hostOf(input);
    this.#deaf = input.recorder?.light ? { lookup: input.lookup } : this.#host;
  }

  get language(): Language {
    return this.#input.context.language ?? 'en';
  }

  /** A finding that is no warning: there will be no target. */
  get hasError(): boolean {
    return this.findings.isFatal;
  }

  evaluate(expression: Expression, scope: Scope, use: ResultUse): readonly Item[] {
    const { recorder } = this.#input;
    recorder?.onBegin(expression, use);
    const result = this.#evaluate(expression, scope, canCarry(use) ? this.#host : this.#deaf);
    recorder?.onEnd(result);
    return result;
  }

  holds(expression: Expression, scope: Scope): boolean {
    return isTrue(this.evaluate(expression, scope, 'test'));
  }

  evaluateNodes(expression: Expression, scope: Scope): TreeNode[] {
    const items = this.evaluate(expression, scope, 'context');
    const nodes = items.filter(isNode);
    if (nodes.length < items.length) this.#reportFailure(expression, scope, buildPhrase('gives-texts'));
    return nodes;
  }

  /** Variables of `variables:` and `$let`, each evaluated when it is first needed. */
  bind(bindings: Bindings, scope: Scope): Scope {
    let inner = scope;
    for (const [name, expression] of bindings) {
      const at = inner;
      const value = computeOnce(() => this.evaluate(expression, at, 'variable'));
      const told = this.#input.recorder?.wrapVariable(value) ?? value;
      inner = { ...at, variables: withVariable(at.variables, name, told) };
    }
    return inner;
  }

  report(
    place: MappingPosition,
    scope: Scope,
    code: ProcessingCode,
    values: FindingValues,
    node?: TreeNode,
  ): void {
    this.findings.add(code, () => {
      const at = node !== undefined && isIn(node, this.#input.source) ? node : scope.node;
      const file = `${place.file ?? this.#input.file}:${place.line}:${place.column}`;
      return { ...createFinding(code, values, locationOf({ ...scope, node: at }), this.language), file };
    });
  }

  reportSeveral(rule: LeafRule, scope: Scope): void {
    const text = 'constant' in rule.from ? '' : rule.from.text;
    this.report(rule, scope, 'several-values', { name: scope.path, from: shortenForFinding(text) });
  }

  reportMissing(rule: Rule, scope: Scope): void {
    const from =
      rule.kind === 'leaf' && !('constant' in rule.from)
        ? buildPhrase('gives-nothing', { from: shortenForFinding(rule.from.text) })
        : '';
    const isOwn = !this.#input.program.from.startsWith('exchange/');
    const fill = buildPhrase(isOwn ? 'in-export' : 'in-exchange');
    this.report(rule, scope, 'required-missing', { name: scope.path, from, fill });
  }

  /** The run was stopped: after so many milliseconds, or because it made too much. */
  reportStopped(start: Scope, milliseconds?: number): void {
    const { expression, scope } = this.#running ?? { scope: start };
    const what =
      milliseconds === undefined
        ? buildPhrase('too-much')
        : buildPhrase('takes-too-long', { seconds: milliseconds / 1000 });
    if (expression !== undefined) this.#reportFailure(expression, scope, what);
    else this.report(this.#input.program.target, scope, 'mapping-failed', { expression: 'target', what });
  }

  #evaluate(expression: Expression, scope: Scope, host: Host): readonly Item[] {
    const outer = this.#running;
    this.#running = { expression, scope };
    const result = this.#evaluateSafely(expression, scope, host);
    this.#running = outer;
    return result;
  }

  #evaluateSafely(expression: Expression, scope: Scope, host: Host): readonly Item[] {
    try {
      return expression.xpath.evaluate(scope.node, scope.variables, host);
    } catch (error) {
      if (error instanceof ValueError)
        this.report(expression, scope, error.code, error.values, this.#wrongNode(expression, scope, error));
      else if (error instanceof XPathError) this.#reportFailure(expression, scope, error.message);
      // the stack, or a text or list that is longer than there can be
      else if (error instanceof RangeError) this.#reportFailure(expression, scope, buildPhrase('too-much'));
      else throw error;
      return [];
    }
  }

  /** What the expression had read when it met the value: it runs once more for that. */
  #wrongNode(
    { xpath }: Expression,
    { node, variables }: Scope,
    { values: { value } }: ValueError,
  ): TreeNode | undefined {
    if (typeof value !== 'string') return undefined;
    const read: TreeNode[] = [];
    try {
      xpath.evaluate(node, variables, { ...this.#host, onRead: (one) => read.push(one) });
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
    }
    return read.findLast((one) => itemText(one) === value);
  }

  #reportFailure(expression: Expression, scope: Scope, what: string | Phrase): void {
    this.report(expression, scope, 'mapping-failed', {
      expression: shortenForFinding(expression.text),
      what,
    });
  }
}

function hostOf({ lookup, recorder }: RunInput): Host {
  if (recorder === undefined) return { lookup };
  return {
    lookup: recorder.light ? lookup : recordLookups(lookup, recorder),
    onRead: (node) => recorder.onRead(node),
    ignoresContextReads: recorder.light === true,
    ...(recorder.provenance === undefined ? {} : { provenance: recorder.provenance }),
  };
}

function recordLookups(lookup: Lookup, recorder: RunListener): Lookup {
  return (table, key, fallback) => {
    const value = lookup(table, key, fallback);
    recorder.onLookup(table, key, value);
    return value;
  };
}

function isIn(node: TreeNode, document: TreeDocument): boolean {
  let top: TreeNode = node;
  while (top.parentNode !== null) top = top.parentNode;
  return top === document;
}

/** At most 200 characters, for findings. */
export function shortenForFinding(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
