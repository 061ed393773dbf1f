import fontoxpath from 'fontoxpath';
import { reasonOf } from '../text/reason-of.ts';
import { indexAmongSiblings } from './fast-xpath/axes.ts';
import { NeedsFullEngine } from './fast-xpath/closures.ts';
import { compileFast } from './fast-xpath/fast-compiler.ts';
import { type Item, isNode, reportReads } from './nodes/items.ts';
import type { AttributeNode, DocumentNode, ElementNode, TextNode } from './nodes/tree-builder.ts';
import type { TreeNode } from './nodes/tree-node.ts';
import type { TextProvenance } from './values/text-provenance.ts';
import {
  callOwnFunction,
  type FunctionKind,
  type Lookup,
  type OwnFunction,
  ownFunctions,
  ownNamespaces,
} from './xpath/own-functions.ts';
import { findParsedSyntax } from './xpath/parsed-syntax.ts';
import type { Variables } from './xpath/variables.ts';
import { buildSyntax, findChild, SyntaxElement, type SyntaxNode, SyntaxText } from './xpath/xpath-syntax.ts';

/**
 * XPath 3.1 over the tree, through the engine's DOM facade. This is the only file that knows the engine. Nothing here
 * decides what a mapping may use: that is `xpath-check/`, and it comes first.
 */

const { evaluateXPath, parseScript, registerCustomXPathFunction, createTypedValueFactory } = fontoxpath;
const language = evaluateXPath.XPATH_3_1_LANGUAGE;
const standard = 'http://www.w3.org/2005/xpath-functions';
const schemaTypes = 'http://www.w3.org/2001/XMLSchema';

/** Namespaces of the names in an expression. `''`: what a name without prefix means; absent: no namespace. */
export type Namespaces = ReadonlyMap<string, string>;

/** Callbacks of an evaluation. One object may serve many evaluations, one after the other. */
export interface Host {
  readonly lookup: Lookup;
  /** Told of every attribute and text that an expression reads; absent where nobody asks. */
  readonly onRead?: (node: TreeNode) => void;
  /** `onRead` need not hear what is read of trees beside the document, such as `$sent`. */
  readonly ignoresContextReads?: boolean;
  /** What texts are made of; absent where nobody asks. Of what only the engine can do, it hears everything as one. */
  readonly provenance?: TextProvenance;
}

/** The text of an expression is no XPath, or an evaluation failed. `offset`: 0-based, where known. */
export class XPathError extends Error {
  readonly offset: number | undefined;
  constructor(message: string, offset?: number, cause?: unknown) {
    super(message, { cause });
    this.offset = offset;
  }
}

/** Mappings say many things more than once, and parsing takes most of the time until they run. */
const parsed = new Map<string, SyntaxNode>();
const mostParsed = 5000;

/** Parses without evaluating. Throws an XPathError with the place of a syntax error. */
export function parseXPath(expression: string): SyntaxNode {
  const known = parsed.get(expression) ?? findParsedSyntax(expression) ?? parseUncached(expression);
  if (parsed.size < mostParsed) parsed.set(expression, known);
  return known;
}

/** What has been parsed so far: a build keeps it (packaging/bundle.ts). */
export const parsedExpressions = (): ReadonlyMap<string, SyntaxNode> => parsed;

function parseUncached(expression: string): SyntaxNode {
  try {
    return buildSyntax(parseScript<SyntaxElement>(expression, { language, debug: true }, factory, writer));
  } catch (error) {
    throw toXPathError(error);
  }
}

export interface XPath {
  /** It may run very long on a small document: a range, or something that only the engine knows, such as `replace`. */
  readonly unbounded: boolean;
  evaluate(context: TreeNode, variables: Variables, host: Host): readonly Item[];
}

/**
 * An expression ready to run. What fast-compiler.ts can compile runs as closures; the rest, and whatever these find odd, runs
 * in the engine, which compiles the same expression and namespaces once a process.
 */
