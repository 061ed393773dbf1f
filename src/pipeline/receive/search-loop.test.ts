import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { outboundChannel } from '../../config/schema/config-schema.ts';
import { clientFor, grantLogin, recordingLog, startLoopback } from '../../exchange/testkit/loopback.ts';
import type { Journal } from '../../journal/journal.ts';
import { openSqliteJournal } from '../../journal/sqlite/open-sqlite.ts';
import { limits } from '../../limits.ts';
import { computeNextPeriod, SearchLoop } from './search-loop.ts';

interface Order {
  readonly id: string;
  readonly lastUpdatedAt: string;
}

const since = '2026-03-01T00:00:00.000Z';
const settings = (more: object = {}) =>
  outboundChannel.parse({
    as: 'buyer',
    document: 'scsn/OrderResponse',
    from: { search: { every: '1h', since } },
    to: { folder: 'in' },
    ...more,
  });

/** A search of an exchange that answers over HTTP, into a journal on disk. */
async function site(more: { readonly channel?: object } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'search-'));
  const journal = openSqliteJournal(join(folder, 'journal.db'));
  const state = { orders: [] as Order[], down: false, most: 100, date: '', whole: '' };
  const queries: { since: string; offset: number }[] = [];
  const waiting = new Set<() => void>();
  const server = await startLoopback((seen, response) => {
    if (grantLogin(seen, response)) return;
    if (seen.method !== 'POST' || seen.body === '') return response.end();
    const { filters, offset } = JSON.parse(seen.body);
    queries.push({ since: filters.lastUpdatedSince, offset });
    if (state.date !== '') response.setHeader('date', state.date);
    if (state.down) response.writeHead(503).end();
    else if (state.whole !== '') response.end(state.whole);
    else {
      const from = Date.parse(filters.lastUpdatedSince);
      const data = state.orders
        .filter(({ lastUpdatedAt }) => Date.parse(lastUpdatedAt) >= from)
        .slice(offset, offset + state.most);
      response.end(JSON.stringify({ data }));
    }
  });
  const client = clientFor(server.url);
  let answers = 0;
  const search: typeof client.search = async (...given) => {
    const answer = await client.search(...given);
    answers += 1;
    setImmediate(() => {
      for (const wake of waiting) wake();
    });
    return answer;
  };
  const kept = recordingLog();
  const channel = {
    name: 'responses',
    kind: 'response' as const,
    companyId: 'c',
    as: 'buyer' as const,
    language: 'en' as const,
    direction: 'outbound' as const,
    settings: settings(more.channel),
  };
  onTestFinished(async () => {
    await client.close();
    await server.close();
    await journal.close();
    rmSync(folder, { recursive: true, force: true });
  });
  /** Does the journal say that it is this gateway's turn? */
  const turn = { isOurs: true };
  const leases = {
    shared: true,
    acquireLease: async () => turn.isOurs,
    renewLease: async () => turn.isOurs,
    releaseLease: journal.releaseLease,
    releaseOtherLeases: journal.releaseOtherLeases,
  };
  const loop = (receive: Journal['receive'] = journal.receive.bind(journal)) =>
    new SearchLoop({
      channel,
      exchange: { search },
      journal: { ...leases, findCursor: journal.findCursor },
      pipeline: { receive: async (...given) => void (await receive(...given)) },
      log: kept.log,
    });
  /** Resolves when so many searches were answered in all. */
  const asked = (count: number): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (answers < count) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  /** One start of the gateway: searches until it waits for the next period. */
  const once = async (count: number, receive?: Journal['receive']): Promise<void> => {
    const before = answers;
    const one = loop(receive);
    const running = one.run();
    await asked(before + count);
    await journal.receive([]); // commits are grouped: what came before is on disk after it
    one.stop();
    await running;
  };
  const names = async () => (await journal.list({ limit: 1000 })).map(({ name }) => name).sort();
  return { journal, state, turn, queries, once, loop, asked, names, lines: kept.lines };
}

const order = (id: string, time: string): Order => ({ id, lastUpdatedAt: `2026-03-${time}` });

