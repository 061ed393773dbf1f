import { findNodeAtLocation, type Node, type ParseError, parseTree } from 'jsonc-parser';
import type { ExchangeSettings } from '../config/schema.ts';
import { isLater } from '../instants.ts';
import type { SearchPage } from './interface.ts';

/** What is searched for (specification, section 2, search request body). `since` goes out exactly as it came in. */
export interface SearchQuery {
  readonly since: string;
  readonly offset: number;
  readonly limit: number;
}

/** The filter is called otherwise in the `poll` profile; never both. */
export function searchBody(
  { since, offset, limit }: SearchQuery,
  profile: ExchangeSettings['profile'],
): Uint8Array {
  const filters = profile === 'poll' ? { lastUpdatedAfter: since } : { lastUpdatedSince: since };
  return new TextEncoder().encode(JSON.stringify({ filters, offset, limit }));
}

/** Names under which an exchange may keep the orders of a page; an array at the top is one too. */
export const envelopes = ['data', 'orders'];

/**
 * Reads the answer of a search. Each order is cut out of the text, so that its digits and members stay as they are.
 * Returns a sentence on what is wrong when this is no page of orders.
 */
export function readSearchPage(body: Uint8Array, limit: number): SearchPage | string {
  const text = new TextDecoder().decode(body);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  if (!root || errors.length > 0) return 'The answer to the search is no JSON.';
  const list = orderList(root);
  if (!list) return 'The answer to the search holds no list of orders.';
  const orders = (list.children ?? []).flatMap((node) => orderOf(text, node) ?? []);
  const cursor = newest([
    ...orders.map((order) => order.lastUpdatedAt),
    // Of a full page it may speak of orders that are not on the page.
    ...(orders.length > 0 && orders.length < limit ? [textAt(root, 'lastUpdatedAt') ?? ''] : []),
  ]);
  return { orders, ...(cursor === undefined ? {} : { cursor }) };
}

/** The list under a known name, else the only list there is. */
function orderList(root: Node): Node | undefined {
  const known = [root, ...envelopes.map((name) => findNodeAtLocation(root, [name]))];
  const members =
    root.type === 'object' ? (root.children ?? []).flatMap(({ children }) => children?.[1] ?? []) : [];
  const lists = members.filter((node) => node.type === 'array');
  return known.find((node) => node?.type === 'array') ?? (lists.length === 1 ? lists[0] : undefined);
}

function orderOf(text: string, node: Node): SearchPage['orders'][number] | undefined {
  if (node.type !== 'object') return undefined;
  return {
    id: textAt(node, 'id') ?? textAt(node, 'orderId') ?? '',
    lastUpdatedAt: textAt(node, 'lastUpdatedAt') ?? textAt(node, 'meta', 'lastUpdatedAt') ?? newestLine(node),
    bytes: new TextEncoder().encode(text.slice(node.offset, node.offset + node.length)),
  };
}

/** An order without a timestamp of its own is as new as its newest line. */
function newestLine(order: Node): string {
  const lines = findNodeAtLocation(order, ['lines'])?.children ?? [];
  return newest(lines.map((line) => textAt(line, 'lastUpdatedAt') ?? '')) ?? '';
}

function textAt(node: Node, ...path: string[]): string | undefined {
  const found = findNodeAtLocation(node, path);
  return found?.type === 'string' ? String(found.value) : undefined;
}

/** The latest as an instant, verbatim; of equal ones the last. What is no timestamp does not count. */
function newest(timestamps: readonly string[]): string | undefined {
  return timestamps
    .filter((timestamp) => !Number.isNaN(Date.parse(timestamp)))
    .reduce<string | undefined>(
      (best, next) => (best !== undefined && isLater(best, next) ? best : next),
      undefined,
    );
}
