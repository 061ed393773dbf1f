import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearchPage } from '../../exchange/documents/search-page.ts';
import type { SearchPage } from '../../exchange/exchange-client.ts';
import { SearchPager, type SearchPosition } from './search-pages.ts';

interface Order {
  readonly id: string;
  readonly lastUpdatedAt: string;
}

/** How an exchange may answer: "since" with its own instant or without; pages sorted or not. */
interface Habits {
  readonly inclusive?: boolean;
  readonly shuffled?: boolean;
  /** Orders of one instant come in another order each time. */
  readonly restless?: boolean;
  /** `found` holds what the orders say, not their ids. */
  readonly versions?: boolean;
}

const at = (ms: number, digits = true): string => {
  const text = new Date(Date.UTC(2026, 2, 1) + ms).toISOString();
  return digits ? text : text.replace(/\.000Z$/, 'Z');
};

/** An exchange in memory: what a search gives. */
function answer(orders: readonly Order[], { since, offset }: SearchPosition, habits: Habits): SearchPage {
  const { inclusive = true, shuffled = false, restless = false } = habits;
  const from = Date.parse(since);
  const found = orders
    .filter(({ lastUpdatedAt: t }) => (inclusive ? Date.parse(t) >= from : Date.parse(t) > from))
    .map((order) => ({ order, key: restless ? Math.random() : 0 }))
    .sort((a, b) => Date.parse(a.order.lastUpdatedAt) - Date.parse(b.order.lastUpdatedAt) || a.key - b.key)
    .map(({ order }) => order)
    .slice(offset, offset + 100);
  if (shuffled) found.reverse();
  const page = parseSearchPage(Buffer.from(JSON.stringify({ data: found })), { limit: 100, now: Date.now() });
  if (typeof page === 'string') throw new Error(page);
  return page;
}

/**
 * Searches from `since` to the end: what was found, asked and kept as the cursor. `meanwhile` may change orders between
 * two pages.
 */
function drain(
  orders: readonly Order[],
  since: string,
  habits: Habits = {},
  meanwhile: (page: number) => void = () => undefined,
) {
  const pages = new SearchPager(since);
  const found = new Set<string>();
  const asked: SearchPosition[] = [];
  const cursors: string[] = [];
  for (let more = true; more; ) {
    asked.push(pages.position);
    if (asked.length > 60) throw new Error('it does not end');
    const page = answer(orders, pages.position, habits);
    for (const { id, bytes } of page.orders) found.add(habits.versions ? Buffer.from(bytes).toString() : id);
    meanwhile(asked.length);
    const taken = pages.takePage(page);
    cursors.push(taken.cursor);
    more = taken.more;
  }
  return { found, asked, cursors, cursor: cursors.at(-1), restless: pages.restless };
}

const many = (count: number, stamp: (n: number) => string, prefix = 'o'): Order[] =>
  Array.from({ length: count }, (_, n) => ({ id: `${prefix}${n}`, lastUpdatedAt: stamp(n) }));

const start = at(-1000);

