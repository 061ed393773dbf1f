import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../types.ts';
import type { Journal, MessageSelection } from '../journal.ts';
import { migratePostgres, openPostgresJournal } from '../postgres/open-postgres.ts';
import { postgresDialect } from '../postgres/postgres-dialect.ts';
import { PostgresEngine } from '../postgres/postgres-engine.ts';
import { migrations } from '../sql/migrations.ts';
import { addPageTables } from '../sql/page-tables.ts';
import { runSteps, type SqlEngine, type SqlSteps, selectRows } from '../sql/sql-engine.ts';
import { createPageReader } from '../sql-seams/create-page-reader.ts';
import { bringTo } from '../sqlite/migrate-sqlite.ts';
import { openSqliteJournal } from '../sqlite/open-sqlite.ts';
import { SqliteEngine } from '../sqlite/sqlite-engine.ts';
import { QueryThread } from '../sqlite/threads/query-thread.ts';
import { startPostgres } from '../testkit/postgres-server.ts';
import { askSelection, type PageEngine } from './read-selection.ts';

const folder = mkdtempSync(join(tmpdir(), 'page-reader-'));
const server = await startPostgres();
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true });
});

/** Some seconds of counting. */
const slow =
  'with recursive n (i) as (select 1 union all select i + 1 from n where i < 3000000) select count(*) as n from n';

/** Which of them is answered first. */
const firstOf = (engine: SqlEngine, long: string): Promise<string> =>
  Promise.race([
    engine.runPage(() => selectRows(long)).then(() => 'the page'),
    engine.runQuery(() => selectRows('select 1 as n')).then(() => 'health'),
  ]);

describe('what pages ask', () => {
  it('finds the few of a kind also by a text that very many hold', async () => {
    const journal = openSqliteJournal(join(folder, 'common.db'));
    const ids = await journal.receive(
      Array.from({ length: 2_100 }, (_, n) => ({
        ...{
          channel: 'orders',
          direction: 'inbound' as const,
          name: `VM26-${n}.xml`,
          bytes: Buffer.from(`${n}`),
        },
        source: { kind: 'file' as const, id: `${n}`, name: `${n}`, size: 1, mtime: 1 },
      })),
    );
    const taken = ids.filter((id) => id !== undefined);
    for (const id of taken.slice(0, 60)) await journal.storeChecked(id, { orderKey: `${id}`, findings: [] });
    const [first = 0, second = 0] = taken;
    for (const id of [first, second])
      await journal.settle(id, { outcome: 'rejected', reason: 'why', findings: [] });
    const found = async (find: string) =>
      (await journal.pages.page({ find, outcome: 'rejected', limit: 10 })).messages.map(({ id }) => id);
    expect(await found('VM26')).toEqual([second, first]);
    expect(await found('VM26-1.xml')).toEqual([second]);
    expect(await journal.pages.countFitting({ find: 'VM26', needsAction: true }, 100)).toEqual({
      ...{ count: 2, more: false },
    });
    await journal.close();
  });

  it('holds up nobody else in an embedded journal', async () => {
    const path = join(folder, 'busy.db');
    await openSqliteJournal(path).close();
    const threads = { thread: new QueryThread(path), pages: new QueryThread(path) };
    const engine = new SqliteEngine(path, new DatabaseSync(path), threads);
    await engine.runQuery(() => selectRows('select 1 as n'));
    expect(await firstOf(engine, slow)).toBe('health');
    await engine.close();
  });

  it.skipIf(!server)('holds up nobody else in PostgreSQL, and is ended after a second', async () => {
    const engine = new PostgresEngine((await server?.database()) ?? '', undefined, 1);
    await engine.runQuery(() => selectRows('select 1 as n'));
    expect(await firstOf(engine, 'select pg_sleep(0.5)')).toBe('health');
    const error: unknown = await engine
      .runPage(() => selectRows('select pg_sleep(60)'))
      .catch((reason: unknown) => reason);
    expect(engine.dialect.isTimeout(error)).toBe(true);
    expect(await engine.runPage(() => selectRows('select 7 as n'))).toEqual([{ n: 7 }]);
    await engine.close();
  });

  it.skipIf(!server)('waits for a connection while others ask, longer than a question may take', async () => {
    const engine = new PostgresEngine((await server?.database()) ?? '', undefined, 1);
    // two at a time: the last one waits for a second
    const asked = Array.from({ length: 11 }, () => engine.runPage(() => selectRows('select pg_sleep(0.2)')));
    expect(await Promise.all(asked)).toHaveLength(11);
    await engine.close();
  });

  it.skipIf(!server)('is asked again, for a shorter time, when a busy server has ended it', async () => {
    const url = (await server?.database()) ?? '';
    const journal = await openPostgresJournal(url);
    const id = await park(journal);
    await journal.close();
    let others = await lockMessages(url);
    const engine = new EndedEngine(url, () => others.end());
    const pages = createPageReader(engine);
    const page = await pages.page({ needsAction: true, limit: 10 });
    others = await lockMessages(url);
    const count = await pages.countFitting({ needsAction: true }, 10);
    expect(engine.ended.map((error) => engine.dialect.isTimeout(error))).toEqual([true, true]);
    expect([page.messages.map((message) => message.id), count]).toEqual([[id], { count: 1, more: false }]);
    await engine.close();
  });

  it('ends the sooner the second time, and a third time nobody asks', async () => {
    const asked: (number | undefined)[] = [];
    const ask = (times: number): Promise<string> =>
      askWithLate({}, (longest) => asked.push(longest) <= times);
    expect(await ask(1)).toBe('answer 2');
    expect(asked).toEqual([undefined, 150]);
    asked.length = 0;
    await expect(ask(2)).rejects.toBe(late);
    expect(asked).toHaveLength(2);
  });

  it('shows what was read of the newest where a server finds a text too late', async () => {
    expect(await askWithLate({ find: 'VM26' }, (longest) => longest === undefined)).toBe('answer 1');
  });
});

