import type { WayCode } from '../findings/codes.ts';
import { FindingList } from '../findings/finding-list.ts';
import { finding, type Phrase, phrase, teller, type Values } from '../findings/messages.ts';
import { type Lookup, ValueError } from '../tree/functions.ts';
import { type Item, isNode, isTrue, itemText } from '../tree/items.ts';
import type { TreeDocument, TreeNode } from '../tree/node.ts';
import { once, withVariable } from '../tree/variables.ts';
import { type Host, XPathError } from '../tree/xpath.ts';
import type { Language } from '../types.ts';
import { mayCarry } from './carried.ts';
import type { Place } from './problem.ts';
import type { Bindings, Expression, LeafRule, Rule } from './rules.ts';
import { type Recorder, type RunInput, type Scope, type Use, whereIs } from './scope.ts';

/** Evaluates the expressions of one run; what goes wrong becomes a finding and the result is empty. */
export class Evaluator {
  readonly findings: FindingList;
  readonly #input: RunInput;
  readonly #host: Host;
  /** Where no value can come of what is read. */
  readonly #deaf: Host;
  /** What is being evaluated. */
  #running: { readonly expression: Expression; readonly scope: Scope } | undefined;

  constructor(input: RunInput) {
    this.#input = input;
    this.findings = new FindingList(teller(input.context.language));
    this.#host = hostOf(input);
    this.#deaf = input.recorder?.light ? { lookup: input.lookup } : this.#host;
  }

  get language(): Language {
    return this.#input.context.language ?? 'en';
  }

  /** A finding that is no warning: there will be no target. */
  get fatal(): boolean {
    return this.findings.isFatal;
  }

  items(expression: Expression, scope: Scope, use: Use): readonly Item[] {
    const { recorder } = this.#input;
    recorder?.begin(expression, use);
    const result = this.#evaluate(expression, scope, mayCarry(use) ? this.#host : this.#deaf);
    recorder?.end(result);
    return result;
  }

  test(expression: Expression, scope: Scope): boolean {
    return isTrue(this.items(expression, scope, 'test'));
  }

  nodes(expression: Expression, scope: Scope): TreeNode[] {
    const items = this.items(expression, scope, 'context');
    const nodes = items.filter(isNode);
    if (nodes.length < items.length) this.#failed(expression, scope, phrase('gives-texts'));
    return nodes;
  }

  /** Variables of `variables:` and `$let`, each evaluated when it is first needed. */
  bind(bindings: Bindings, scope: Scope): Scope {
    let inner = scope;
    for (const [name, expression] of bindings) {
      const at = inner;
      const value = once(() => this.items(expression, at, 'variable'));
      const told = this.#input.recorder?.variable(value) ?? value;
      inner = { ...at, variables: withVariable(at.variables, name, told) };
    }
    return inner;
  }

  find(place: Place, scope: Scope, code: WayCode, values: Values, node?: TreeNode): void {
    this.findings.add(code, () => {
      const at = node !== undefined && isIn(node, this.#input.source) ? node : scope.node;
      const file = `${place.file ?? this.#input.file}:${place.line}:${place.column}`;
      return { ...finding(code, values, whereIs({ ...scope, node: at }), this.language), file };
    });
  }

  several(rule: LeafRule, scope: Scope): void {
    const text = 'constant' in rule.from ? '' : rule.from.text;
    this.find(rule, scope, 'several-values', { name: scope.path, from: cut(text) });
  }

  missing(rule: Rule, scope: Scope): void {
    const from =
      rule.kind === 'leaf' && !('constant' in rule.from)
        ? phrase('gives-nothing', { from: cut(rule.from.text) })
        : '';
    const isOwn = !this.#input.program.from.startsWith('exchange/');
    const fill = phrase(isOwn ? 'in-export' : 'in-exchange');
    this.find(rule, scope, 'required-missing', { name: scope.path, from, fill });
  }

  /** The run was stopped: after so many milliseconds, or because it made too much. */
  stopped(start: Scope, milliseconds?: number): void {
    const { expression, scope } = this.#running ?? { scope: start };
    const what =
      milliseconds === undefined
        ? phrase('too-much')
        : phrase('takes-too-long', { seconds: milliseconds / 1000 });
    if (expression !== undefined) this.#failed(expression, scope, what);
    else this.find(this.#input.program.target, scope, 'mapping-failed', { expression: 'target', what });
  }

  #evaluate(expression: Expression, scope: Scope, host: Host): readonly Item[] {
    const outer = this.#running;
    this.#running = { expression, scope };
    const result = this.#surely(expression, scope, host);
    this.#running = outer;
    return result;
  }

  #surely(expression: Expression, scope: Scope, host: Host): readonly Item[] {
    try {
      return expression.xpath.evaluate(scope.node, scope.variables, host);
    } catch (error) {
      if (error instanceof ValueError)
        this.find(expression, scope, error.code, error.values, this.#wrongNode(expression, scope, error));
      else if (error instanceof XPathError) this.#failed(expression, scope, error.message);
      // the stack, or a text or list that is longer than there can be
      else if (error instanceof RangeError) this.#failed(expression, scope, phrase('too-much'));
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

  #failed(expression: Expression, scope: Scope, what: string | Phrase): void {
    this.find(expression, scope, 'mapping-failed', { expression: cut(expression.text), what });
  }
}

function hostOf({ lookup, recorder }: RunInput): Host {
  if (recorder === undefined) return { lookup };
  return {
    lookup: recorder.light ? lookup : recording(lookup, recorder),
    onRead: (node) => recorder.onRead(node),
    ...(recorder.provenance === undefined ? {} : { provenance: recorder.provenance }),
  };
}

function recording(lookup: Lookup, recorder: Recorder): Lookup {
  return (table, key, fallback) => {
    const value = lookup(table, key, fallback);
    recorder.looked(table, key, value);
    return value;
  };
}

function isIn(node: TreeNode, document: TreeDocument): boolean {
  let top: TreeNode = node;
  while (top.parentNode !== null) top = top.parentNode;
  return top === document;
}

/** At most 200 characters, for findings. */
export function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
