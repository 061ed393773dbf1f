import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { list } from '../browse/list-messages.ts';
import type { RetentionCutoff } from '../journal.ts';
import { freeDeadGateways } from '../lanes/gateway-leases.ts';
import { readPage } from '../pages/message-pages.ts';
import { chooseSources } from '../pages/message-sources.ts';
import { type SqlSteps, selectNumber } from '../sql/sql-engine.ts';
import { startPostgres } from '../testkit/postgres-server.ts';
import { prune } from '../upkeep/retention.ts';
import { openPostgresJournal } from './open-postgres.ts';
import { PostgresEngine } from './postgres-engine.ts';

const server = await startPostgres();
afterAll(() => server?.close());

const settled = 5_000;

/** Half of them delivered, half files that were cut into documents: ten each. */
const fill = `
  insert into message (received_at, channel, lane, direction, name, source, hash, state, outcome, reason, settled_at, filed, arrival, parent, number)
    select '2026-03-01T10:00:00.000Z', 'orders', 'orders', 'inbound', 'export.xml', '{"kind":"webhook","method":"POST"}', 'none', 'settled',
      case when n % 2 = 0 then 'delivered' when n % 20 = 1 then 'split' else 'delivered' end, '', '2026-03-01T10:00:01.000Z', 1, n,
      case when n % 2 = 1 and n % 20 <> 1 then n - n % 20 + 1 end, case when n % 2 = 1 and n % 20 <> 1 then n % 20 end
    from generate_series(1, ${settled}) n`;

/** Of messages, by this connection; it counts on until the server has taken note. */
function* countRead(): SqlSteps<number> {
  const counts = 'select seq_tup_read + idx_tup_fetch as n from pg_stat_xact_user_tables where relname = ?';
  return yield* selectNumber(counts, 'message');
}

/** What a transaction of these steps resolves to, and how many rows of messages it reads. */
function readBy<T>(
  engine: PostgresEngine,
  steps: () => SqlSteps<T>,
): Promise<{ readonly done: T; readonly read: number }> {
  return engine.write(function* () {
    const before = yield* countRead();
    const done = yield* steps();
    return { done, read: (yield* countRead()) - before };
  });
}

/** Plans are made before the values are known: the order and the indexes have to lead to what is asked for. */
describe.skipIf(server === undefined)('on PostgreSQL, however much has settled', () => {
  let url: string;
  let engine: PostgresEngine;
  beforeAll(async () => {
    url = (await server?.database()) ?? '';
    await (await openPostgresJournal(url)).close();
    await server?.run(url, fill);
    await server?.run(url, 'vacuum analyze message');
    engine = new PostgresEngine(url, undefined, 1);
  });
  afterAll(() => engine.close());

  it('a bite of the retention reads what has expired and nothing else', async () => {
    const bite = (expiry: RetentionCutoff) => readBy(engine, () => prune(engine.dialect, expiry, 20));
    const never = '2020-01-01T00:00:00.000Z';
    const nothing = await bite({ messages: never, bodies: never });
    expect(nothing.done).toBe(0);
    expect(nothing.read).toBeLessThan(50);
    const ever = '2999-01-01T00:00:00.000Z';
    for (const expiry of [{ bodies: ever }, { messages: ever }]) {
      const { done, read } = await bite(expiry);
      expect(done).toBe(20);
      expect(read).toBeLessThan(500);
    }
  });

  it('a page of one finding, far down, looks up its messages and no others', async () => {
    await server?.run(
      url,
      `insert into finding (message, n, code, value, path, level) select id, 0, 'table-miss', 'STK', '', 'park' from message`,
    );
    await server?.run(url, 'vacuum analyze finding');
    const selection = { finding: 'table-miss', value: 'STK' };
    const read = await engine.runPage(function* () {
      const before = yield* countRead();
      const query = { ...selection, limit: 20, before: settled / 2 };
      const { messages } = yield* readPage(query, chooseSources(engine.dialect, selection));
      expect(messages).toHaveLength(20);
      return (yield* countRead()) - before;
    });
    expect(read).toBe(21);
    const query = { finding: 'table-miss', limit: 20 };
    const listed = await engine.runQuery(function* () {
      const before = yield* countRead();
      expect(yield* list(engine.dialect, query)).toHaveLength(20);
      return (yield* countRead()) - before;
    });
    expect(listed).toBeLessThan(30);
  });

  it('what a dead gateway had in hand is found among what is in hand', async () => {
    await server?.run(url, "update message set owner = 'dead' where id = 7");
    const { read } = await readBy(engine, () => freeDeadGateways(engine.dialect));
    expect(read).toBeLessThan(50);
    expect(await server?.run(url, 'select id from message where owner is not null')).toEqual([]);
  });
});