export function compileXPath(text: string, namespaces: Namespaces, syntax = parseXPath(text)): XPath {
  const direct = compileFast(syntax, namespaces);
  const slow = compileWithEngine(text, namespaces, syntax);
  if (direct === undefined) return slow;
  return {
    unbounded: isUsing(syntax, 'rangeSequenceExpr'),
    evaluate(node, variables, host) {
      try {
        const { lookup, onRead, ignoresContextReads, provenance } = host;
        const whole = { node, position: 1, size: 1 };
        return direct({ ...whole, variables, lookup, onRead, ignoresContextReads, provenance });
      } catch (error) {
        if (error instanceof NeedsFullEngine) return slow.evaluate(node, variables, host);
        throw error;
      }
    },
  };
}

/** The same, always in the engine. */
export function compileWithEngine(text: string, namespaces: Namespaces, syntax = parseXPath(text)): XPath {
  const options = {
    language,
    namespaceResolver: (prefix: string) => namespaces.get(prefix) ?? null,
    functionNameResolver,
  };
  const names = [...collectVariableNames(syntax)];
  return {
    unbounded: true,
    evaluate(context, variables, host) {
      const call: EngineCall = { host };
      try {
        const facade = host.onRead === undefined ? plain : recordReads(host.onRead);
        const values = Object.fromEntries(names.flatMap((name) => engineVariable(name, variables, host)));
        const results = evaluateXPath(text, context, facade, values, evaluateXPath.ALL_RESULTS_TYPE, {
          ...options,
          currentContext: call,
        });
        return results.map(toItem);
      } catch (error) {
        throw call.failure ?? new XPathError(readFirstLine(error), undefined, error);
      }
    },
  };
}

function isUsing(syntax: SyntaxNode, construct: string): boolean {
  return syntax.name === construct || syntax.children.some((part) => isUsing(part, construct));
}

function collectVariableNames(syntax: SyntaxNode, found = new Set<string>()): Set<string> {
  if (syntax.name === 'varRef') found.add(findChild(syntax, 'name')?.text ?? '');
  for (const one of syntax.children) collectVariableNames(one, found);
  return found;
}

function engineVariable(name: string, variables: Variables, { provenance }: Host): [string, unknown][] {
  const items = variables.get(name)?.();
  if (items === undefined) return [];
  provenance?.use(items);
  if (items.length === 0) return [[name, null]];
  return [[name, items.length === 1 ? items[0] : sequence([...items], plain)]];
}

const sequence = createTypedValueFactory('item()*');

interface EngineCall {
  readonly host: Host;
  /** What a function of ours threw; the engine would wrap it in a text. */
  failure?: unknown;
}

function functionNameResolver({ prefix, localName }: { prefix: string; localName: string }) {
  if (prefix === 'xs') return { namespaceURI: schemaTypes, localName };
  const own = ownFunctions.some((one) => one.prefix === prefix && one.name === localName);
  if (own && (prefix === '' || prefix === 'dec' || prefix === 'date'))
    return { namespaceURI: ownNamespaces[prefix], localName };
  return { namespaceURI: prefix === '' || prefix === 'fn' ? standard : `urn:unknown:${prefix}`, localName };
}

const resultTypes: Record<FunctionKind, string> = {
  decimal: 'xs:string?',
  date: 'xs:string?',
  string: 'xs:string?',
  integer: 'xs:integer?',
  boolean: 'xs:boolean?',
};

for (const own of ownFunctions) for (const arity of own.arity) register(own, arity);