describe('the search', () => {
  it('starts at the configured date, verbatim, and keeps what the exchange said', async () => {
    const { state, once, queries, journal } = await site();
    state.orders = [order('a', '05T10:00:00Z')];
    await once(1);
    expect(queries).toEqual([{ since, offset: 0 }]);
    expect(await journal.findCursor('responses')).toEqual({ value: '2026-03-05T10:00:00Z', noting: false });
  });

  it('reads the day before the cursor again on start, by the timestamp of the cursor', async () => {
    const { state, once, queries, names, journal } = await site();
    state.orders = [order('a', '05T10:00:00.000Z')];
    await once(1);
    state.orders = [
      order('late', '04T11:00:00.000Z'),
      order('too-late', '04T09:00:00.000Z'),
      ...state.orders,
    ];
    await once(2);
    expect(queries.slice(1)).toEqual([
      { since: '2026-03-05T10:00:00.000Z', offset: 0 },
      { since: '2026-03-04T10:00:00.000Z', offset: 0 },
    ]);
    expect(await names()).toEqual(['a', 'late']);
    expect((await journal.findCursor('responses'))?.value).toBe('2026-03-05T10:00:00.000Z');
  });

  it('costs no row for what was seen, however often it is read', async () => {
    const { state, once, names } = await site();
    state.orders = [order('a', '05T10:00:00.000Z'), order('b', '05T10:00:00.000Z')];
    await once(1);
    await once(2);
    await once(2);
    expect(await names()).toEqual(['a', 'b']);
  });

  it('reads nothing again from before the configured start', async () => {
    const { state, once, queries, names } = await site();
    state.orders = [order('a', '01T00:30:00.000Z')];
    await once(1);
    state.orders = [{ id: 'old', lastUpdatedAt: '2026-02-28T23:59:00.000Z' }, ...state.orders];
    await once(2);
    expect(queries.at(-1)?.since).toBe(since);
    expect(await names()).toEqual(['a']);
  });

  it('stores every page of 250 orders with one timestamp, and then moves on', async () => {
    const { state, once, names, journal, queries } = await site();
    state.orders = Array.from({ length: 250 }, (_, n) => order(`o${n}`, '05T10:00:00.000Z'));
    await once(3);
    expect(queries.map(({ offset }) => offset)).toEqual([0, 90, 180]);
    expect(await names()).toHaveLength(250);
    expect((await journal.findCursor('responses'))?.value).toBe('2026-03-05T10:00:00.000Z');
  });

  it('row 63: a crash between page and cursor loses nothing and doubles nothing', async () => {
    const { state, once, journal, names } = await site();
    state.orders = Array.from({ length: 150 }, (_, n) => order(`o${n}`, `05T10:00:00.${100 + n}Z`));
    const crash: Journal['receive'] = async () => {
      throw new Error('the disk is full');
    };
    await once(1, crash);
    expect(await journal.findCursor('responses')).toBeUndefined();
    let pages = 0;
    const crashLater: Journal['receive'] = (...given) => {
      pages += 1;
      return pages === 1 ? journal.receive(...given) : crash(...given);
    };
    await once(2, crashLater);
    expect((await journal.findCursor('responses'))?.value).toBe('2026-03-05T10:00:00.199Z');
    await once(2);
    expect(await names()).toHaveLength(150);
    expect((await journal.findCursor('responses'))?.value).toBe('2026-03-05T10:00:00.249Z');
  });

  it('notes what lies before the first run, and only that', async () => {
    const { state, once, journal } = await site({ channel: { firstRun: 'noteOnly' } });
    state.orders = Array.from({ length: 120 }, (_, n) => order(`o${n}`, `05T10:00:00.${100 + n}Z`));
    await once(2);
    state.orders.push(order('new', '06T10:00:00.000Z'));
    await once(2);
    const found = await journal.list({ limit: 1000 });
    const notes = found.map(({ name, source }) => [name, source.kind === 'search' && source.note]);
    expect(Object.fromEntries(notes)).toMatchObject({ o0: true, o119: true, new: false });
  });

  it('says why it fails, tries again soon, and goes on', async () => {
    const { state, loop, asked, names, lines } = await site();
    state.orders = [order('a', '05T10:00:00.000Z')];
    state.down = true;
    const search = loop();
    const running = search.run();
    await asked(1);
    await expect.poll(() => search.trouble()?.en).toContain('503');
    await asked(2);
    state.down = false;
    await asked(3);
    await expect.poll(() => names()).toEqual(['a']);
    expect(search.trouble()).toBeUndefined();
    const told = lines.join('').match(/search-(failed|works)/g);
    expect(told).toEqual(['search-failed', 'search-works']);
    search.stop();
    await running;
  });
});

