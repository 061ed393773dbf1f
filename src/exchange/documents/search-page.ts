import type { ExchangeSettings } from '../../config/schema/config-schema.ts';
import type { TroubleName } from '../../findings/localized-text.ts';
import { isLater } from '../../time/instants.ts';
import type { SearchPage } from '../exchange-client.ts';
import {
  cutJsonParts,
  findJsonExcess,
  findMember,
  type JsonPart,
  type JsonParts,
  skipBlanks,
  textOfPart,
} from './json-parts.ts';

/** What is searched for (specification, section 2, search request body). `since` goes out exactly as it came in. */
export interface SearchQuery {
  readonly since: string;
  readonly offset: number;
  readonly limit: number;
}

/** The filter is called otherwise in the `poll` profile; never both. */
export function buildSearchBody(
  { since, offset, limit }: SearchQuery,
  profile: ExchangeSettings['profile'],
): Uint8Array {
  const filters = profile === 'poll' ? { lastUpdatedAfter: since } : { lastUpdatedSince: since };
  return new TextEncoder().encode(JSON.stringify({ filters, offset, limit }));
}

/** Names under which an exchange may keep the orders of a page; an array at the top is one too. */
export const orderListNames = ['data', 'orders'];

/** What a page is read by. */
export interface PageContext {
  /** Orders that were asked for; what stands behind them is left for the next page. */
  readonly limit: number;
  /** The exchange's clock when it answered, milliseconds since 1970. */
  readonly now: number;
}

/** Milliseconds. A timestamp further ahead of the exchange's clock is wrong: a cursor there would miss all that comes before. */
const farthestAhead = 24 * 3_600_000;

/** Members of the page, and lines of an order, that are looked at. */
const members = 1000;
const lines = 10_000;

/** What is wrong with an answer that is no page of orders. */
export type UnreadablePage = Extract<
  TroubleName,
  'answer-not-json' | 'answer-no-orders' | 'answer-page-too-large'
>;

/**
 * Reads the answer of a search. Each order is cut out of the text, so that its digits and members stay as they are; one
 * that cannot be read is cut out like the others, for check to tell of. Returns the name of what is wrong when this is
 * no page of orders.
 */
export function parseSearchPage(body: Uint8Array, { limit, now }: PageContext): SearchPage | UnreadablePage {
  const json = new TextDecoder().decode(body);
  const start = skipBlanks(json, 0);
  const root = cutJsonParts(json, start, json[start] === '[' ? limit : members);
  if (!root || (!root.more && skipBlanks(json, root.end) < json.length)) return 'answer-not-json';
  const list = root.kind === 'array' ? root : orderList(json, root, limit);
  if (!list) return 'answer-no-orders';
  const orders = list.parts.flatMap((part) => orderOf(json, part) ?? []);
  if (!list.parts.every(({ start, end }) => isReadable(json.slice(start, end)))) return 'answer-not-json';
  const stamps = orders.map(({ lastUpdatedAt }) => lastUpdatedAt);
  const timely = stamps.filter((stamp) => !isAhead(stamp, now));
  // Of a full page it may speak of orders that are not on the page.
  const ofPage =
    orders.length > 0 && orders.length < limit ? (textAt(json, root, 'lastUpdatedAt') ?? '') : '';
  const cursor = newest([...timely, ...(isAhead(ofPage, now) ? [] : [ofPage])]);
  const ahead = orders.find(({ lastUpdatedAt }) => isAhead(lastUpdatedAt, now));
  return {
    orders,
    now,
    ...(cursor === undefined ? {} : { cursor }),
    ...(ahead ? { ahead: { id: ahead.id, lastUpdatedAt: ahead.lastUpdatedAt } } : {}),
    ...(list.more ? { cut: true as const } : {}),
  };
}

/** One that nests too deep or holds too much is not tried: check says so. */
function isReadable(json: string): boolean {
  if (findJsonExcess(json)) return true;
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}

export const isAhead = (timestamp: string, now: number): boolean =>
  Date.parse(timestamp) > now + farthestAhead;

/** The list under a known name, else the only list there is, if what stands there has ids: errors are no orders. */
function orderList(json: string, root: JsonParts, limit: number): JsonParts | undefined {
  const lists = root.parts.filter(({ start }) => json[start] === '[');
  const known = orderListNames
    .map((name) => findMember(root, name))
    .find((part) => part && json[part.start] === '[');
  if (known) return cutJsonParts(json, known.start, limit);
  const only = lists.length === 1 && lists[0] ? cutJsonParts(json, lists[0].start, limit) : undefined;
  return only?.parts.every((part) => orderOf(json, part)?.id) ? only : undefined;
}

function orderOf(json: string, { start, end }: JsonPart): SearchPage['orders'][number] | undefined {
  const order = json[start] === '{' ? cutJsonParts(json, start, members) : undefined;
  if (!order) return undefined;
  return {
    id: textAt(json, order, 'id') ?? textAt(json, order, 'orderId') ?? '',
    lastUpdatedAt:
      textAt(json, order, 'lastUpdatedAt') ??
      textAt(json, inside(json, order, 'meta'), 'lastUpdatedAt') ??
      newestLine(json, order),
    bytes: new TextEncoder().encode(json.slice(start, end)),
  };
}

/** An order without a timestamp of its own is as new as its newest line. */
function newestLine(json: string, order: JsonParts): string {
  const stamps = inside(json, order, 'lines')?.parts.map(
    ({ start }) => textAt(json, cutJsonParts(json, start, members), 'lastUpdatedAt') ?? '',
  );
  return newest(stamps ?? []) ?? '';
}

/** What stands in a member of it. */
function inside(json: string, parent: JsonParts, name: string): JsonParts | undefined {
  const part = findMember(parent, name);
  return part && cutJsonParts(json, part.start, lines);
}

const textAt = (json: string, parent: JsonParts | undefined, name: string): string | undefined =>
  textOfPart(json, findMember(parent, name));

/** The latest as an instant, verbatim; of equal ones the last. What is no timestamp does not count. */
function newest(timestamps: readonly string[]): string | undefined {
  return timestamps
    .filter((timestamp) => !Number.isNaN(Date.parse(timestamp)))
    .reduce<string | undefined>(
      (best, next) => (best !== undefined && isLater(best, next) ? best : next),
      undefined,
    );
}
