import { afterAll, describe, expect, it } from 'vitest';
import type { RetentionCutoff } from '../journal.ts';
import { openPostgresJournal } from '../postgres/open-postgres.ts';
import { PostgresEngine } from '../postgres/postgres-engine.ts';
import { type SqlSteps, selectRows } from '../sql/sql-engine.ts';
import { startPostgres } from '../testkit/postgres-server.ts';
import { prune } from './retention.ts';

const server = await startPostgres();
afterAll(() => server?.close());

const settled = 5_000;

/** Half of them delivered, half files that were cut into documents: ten each. */
const fill = `
  insert into message (received_at, channel, lane, direction, name, source, hash, state, outcome, reason, settled_at, filed, arrival, parent, number)
    select '2026-03-01T10:00:00.000Z', 'orders', 'orders', 'inbound', 'export.xml', '{}', 'none', 'settled',
      case when n % 2 = 0 then 'delivered' when n % 20 = 1 then 'split' else 'delivered' end, '', '2026-03-01T10:00:01.000Z', 1, n,
      case when n % 2 = 1 and n % 20 <> 1 then n - n % 20 + 1 end, case when n % 2 = 1 and n % 20 <> 1 then n % 20 end
    from generate_series(1, ${settled}) n`;

/** Rows of messages that a bite of the retention reads, and how many it deletes from. */
function* readBy(engine: PostgresEngine, expiry: RetentionCutoff): SqlSteps<{ done: number; read: number }> {
  const done = yield* prune(engine.dialect, expiry, 20);
  const [row] = yield* selectRows(
    "select seq_tup_read + idx_tup_fetch as n from pg_stat_xact_user_tables where relname = 'message'",
  );
  return { done, read: Number(row?.n) };
}

describe.skipIf(server === undefined)('a bite of the retention on PostgreSQL', () => {
  it('reads what has expired and nothing else, however much has settled', async () => {
    const url = (await server?.database()) ?? '';
    await (await openPostgresJournal(url)).close();
    await server?.run(url, fill);
    await server?.run(url, 'vacuum analyze message');
    const engine = new PostgresEngine(url, undefined, 1);
    const never = '2020-01-01T00:00:00.000Z';
    const nothing = await engine.write(() => readBy(engine, { messages: never, bodies: never }));
    expect(nothing.done).toBe(0);
    expect(nothing.read).toBeLessThan(50);
    const ever = '2999-01-01T00:00:00.000Z';
    const bodies = await engine.write(() => readBy(engine, { bodies: ever }));
    expect(bodies.done).toBe(20);
    expect(bodies.read).toBeLessThan(500);
    const messages = await engine.write(() => readBy(engine, { messages: ever }));
    expect(messages.done).toBe(20);
    expect(messages.read).toBeLessThan(500);
    await engine.close();
  });
});
