import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { startProxy } from '../../../test/faults/proxy.ts';
import { until } from '../../../test/kit/site.ts';
import type { Log } from '../../system/log.ts';
import type { Journal } from '../journal.ts';
import { countGateways } from '../lanes/gateway-leases.ts';
import { execute, selectRows } from '../sql/sql-engine.ts';
import { hasPooler, startPooler } from '../testkit/pooler.ts';
import { startPostgres } from '../testkit/postgres-server.ts';
import { openPostgresJournal } from './open-postgres.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { PostgresEngine } from './postgres-engine.ts';
import { readServerDurability } from './server-durability.ts';

/** What a real server may lack, or do to us. */

const server = await startPostgres();
afterAll(() => server?.close());

/** A log that keeps what it is told. */
function listening(): { readonly log: Log; readonly said: unknown[][] } {
  const said: unknown[][] = [];
  const note = (...words: unknown[]): void => void said.push(words);
  return { said, log: { debug: note, info: note, warn: note, error: note } };
}

const source = { kind: 'webhook', method: 'POST' } as const;
const event = { channel: 'responses', direction: 'outbound', name: 'first', source } as const;

describe.skipIf(server === undefined)('a role that may not create extensions', () => {
  it('works, is told once a start what makes the search quick, and no more when that was done', async () => {
    const url = (await server?.database()) ?? '';
    await server?.run(url, 'create role clerk login; grant create on schema public to clerk');
    const clerk = url.replace('test@', 'clerk@');
    const { log, said } = listening();
    const journal = await openPostgresJournal(clerk, log);
    await journal.receive([{ ...event, bytes: Buffer.from('1') }]);
    await journal.storeChecked(1, { findings: [], purchaseOrderNumber: 'VM2400381' });
    expect(await journal.list({ limit: 5, find: 'VM2400381' })).toHaveLength(1);
    await journal.close();
    expect(said).toEqual([[{ code: 'journal-search-slow' }, expect.stringContaining('pg_trgm')]]);

    const advice =
      /run once in its database, as somebody who may: (.*)$/.exec(String(said[0]?.[1]))?.[1] ?? '';
    await server?.run(url, advice);
    const again = await openPostgresJournal(clerk, log);
    expect(await again.list({ limit: 5, find: 'VM2400381' })).toHaveLength(1);
    await again.close();
    expect(said).toHaveLength(1);
  });
});

describe.skipIf(server === undefined)('a server that does not tell its timeline', () => {
  it('is used like any other', async () => {
    const url = (await server?.database()) ?? '';
    await server?.run(url, 'create role guest login; grant create on schema public to guest');
    await server?.run(url, 'revoke execute on function pg_current_wal_lsn from public');
    const guest = url.replace('test@', 'guest@');
    await expect(server?.run(guest, 'select pg_current_wal_lsn()')).rejects.toThrow('permission denied');
    const journal = await openPostgresJournal(guest);
    await journal.receive([{ ...event, bytes: Buffer.from('1') }]);
    expect(await journal.list({ limit: 5 })).toHaveLength(1);
    await journal.close();
  });
});

describe.skipIf(server === undefined)('a server that confirms commits early', () => {
  it('confirms those of a gateway when they are on its disk', async () => {
    const url = (await server?.database()) ?? '';
    await server?.run(url, `alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`);
    expect(await server?.run(url, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'off' }]);
    expect(await readServerDurability(url)).toEqual({ isOnDisk: true, isFollowedLate: false });
  });
});

const known = 'select name from pg_prepared_statements where ? = 1';

describe.skipIf(server === undefined)('a connection to the server itself', () => {
  it('knows the statements of the work with their plans, and not too many', async () => {
    const engine = new PostgresEngine((await server?.database()) ?? '', undefined, 1);
    for (let n = 0; n < 300; n += 1) await engine.write(() => selectRows(`select ? as n${n}`, 'x'));
    const names = await engine.read(() => selectRows(known, 1));
    expect(names.length).toBeGreaterThan(100);
    expect(names.length).toBeLessThanOrEqual(200);
    await engine.close();
  });
});