describe('pages', () => {
  it('row 60: an empty one leaves the cursor as it is, verbatim', () => {
    const since = '2026-03-01T00:00:00Z';
    expect(drain([], since)).toMatchObject({ asked: [{ since, offset: 0 }], cursor: since });
  });

  it('row 61: exactly 100, then none that is new', () => {
    const { asked, cursor, found } = drain(
      many(100, (n) => at(n)),
      start,
    );
    expect(asked).toEqual([
      { since: start, offset: 0 },
      { since: at(99), offset: 0 },
    ]);
    expect([found.size, cursor]).toEqual([100, at(99)]);
  });

  it.each([true, false])('row 62: 250 orders with one timestamp (own instant included: %s)', (inclusive) => {
    const { found, asked, cursors } = drain(
      many(250, () => at(5)),
      start,
      { inclusive },
    );
    expect(found.size).toBe(250);
    expect(asked.map(({ offset }) => offset)).toEqual([0, 90, 180]);
    expect(cursors).toEqual([start, start, at(5)]);
  });

  it('row 62: the same where the cursor stands on that timestamp already', () => {
    const { found, asked, cursor } = drain(
      many(250, () => at(5)),
      at(5),
    );
    expect([found.size, cursor]).toEqual([250, at(5)]);
    expect(asked.map(({ offset }) => offset)).toEqual([0, 90, 180]);
  });

  it('without offset where the timestamps differ', () => {
    const { asked, found } = drain(
      many(250, (n) => at(n)),
      start,
    );
    expect(asked.map(({ since }) => since)).toEqual([start, at(99), at(198)]);
    expect(asked.every(({ offset }) => offset === 0)).toBe(true);
    expect(found.size).toBe(250);
  });

  it('row 64: not sorted are followed by offset, the cursor being their latest', () => {
    const { found, cursor } = drain(
      many(250, (n) => at(n)),
      start,
      { shuffled: true },
    );
    expect([found.size, cursor]).toEqual([250, at(249)]);
  });

  it('row 64: a timestamp without milliseconds is kept as it came', () => {
    const orders = [
      { id: 'a', lastUpdatedAt: '2026-03-01T00:00:00.900Z' },
      { id: 'b', lastUpdatedAt: '2026-03-01T00:00:01Z' },
    ];
    expect(drain(orders, start).cursor).toBe('2026-03-01T00:00:01Z');
  });

  it.each([true, false])(
    'that end within one timestamp leave nothing behind (own instant included: %s)',
    (inclusive) => {
      const orders = [...many(60, (n) => at(n), 'early'), ...many(250, () => at(500), 'same')];
      const later = many(30, (n) => at(600 + n), 'late');
      const { found, cursor } = drain([...orders, ...later], start, { inclusive });
      expect(found.size).toBe(340);
      expect(cursor).toBe(at(629));
    },
  );

  describe('between which orders are changed', () => {
    /** Changes so many orders of the oldest: they move to the end. */
    const touch = (orders: Order[], count: number, stamp: (n: number) => string): void => {
      for (let n = 0; n < count; n += 1) {
        const [order] = orders.splice(0, 1);
        if (order) orders.push({ id: order.id, lastUpdatedAt: stamp(n) });
      }
    };
    let clock = 10_000;
    const now = () => {
      clock += 1;
      return at(clock);
    };
    const latest = (orders: readonly Order[]) => orders.map((order) => JSON.stringify(order));

    it.each([1, 9, 10, 60])('miss none of 250 with one timestamp when %i move to the end', (moved) => {
      const orders = many(250, () => at(5));
      const { found, asked, restless } = drain(orders, start, { versions: true }, (page) =>
        page === 1 ? touch(orders, moved, now) : undefined,
      );
      for (const order of latest(orders)) expect(found).toContain(order);
      expect([asked.length > 3, restless]).toEqual([moved > 9, false]);
    });

    it('end where they never stand still, the cursor behind them, and say so', () => {
      const orders = many(250, () => at(5));
      const { cursor, restless, asked } = drain(orders, start, {}, (page) => {
        orders.splice(0, 11);
        orders.push(...many(11, () => at(5), `page${page}-`));
      });
      expect([cursor, restless]).toEqual([at(5), true]);
      expect(asked.length).toBeLessThan(40);
    });

    it('find orders of one instant that come in another order each time', () => {
      const orders = many(250, () => at(5));
      const { found } = drain(orders, start, { restless: true });
      expect(found.size).toBeGreaterThan(240);
    });

    it('miss no order, whatever the timestamps and the changes', () => {
      const list = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 90, maxLength: 420, size: 'max' });
      const changes = fc.array(fc.nat(25), { maxLength: 5 });
      const property = fc.property(list, changes, fc.boolean(), (stamps, counts, inclusive) => {
        const orders = many(stamps.length, (n) => at((stamps[n] ?? 0) * 1000));
        orders.sort((a, b) => Date.parse(a.lastUpdatedAt) - Date.parse(b.lastUpdatedAt));
        const habits = { inclusive, versions: true };
        const first = drain(orders, start, habits, (page) => touch(orders, counts[page - 1] ?? 0, now));
        const second = drain(orders, first.cursor ?? start, habits);
        return latest(orders).every((order) => first.found.has(order) || second.found.has(order));
      });
      fc.assert(property, { numRuns: 100 });
    });
  });

  it('find every order, whatever the timestamps and the habits of the exchange', () => {
    const stamps = fc.array(fc.record({ ms: fc.integer({ min: 0, max: 12 }), digits: fc.boolean() }), {
      maxLength: 420,
      size: 'max',
    });
    const property = fc.property(stamps, fc.boolean(), fc.boolean(), (list, inclusive, shuffled) => {
      const orders = many(list.length, (n) => at((list[n]?.ms ?? 0) * 1000, list[n]?.digits));
      const { found, cursor } = drain(orders, start, { inclusive, shuffled });
      const latest = Math.max(Date.parse(start), ...orders.map((order) => Date.parse(order.lastUpdatedAt)));
      return found.size === orders.length && Date.parse(cursor ?? '') === latest;
    });
    fc.assert(property, { numRuns: 150 });
  });
});
