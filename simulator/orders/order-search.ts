import type { JsonObject } from '../model/exact-json.ts';
import type { SearchBody } from '../model/request-bodies.ts';
import type { Store } from './order-store.ts';

/** May change the order of what was found, or the orders of the exchange meanwhile. */
export type Arrange = (
  found: readonly JsonObject[],
  asked: { readonly offset: number },
) => readonly JsonObject[];

/** A page of orders changed since a time (inclusive), oldest first (specification, section 4; limit 100). */
export function searchPage(
  store: Store,
  { filters, offset, limit }: SearchBody,
  arrange: Arrange,
): JsonObject {
  const found = store.since(filters.lastUpdatedSince).map(({ view }) => view());
  return { data: arrange(found, { offset }).slice(offset, offset + limit), total: found.length };
}