describe.skipIf(server === undefined)('many gateways on one server', () => {
  it('have fewer connections each: never less than two, of which those that are all busy use one for their work', async () => {
    const engine = new PostgresEngine((await server?.database()) ?? '');
    const countOpen = async (alive: number, busy: number): Promise<number> => {
      engine.shareConnections({ alive, busy });
      const slow = () => selectRows('select pg_backend_pid() as pid, pg_sleep(0.05)');
      const rows = await Promise.all(Array.from({ length: 12 }, () => engine.write(slow)));
      return new Set(rows.map(([row]) => row?.pid)).size;
    };
    expect(await countOpen(100, 1)).toBe(2);
    expect(await countOpen(10, 6)).toBe(1);
    expect(await countOpen(5, 2)).toBe(4);
    expect(await countOpen(1, 1)).toBe(5);
    await engine.close();
  });

  it('count as busy with a message in hand, or as the one who asks', async () => {
    const url = (await server?.database()) ?? '';
    const journals = await Promise.all([1, 2, 3].map(() => openPostgresJournal(url)));
    const engine = new PostgresEngine(url, undefined, 1);
    const count = (owner: string) => engine.write(() => countGateways(postgresDialect, owner));
    expect(await count('nobody')).toEqual({ alive: 3, busy: 0, dead: 0 });
    const source = { kind: 'webhook', method: 'POST' } as const;
    const event = { channel: 'responses', direction: 'outbound', name: 'first', source } as const;
    await journals[0]?.receive([{ ...event, bytes: Buffer.from('1') }]);
    await journals[1]?.takeNextToCheck({ count: 1, busy: [] });
    expect(await count('nobody')).toEqual({ alive: 3, busy: 1, dead: 0 });
    const owners = await engine.read(() => selectRows('select owner from gateway'));
    const all = await Promise.all(owners.map(({ owner }) => count(String(owner))));
    expect(all.map(({ busy }) => busy).sort()).toEqual([1, 2, 2]);
    await Promise.all([...journals, engine].map((each) => each.close()));
  });

  it('plan a statement of the work once, and what people ask for its values', async () => {
    const engine = new PostgresEngine((await server?.database()) ?? '', undefined, 1);
    const setting = () => selectRows("select current_setting('plan_cache_mode') as mode");
    expect(await engine.read(setting)).toEqual([{ mode: 'force_generic_plan' }]);
    expect(await engine.runQuery(setting)).toEqual([{ mode: 'auto' }]);
    expect(await engine.write(setting)).toEqual([{ mode: 'force_generic_plan' }]);
    await engine.close();
  });
});

describe.skipIf(server === undefined)('questions that take long', () => {
  it('leave a connection to the work, however many people ask', async () => {
    const url = (await server?.database()) ?? '';
    const [engine, other] = [new PostgresEngine(url), new PostgresEngine(url, undefined, 1)];
    engine.shareConnections({ alive: 100, busy: 100 });
    await other.write(() => execute('select pg_advisory_lock(7)'));
    const asked = Array.from({ length: 3 }, () =>
      engine.runQuery(() => selectRows('select 1 as n from (select pg_advisory_xact_lock(7)) locked')),
    );
    const waiting = "select 1 from pg_locks where locktype = 'advisory' and not granted";
    await until('a question', async () => ((await server?.run(url, waiting))?.length ? true : undefined));
    expect(await engine.write(() => selectRows('select 2 as n'))).toEqual([{ n: 2 }]);
    await other.write(() => execute('select pg_advisory_unlock(7)'));
    expect(await Promise.all(asked)).toEqual([[{ n: 1 }], [{ n: 1 }], [{ n: 1 }]]);
    await Promise.all([engine.close(), other.close()]);
  });
});

/** Without PgBouncer on this machine it is skipped. */
describe.skipIf(server === undefined || !hasPooler)('gateways behind a pooler', () => {
  it('bring every message to its end, though each transaction may meet another process of the server', async () => {
    const url = (await server?.database()) ?? '';
    const pooler = await startPooler(server?.port ?? 0, url);
    const journals = await Promise.all([1, 2, 3].map(() => openPostgresJournal(pooler.behind(url))));
    const source = { kind: 'webhook', method: 'POST' } as const;
    const event = { channel: 'responses', direction: 'outbound', source } as const;
    const ended: number[] = [];
    const work = async (journal: Journal): Promise<void> => {
      await journal.receive(
        Array.from({ length: 20 }, (_, n) => ({ ...event, name: `${n}`, bytes: noise() })),
      );
      const next = () => journal.takeNextToCheck({ count: 5, busy: [] });
      for (let taken = await next(); taken.length > 0; taken = await next())
        for (const { id } of taken) await journal.storeChecked(id, { findings: [] });
      await expect
        .poll(async () => {
          const claimed = await journal.claim({ direction: 'outbound', count: 5, due: Date.now(), busy: [] });
          for (const { id } of claimed)
            await journal.settle(id, { outcome: 'ignored', reason: '', findings: [] });
          return ended.push(...claimed.map(({ id }) => id));
        })
        .toBe(60);
    };
    try {
      await Promise.all(journals.map(work));
      expect(new Set(ended).size).toBe(60);
    } finally {
      await Promise.all(journals.map((journal) => journal.close()));
      await pooler.close();
    }
  });
});

const noise = (): Buffer => randomBytes(50);

describe.skipIf(server === undefined)('a connection that stays open and brings nothing', () => {
  it('is given up after one deadline, and another one is made', async () => {
    const url = new URL((await server?.database()) ?? '');
    const proxy = await startProxy(server?.port ?? 0);
    url.port = `${proxy.port}`;
    const statement = 4000;
    const engine = new PostgresEngine(url.href, statement);
    const ask = () => engine.write(() => selectRows('select 1 as n'));
    try {
      expect(await ask()).toEqual([{ n: 1 }]);
      proxy.freeze();
      const started = performance.now();
      const error = await ask().then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(engine.explainUnwritable(error)?.en).toMatch(/cannot be reached/);
      expect(performance.now() - started).toBeLessThan(2.4 * statement);
      expect(await ask()).toEqual([{ n: 1 }]);
      // one of them looked whether commits wait for a standby
      expect(proxy.connections()).toBe(3);
    } finally {
      await engine.close();
      await proxy.close();
    }
  });
});

