import type { JsonObject } from './json.ts';
import type { SearchBody } from './model.ts';
import type { Store } from './store.ts';

/** A page of orders changed since a time (inclusive), oldest first (specification, section 4; limit 100). */
export function searchPage(store: Store, { filters, offset, limit }: SearchBody): JsonObject {
  const orders = store.since(filters.lastUpdatedSince);
  return { data: orders.slice(offset, offset + limit).map(({ view }) => view()), total: orders.length };
}