function register(own: OwnFunction, arity: number): void {
  registerCustomXPathFunction(
    { namespaceURI: ownNamespaces[own.prefix], localName: own.name },
    Array(arity).fill(own.sequence ? 'item()*' : 'item()?'),
    resultTypes[own.kind],
    ({ currentContext }: { currentContext: EngineCall }, ...args: (Item | Item[] | null)[]) => {
      try {
        const sequences = args.map((arg) => (Array.isArray(arg) ? arg : arg === null ? [] : [arg]));
        const { lookup, onRead } = currentContext.host;
        if (onRead !== undefined)
          for (const item of sequences.flat()) if (isNode(item)) reportReads(item, onRead);
        return callOwnFunction(own, sequences, lookup) ?? null;
      } catch (error) {
        currentContext.failure = error;
        throw error;
      }
    },
  );
}

type Parent = DocumentNode | ElementNode;
type AnyNode = Parent | AttributeNode | TextNode;
type Child = ElementNode | TextNode;

const none: Child[] = [];

function childrenOf(node: AnyNode): Child[] {
  return node.nodeType === 1 || node.nodeType === 9 ? node.childNodes : none;
}

function sibling(node: AnyNode, step: 1 | -1): Child | null {
  if (node.nodeType !== 1 && node.nodeType !== 3) return null;
  return childrenOf(node.parentNode)[indexAmongSiblings(node) + step] ?? null;
}

const plain = {
  getAllAttributes: (node: ElementNode) => node.attributes,
  getAttribute: (node: ElementNode, name: string) =>
    node.attributes.find((attribute) => attribute.nodeName === name)?.value ?? null,
  getChildNodes: childrenOf,
  getData: (node: AttributeNode | TextNode) => (node.nodeType === 2 ? node.value : node.data),
  getFirstChild: (node: AnyNode) => childrenOf(node)[0] ?? null,
  getLastChild: (node: AnyNode) => childrenOf(node).at(-1) ?? null,
  getNextSibling: (node: AnyNode) => sibling(node, 1),
  getPreviousSibling: (node: AnyNode) => sibling(node, -1),
  getParentNode: (node: AnyNode) => node.parentNode,
};

function recordReads(onRead: (node: TreeNode) => void): typeof plain {
  return {
    ...plain,
    getData(node) {
      onRead(node);
      return plain.getData(node);
    },
  };
}

function toItem(result: unknown): Item {
  if (typeof result === 'string' || typeof result === 'number' || typeof result === 'boolean') return result;
  if (isTreeNode(result)) return result;
  throw new XPathError('it returns something that is neither a node nor a text, a number or true/false');
}

function isTreeNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && 'nodeType' in value && 'parentNode' in value;
}

const factory = {
  createElementNS: (namespace: string, name: string) => new SyntaxElement(namespace, name),
  createTextNode: (data: string) => new SyntaxText(data),
  createCDATASection: (data: string) => new SyntaxText(data),
  createComment: () => new SyntaxText(''),
  createProcessingInstruction: () => new SyntaxText(''),
  createAttributeNS: (namespace: string, name: string) => ({
    ...new SyntaxElement(namespace, name),
    name,
    value: '',
  }),
};

const writer = {
  insertBefore(parent: SyntaxElement, node: SyntaxElement | SyntaxText, before: SyntaxElement | null) {
    const at = before === null ? -1 : parent.children.indexOf(before);
    parent.children.splice(at === -1 ? parent.children.length : at, 0, node);
  },
  removeAttributeNS() {},
  removeChild() {},
  setAttributeNS(element: SyntaxElement, _namespace: string, name: string, value: string) {
    element.attributes.set(name.slice(name.indexOf(':') + 1), value);
  },
  setData() {},
};

function readFirstLine(error: unknown): string {
  const text = reasonOf(error);
  return (text.split('\n').find((line) => /\S/.test(line)) ?? text).trim();
}

function toXPathError(error: unknown): XPathError {
  const text = reasonOf(error);
  const expected = /XPST0003: (.*)/.exec(text)?.[1]?.replace('Failed to parse script. ', '');
  const column = /at <>:\d+:(\d+)/.exec(text)?.[1];
  return new XPathError(
    expected ?? readFirstLine(error),
    column === undefined ? 0 : Number(column) - 1,
    error,
  );
}
