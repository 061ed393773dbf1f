import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';

/**
 * Cuts and joins order JSON as text, so that every number keeps the digits the exchange wrote. The order is the value of
 * `orderEvent` when there is one, else the whole document.
 */

/** The order in a body, with its places. */
export const findOrderNode = (text: string): Node | undefined => {
  const root = parseTree(text);
  return root && (findNodeAtLocation(root, ['orderEvent']) ?? root);
};

const findLinesNode = (order: Node): Node | undefined => {
  const lines = findNodeAtLocation(order, ['lines']);
  return lines?.type === 'array' ? lines : undefined;
};

const sliceNode = (text: string, node: Node): string => text.slice(node.offset, node.offset + node.length);

/** The id of a line: the exchange's, else the buyer's position. */
function readLineId(line: Node): string {
  const id = findNodeAtLocation(line, ['id']) ?? findNodeAtLocation(line, ['buyerLine', 'position']);
  return String(id?.value ?? '');
}

/** The same document with only those lines. Lines without an id stay. */
export function keepLines(text: string, keep: ReadonlySet<string>): string {
  const order = findOrderNode(text);
  const lines = order && findLinesNode(order);
  if (!lines) return text;
  const kept = (lines.children ?? []).filter((line) => keep.has(readLineId(line)) || readLineId(line) === '');
  const end = lines.offset + lines.length;
  return `${text.slice(0, lines.offset)}[${kept.map((line) => sliceNode(text, line)).join()}]${text.slice(end)}`;
}

/**
 * The order as last received: header of the newest body, each line from the body that has it newest.
 * `lines`: line id -> body text; none where the exchange dates no lines: then the newest body as it is. `read` reads a
 * body; each is read once, however many lines it gives.
 */
export function mergeReceivedOrder(
  newest: string,
  lines: ReadonlyMap<string, string>,
  read: (text: string) => Node | undefined = findOrderNode,
): string {
  const bodies = new ParsedBodies(read);
  const order = bodies.order(newest);
  if (order?.type !== 'object') return '{}';
  if (lines.size === 0) return sliceNode(newest, order);
  const header = (order.children ?? [])
    .filter(({ children }) => children?.[0]?.value !== 'lines')
    .map((member) => sliceNode(newest, member));
  const found = [...lines].flatMap(([id, body]) => bodies.lines(body).get(id) ?? []);
  return `{${[...header, `"lines":[${found.join()}]`].join()}}`;
}

/** Bodies that were read, and their lines by id: the first of an id counts. */
class ParsedBodies {
  readonly #read: (text: string) => Node | undefined;
  readonly #orders = new Map<string, Node | undefined>();
  readonly #lines = new Map<string, ReadonlyMap<string, string>>();

  constructor(read: (text: string) => Node | undefined) {
    this.#read = read;
  }

  order(text: string): Node | undefined {
    if (!this.#orders.has(text)) this.#orders.set(text, this.#read(text));
    return this.#orders.get(text);
  }

  lines(text: string): ReadonlyMap<string, string> {
    const known = this.#lines.get(text);
    if (known) return known;
    const order = this.order(text);
    const nodes = (order && findLinesNode(order)?.children) ?? [];
    const lines = new Map(nodes.map((line) => [readLineId(line), sliceNode(text, line)] as const).reverse());
    this.#lines.set(text, lines);
    return lines;
  }
}
