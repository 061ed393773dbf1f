import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';

/**
 * Cuts and joins order JSON as text, so that every number keeps the digits the exchange wrote. The order is the value of
 * `orderEvent` when there is one, else the whole document.
 */

const orderNode = (text: string): Node | undefined => {
  const root = parseTree(text);
  return root && (findNodeAtLocation(root, ['orderEvent']) ?? root);
};

const linesNode = (order: Node): Node | undefined => {
  const lines = findNodeAtLocation(order, ['lines']);
  return lines?.type === 'array' ? lines : undefined;
};

const cut = (text: string, node: Node): string => text.slice(node.offset, node.offset + node.length);

/** The id of a line: the exchange's, else the buyer's position. */
function lineId(line: Node): string {
  const id = findNodeAtLocation(line, ['id']) ?? findNodeAtLocation(line, ['buyerLine', 'position']);
  return String(id?.value ?? '');
}

/** The same document with only those lines. Lines without an id stay. */
export function keepLines(text: string, keep: ReadonlySet<string>): string {
  const order = orderNode(text);
  const lines = order && linesNode(order);
  if (!lines) return text;
  const kept = (lines.children ?? []).filter((line) => keep.has(lineId(line)) || lineId(line) === '');
  const end = lines.offset + lines.length;
  return `${text.slice(0, lines.offset)}[${kept.map((line) => cut(text, line)).join()}]${text.slice(end)}`;
}

/**
 * The order as last received: header of the newest body, each line from the body that has it newest.
 * `lines`: line id -> body text; none where the exchange dates no lines: then the newest body as it is.
 */
export function mergeReceived(newest: string, lines: ReadonlyMap<string, string>): string {
  const order = orderNode(newest);
  if (order?.type !== 'object') return '{}';
  if (lines.size === 0) return cut(newest, order);
  const header = (order.children ?? [])
    .filter(({ children }) => children?.[0]?.value !== 'lines')
    .map((member) => cut(newest, member));
  const bodies = [...lines].flatMap(([id, body]) => findLine(body, id) ?? []);
  return `{${[...header, `"lines":[${bodies.join()}]`].join()}}`;
}

function findLine(text: string, id: string): string | undefined {
  const order = orderNode(text);
  const line = order && linesNode(order)?.children?.find((candidate) => lineId(candidate) === id);
  return line && cut(text, line);
}
