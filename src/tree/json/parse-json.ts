import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { limits } from '../../limits.ts';
import { DocumentNode, ElementNode, NodeNames } from '../nodes/tree-builder.ts';
import {
  catchUnreadable,
  type TreeLimits,
  tooDeep,
  tooLarge,
  treeLimits,
  UnreadableError,
} from '../nodes/tree-limits.ts';
import type { TreeDocument } from '../nodes/tree-node.ts';
import type { ParsedTree } from '../xml/parse-xml.ts';

/**
 * Reads JSON into the tree (shape: tree-node.ts). Strict RFC 8259: no comments, no trailing commas; the same name twice in
 * an object is refused, since readers disagree which one counts. A byte order mark is left out. An array inside an
 * array, or at the top, becomes an element with children `item`. `variable`: the tree is the value of a variable of a mapping, its
 * elements in the namespace that unprefixed names mean there.
 */
export function parseJsonTree(
  text: string,
  limits: Partial<TreeLimits> = {},
  variable?: Variable,
): ParsedTree {
  const reader = new JsonReader(text.replace(/^\uFEFF/, ''), { ...treeLimits, ...limits }, variable);
  try {
    return { tree: reader.read() };
  } catch (error) {
    return catchUnreadable(error);
  }
}

interface Variable {
  readonly name: string;
  readonly namespace: string | null;
}

/** An object or array being read. */
interface OpenContainer {
  readonly element: ElementNode;
  /** Names of the object's members so far; absent for an array. */
  readonly names?: Set<string>;
  /** Name of the next value's element. */
  next: string;
}

class JsonReader {
  readonly #text: string;
  readonly #limits: TreeLimits;
  readonly #variable: Variable | undefined;
  readonly #names = new NodeNames();
  readonly #open: OpenContainer[] = [];
  #root: ElementNode | undefined;
  #size = 0;

  constructor(text: string, limits: TreeLimits, variable: Variable | undefined) {
    this.#text = text;
    this.#limits = limits;
    this.#variable = variable;
  }

  read(): TreeDocument {
    this.#visit();
    if (this.#root === undefined) throw notJson('it is empty', { line: 1, column: 1 });
    const document = new DocumentNode('json', this.#root, this.#variable?.name);
    document.size = this.#size;
    return document;
  }

  #visit(): void {
    visit(
      this.#text,
      {
        onObjectBegin: (_offset, _length, line, column) => this.#begin(line, column),
        onObjectEnd: () => void this.#open.pop(),
        onArrayBegin: (_offset, _length, line, column) => this.#beginArray(line, column),
        onArrayEnd: () => void this.#open.pop(),
        onObjectProperty: (name, _offset, _length, line, column) => this.#member(name, line, column),
        onLiteralValue: (value, offset, length, line, column) =>
          this.#literal(value, this.#text.slice(offset, offset + length), line, column),
        onError: (error, _offset, _length, line, column) => {
          throw notJson(renderErrorName(error), { line: line + 1, column: column + 1 });
        },
      },
      { disallowComments: true, allowTrailingComma: false },
    );
  }

  #begin(line: number, column: number): void {
    const element = this.#add(line, column, 'object');
    this.#push({ element, names: new Set(), next: '' });
  }

  #beginArray(line: number, column: number): void {
    const parent = this.#open.at(-1);
    if (parent?.names !== undefined) this.#push({ element: parent.element, next: parent.next });
    else this.#push({ element: this.#add(line, column, 'object'), next: 'item' });
  }

  #push(open: OpenContainer): void {
    this.#open.push(open);
    const { line, column } = open.element;
    if (this.#open.length > this.#limits.depth) throw tooDeep(this.#limits.depth, { line, column });
  }

  #member(name: string, line: number, column: number): void {
    const object = this.#open.at(-1);
    if (object?.names === undefined) return;
    if (object.names.has(name)) throw duplicate(name, { line: line + 1, column: column + 1 });
    object.names.add(name);
    if (object.names.size > limits.jsonMembers) throw tooManyMembers({ line: line + 1, column: column + 1 });
    object.next = name;
  }

  #literal(value: unknown, source: string, line: number, column: number): void {
    const element = this.#add(line, column, literalType(value));
    const text = typeof value === 'string' ? value : value === null ? '' : source;
    if (text === '') return;
    element.addText(text);
    this.#count(1, element);
  }

  #add(line: number, column: number, jsonType: NonNullable<ElementNode['jsonType']>): ElementNode {
    const parent = this.#open.at(-1);
    const name = {
      prefix: '',
      localName: parent?.next ?? 'json',
      namespaceURI: this.#variable?.namespace ?? null,
    };
    const element = new ElementNode(this.#names.of(name.localName, name), line + 1, column + 1);
    element.jsonType = jsonType;
    if (parent !== undefined) parent.element.append(element);
    else this.#root = element;
    this.#count(1, element);
    return element;
  }

  #count(nodes: number, at: ElementNode): void {
    this.#size += nodes;
    if (this.#size > this.#limits.nodes)
      throw tooLarge(this.#limits.nodes, { line: at.line, column: at.column });
  }
}

function literalType(value: unknown): 'string' | 'number' | 'boolean' | 'null' {
  if (value === null) return 'null';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'string';
}

/** `PropertyNameExpected` -> `property name expected`. */
function renderErrorName(error: ParseErrorCode): string {
  return printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}

const notJson = (what: string, place: { line: number; column: number }): UnreadableError =>
  new UnreadableError('json-not-well-formed', { what }, place);

const tooManyMembers = (place: { line: number; column: number }): UnreadableError =>
  new UnreadableError('json-too-many-members', { most: limits.jsonMembers.toLocaleString('en-US') }, place);

const duplicate = (name: string, place: { line: number; column: number }): UnreadableError =>
  new UnreadableError('json-duplicate-name', { value: name }, place);