it('what it met is no trouble of this gateway any more when another one searches', async () => {
  const { state, turn, loop, asked } = await site();
  state.down = true;
  const one = loop();
  const running = one.run();
  await asked(1);
  await expect.poll(() => one.trouble()?.en).toContain('503');
  turn.isOurs = false;
  await expect.poll(() => one.trouble(), { timeout: 10_000 }).toBeUndefined();
  one.stop();
  await running;
});

describe('what the exchange does wrong', () => {
  const deep = `{"id":"deep","lastUpdatedAt":"2026-03-05T10:00:01Z","x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
  const deeper = deep.replaceAll(/[[\]]{5000}/g, (brackets) => brackets.repeat(40));
  const good = '{"id":"good","lastUpdatedAt":"2026-03-05T10:00:02Z"}';

  it.each([
    ['5,000', deep],
    ['200,000', deeper],
  ])('a hit that nests %s deep does not hold up the others', async (_, hit) => {
    const { state, once, names, journal } = await site();
    state.whole = `{"data":[${hit},${good}]}`;
    await once(1);
    expect(await names()).toEqual(['deep', 'good']);
    expect((await journal.findCursor('responses'))?.value).toBe('2026-03-05T10:00:02Z');
  });

  it('a page of 350 where 100 were asked for is taken 100 at a time', async () => {
    const { state, once, names, lines, journal } = await site();
    state.most = Infinity;
    state.orders = Array.from({ length: 350 }, (_, n) => order(`o${n}`, `05T10:00:00.${100 + n}Z`));
    await once(4);
    expect(await names()).toHaveLength(350);
    expect((await journal.findCursor('responses'))?.value).toBe('2026-03-05T10:00:00.449Z');
    expect(lines.join('')).toContain('search-page-too-long');
  });

  it('an id of 3 MB, or of none, reaches neither name nor key of the journal', async () => {
    const { state, once, names } = await site();
    state.whole = `{"data":[{"id":"${'x'.repeat(3_000_000)}","n":1},{"n":2}]}`;
    await once(1);
    await once(1);
    expect((await names()).map(({ length }) => length)).toEqual([0, limits.identifier]);
  });

  it('a timestamp in the year 9999 does not move the cursor, its order is handled, and it is told', async () => {
    const { state, loop, asked, names, journal, lines } = await site();
    state.date = 'Thu, 05 Mar 2026 12:00:00 GMT';
    state.orders = [
      order('a', '05T10:00:00Z'),
      order('b', '06T11:00:00Z'),
      { id: 'c', lastUpdatedAt: '9999-12-31T00:00:00.000Z' },
    ];
    const search = loop();
    const running = search.run();
    await asked(1);
    await expect.poll(() => names()).toEqual(['a', 'b', 'c']);
    expect((await journal.findCursor('responses'))?.value).toBe('2026-03-06T11:00:00Z');
    expect(search.warning()?.en).toContain('Order c says that it was changed at 9999-12-31T00:00:00.000Z');
    expect(search.trouble()).toBeUndefined();
    expect(lines.filter((line) => line.includes('search-timestamp-ahead'))).toHaveLength(1);
    search.stop();
    await running;
  });

  it('a cursor that stands in the future already is told', async () => {
    const { state, loop, asked, journal } = await site();
    state.date = 'Thu, 05 Mar 2026 12:00:00 GMT';
    const value = '9999-12-31T00:00:00.000Z';
    await journal.receive([], { cursor: { channel: 'responses', value, noting: false } });
    const search = loop();
    const running = search.run();
    await asked(1);
    await expect.poll(() => search.warning()?.en).toContain('gateway journal cursor responses --to');
    search.stop();
    await running;
  });
});

describe('the period', () => {
  it('is halved while full pages come, not below ten seconds, and grows back', () => {
    const every = 300_000;
    const full = Array.from({ length: 6 }).reduce<number[]>(
      (all) => [...all, computeNextPeriod(all.at(-1) ?? every, every, true)],
      [],
    );
    expect(full).toEqual([150_000, 75_000, 37_500, 18_750, 10_000, 10_000]);
    expect(computeNextPeriod(10_000, every, false)).toBe(20_000);
    expect(computeNextPeriod(200_000, every, false)).toBe(every);
  });

  it('that is short already stays', () => {
    expect(computeNextPeriod(5_000, 5_000, true)).toBe(5_000);
  });
});
