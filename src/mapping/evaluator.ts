import { type Lookup, ValueError } from '../tree/functions.ts';
import { type Item, isNode, isTrue } from '../tree/items.ts';
import type { TreeDocument, TreeNode } from '../tree/node.ts';
import { once, withVariable } from '../tree/variables.ts';
import { type Host, XPathError } from '../tree/xpath.ts';
import type { Finding } from '../types.ts';
import type { Place } from './problem.ts';
import type { Bindings, Expression, LeafRule, Rule } from './rules.ts';
import { type Recorder, type RunInput, type Scope, type Use, whereIs } from './scope.ts';

/** Evaluates the expressions of one run; what goes wrong becomes a finding and the result is empty. */
export class Evaluator {
  readonly findings: Finding[] = [];
  private readonly input: RunInput;
  private readonly host: Host;

  constructor(input: RunInput) {
    this.input = input;
    this.host = hostOf(input);
  }

  /** A finding that is no warning: there will be no target. */
  get fatal(): boolean {
    return this.findings.some(({ severity }) => severity !== 'warning');
  }

  items(expression: Expression, scope: Scope, use: Use): readonly Item[] {
    const { recorder } = this.input;
    recorder?.begin(expression, use);
    const result = this.evaluate(expression, scope);
    recorder?.end(result);
    return result;
  }

  test(expression: Expression, scope: Scope): boolean {
    return isTrue(this.items(expression, scope, 'test'));
  }

  nodes(expression: Expression, scope: Scope): TreeNode[] {
    const items = this.items(expression, scope, 'context');
    const nodes = items.filter(isNode);
    if (nodes.length < items.length)
      this.failed(expression, scope, 'it gives texts, and elements of the document are needed');
    return nodes;
  }

  /** Variables of `variables:` and `$let`, each evaluated when it is first needed. */
  bind(bindings: Bindings, scope: Scope): Scope {
    let inner = scope;
    for (const [name, expression] of bindings) {
      const at = inner;
      const value = once(() => this.items(expression, at, 'variable'));
      inner = { ...at, variables: withVariable(at.variables, name, value) };
    }
    return inner;
  }

  find(place: Place, scope: Scope, what: Omit<Finding, 'line' | 'column' | 'file'>, node?: TreeNode): void {
    const at = node !== undefined && isIn(node, this.input.source) ? node : scope.node;
    const file = `${place.file ?? this.input.file}:${place.line}:${place.column}`;
    this.findings.push({ ...what, ...whereIs({ ...scope, node: at }), file });
  }

  several(rule: LeafRule, scope: Scope): void {
    const text = 'constant' in rule.from ? '' : rule.from.text;
    this.find(rule, scope, {
      code: 'several-values',
      severity: 'error',
      message: `${scope.path} takes one value, and ${cut(text)} gives several here.`,
      advice: 'Leave one in the document, or choose one in the mapping.',
    });
  }

  missing(rule: Rule, scope: Scope): void {
    const from =
      rule.kind === 'leaf' && !('constant' in rule.from) ? `: ${cut(rule.from.text)} gives nothing` : '';
    this.find(rule, scope, {
      code: 'required-missing',
      severity: 'error',
      message: `${scope.path} is required and stays empty${from}.`,
      advice: 'Fill it in the document the ERP writes, or give an alternative in the mapping.',
    });
  }

  private evaluate(expression: Expression, scope: Scope): readonly Item[] {
    try {
      return expression.xpath.evaluate(scope.node, scope.variables, this.host);
    } catch (error) {
      if (error instanceof ValueError) this.unusable(error, expression, scope);
      else if (error instanceof XPathError) this.failed(expression, scope, error.message);
      else throw error;
      return [];
    }
  }

  private unusable({ code, message, advice, value }: ValueError, place: Place, scope: Scope): void {
    const severity = code === 'table-miss' ? 'park' : 'error';
    this.find(place, scope, { code, severity, message, advice, value: cut(value) });
  }

  private failed(expression: Expression, scope: Scope, why: string): void {
    this.find(expression, scope, {
      code: 'mapping-failed',
      severity: 'park',
      message: `The mapping cannot evaluate "${cut(expression.text)}" here: ${why}.`,
      advice: 'Correct the expression in the mapping, then retry the message.',
    });
  }
}

function hostOf({ lookup, recorder }: RunInput): Host {
  if (recorder === undefined) return { lookup };
  return { lookup: recording(lookup, recorder), onRead: (node) => recorder.onRead(node) };
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