const late = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });

/** A server that ends a question, or answers it with its number; never is that all. */
function askWithLate(
  selection: MessageSelection,
  isLate: (longest: number | undefined) => boolean,
): Promise<string> {
  let count = 0;
  const engine: PageEngine = {
    dialect: postgresDialect,
    runPage: (steps) => runSteps(steps(), async () => []),
  };
  return askSelection(engine, {
    selection,
    *read(_, longest) {
      yield* selectRows('select 1');
      count += 1;
      if (isLate(longest)) throw late;
      return `answer ${count}`;
    },
    isWhole: () => false,
  });
}

async function park(journal: Journal): Promise<number> {
  const source = { kind: 'webhook', method: 'POST' } as const;
  const [id = 0] = await journal.receive([
    { channel: 'orders', direction: 'inbound', name: 'a.xml', source, bytes: Buffer.from('a') },
  ]);
  await journal.park(id, 'why', []);
  return id;
}

/** Until its end nobody reads a message. */
async function lockMessages(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('begin; lock table message in access exclusive mode');
  return client;
}

/** Tells of each question of a page that the server has ended. */
class EndedEngine extends PostgresEngine {
  readonly ended: unknown[] = [];
  readonly #onEnded: () => Promise<void>;

  constructor(url: string, onEnded: () => Promise<void>) {
    super(url, undefined, 1);
    this.#onEnded = onEnded;
  }

  override async runPage<T>(steps: () => SqlSteps<T>): Promise<T> {
    try {
      return await super.runPage(steps);
    } catch (error) {
      this.ended.push(error);
      await this.#onEnded();
      throw error;
    }
  }
}

const before = migrations.slice(0, migrations.indexOf(addPageTables));

const stored = (code: string, severity: Finding['severity'], value: string): Finding => ({
  ...{ code, severity, value, message: 'It is not known.', advice: '' },
});

/** A parked message and a refused one, as a gateway of before wrote them. */
const insertOld = (): string => {
  const columns =
    'arrival, received_at, channel, direction, lane, name, source, state, outcome, settled_at, order_key, hash, findings';
  const about = `'2026-03-01T10:00:00.000Z', 'orders', 'inbound', 'orders', 'a.xml', '{"kind":"webhook","method":"POST"}'`;
  const parked = JSON.stringify([
    stored('unit-odd', 'warning', 'x'),
    stored('table-miss', 'park', "O'Hara \ud83d\0"),
  ]);
  const refused = JSON.stringify([stored('decimal-comma', 'error', '12,75')]);
  const text = (json: string): string => json.replaceAll("'", "''");
  return `insert into message (${columns}) values
    (1048576, ${about}, 'parked', null, null, 'k1', 'h', '${text(parked)}'),
    (2097152, ${about}, 'settled', 'rejected', '2026-03-01T10:00:01.000Z', 'k2', 'h', '${text(refused)}'),
    (3145728, ${about}, 'settled', 'delivered', '2026-03-01T10:00:01.000Z', 'k3', 'h', '[]')`;
};

async function expectOldOnes(journal: Journal): Promise<void> {
  const { groups } = await journal.pages.causes(10);
  expect(groups.map(({ kind, code, count }) => [kind, code, count]).sort()).toEqual([
    ['parked', 'table-miss', 1],
    ['refused', 'decimal-comma', 1],
  ]);
  const idsOf = async (finding: string): Promise<readonly number[]> =>
    (await journal.pages.page({ finding, limit: 5 })).messages.map(({ id }) => id);
  expect([await idsOf('unit-odd'), await idsOf('table-miss'), await idsOf('decimal-comma')]).toEqual([
    [1],
    [1],
    [2],
  ]);
  expect((await journal.pages.page({ limit: 5 })).messages).toHaveLength(3);
  await journal.close();
}

describe('a journal of before has findings and causes of what is in it', () => {
  it('embedded', async () => {
    const path = join(folder, 'old.db');
    const db = new DatabaseSync(path);
    db.exec('pragma journal_mode = wal');
    bringTo(db, before.length, before);
    db.exec(insertOld());
    db.close();
    await expectOldOnes(openSqliteJournal(path));
  });

  it.skipIf(!server)('in PostgreSQL', async () => {
    const url = (await server?.database()) ?? '';
    await migratePostgres(url, before);
    await server?.run(url, insertOld());
    await expectOldOnes(await openPostgresJournal(url));
  });
});