/** Takes a lock and then stands still, as a machine that hangs. */
const hanging = `
  import { PostgresEngine } from '${new URL('postgres-engine.ts', import.meta.url)}';
  const engine = new PostgresEngine(process.argv[1], 1000);
  await engine.write(function* () {
    yield { sql: 'select pg_advisory_xact_lock(1)', values: [] };
    process.kill(process.pid, 'SIGSTOP');
    yield { sql: 'select 1', values: [] };
  });`;

describe.skipIf(server === undefined)('a gateway that hangs in the middle of a transaction', () => {
  it('keeps its locks from the others for one deadline, no longer', async () => {
    const url = (await server?.database()) ?? '';
    const words = ['--input-type=module', '--eval', hanging, url];
    const child = spawn(process.execPath, words, { stdio: 'inherit' });
    const other = new PostgresEngine(url);
    try {
      const held = "select 1 from pg_locks where locktype = 'advisory' and granted";
      await until('the lock', async () => ((await server?.run(url, held))?.length === 1 ? true : undefined));
      await other.write(() => execute('select pg_advisory_xact_lock(1)'));
    } finally {
      child.kill('SIGKILL');
      await other.close();
    }
  });
});

describe.skipIf(server === undefined)('a server that has not noticed how much is waiting', () => {
  const claimSome = (journal: Journal) =>
    journal.claim({ direction: 'inbound', count: 4, due: Date.now(), busy: [] });
  let last = 0;
  const fill = (state: string, count: number): string => {
    last += count;
    return `insert into message (received_at, channel, direction, name, source, state, hash, order_key, arrival, lane, claimable)
      select '2026-03-01T10:00:00.000Z', 'orders', 'inbound', 'n', '{"kind":"webhook","method":"POST"}', '${state}', 'h', '${state}' || n, n::bigint * 1048576, 'orders', ${state === 'settled' ? 0 : 2}
      from generate_series(${last - count + 1}, ${last}) n`;
  };

  /** A journal in which somebody worked while it held this, which is what the server knows of it. */
  async function workedOn(url: string, held: string): Promise<Journal> {
    const journal = await openPostgresJournal(url);
    await server?.run(url, `alter table message set (autovacuum_enabled = false); ${held}`);
    await server?.run(url, 'analyze message');
    for (let n = 0; n < 12; n += 1)
      for (const { id } of await claimSome(journal))
        await journal.settle(id, { outcome: 'ignored', reason: '', findings: [] });
    return journal;
  }

  it.each([
    ['many that have ended', 'settled', 5000],
    ['next to nothing', 'ready', 60],
  ])('still finds what is next at once, when it knows of %s', async (_, state, count) => {
    const url = (await server?.database()) ?? '';
    const journal = await workedOn(url, fill(state, count));
    try {
      await server?.run(url, fill('waiting', 20_000));
      const started = performance.now();
      for (let n = 0; n < 3; n += 1) {
        const claimed = await claimSome(journal);
        expect(claimed).toHaveLength(4);
        for (const { id } of claimed) await journal.wait(id, Number.MAX_SAFE_INTEGER, 'later');
      }
      // it took a minute once
      expect(performance.now() - started).toBeLessThan(15_000);
    } finally {
      await journal.close();
    }
  });
});

describe.skipIf(server === undefined)('a text that all of a great many messages hold', () => {
  /** Rows of business keys that were read, which a connection says when it ends. */
  const rowsRead = async (url: string): Promise<number> => {
    const engine = new PostgresEngine(url);
    const read = `select (select sum(seq_tup_read) from pg_stat_user_tables where relname = 'business_key')
      + (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'business_key') as n`;
    const [row] = await engine.read(() => selectRows(read));
    await engine.close();
    return Number(row?.n);
  };

  it('is found in the newest ones, without a look at all others', async () => {
    const url = (await server?.database()) ?? '';
    const journal = await openPostgresJournal(url);
    await server?.run(
      url,
      `insert into message (received_at, channel, direction, lane, name, source, state, hash, arrival)
      select '2026-03-01T10:00:00.000Z', 'orders', 'inbound', 'orders', 'n', '{"kind":"webhook","method":"POST"}', 'settled', 'h', n::bigint * 1048576
      from generate_series(1, 20000) n;
      insert into business_key (message, kind, value) select id, 'purchase order', 'VM26' || id from message`,
    );
    await server?.run(url, 'vacuum analyze message, business_key');
    const before = await rowsRead(url);
    const found = await journal.list({ limit: 50, find: 'VM26' });
    await journal.close();
    expect(found.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, n) => 20_000 - n));
    await expect.poll(() => rowsRead(url)).toBeGreaterThan(before);
    expect((await rowsRead(url)) - before).toBeLessThan(1000);
  });
});
