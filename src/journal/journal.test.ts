import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { carryOutCommand } from './decisions/carry-out-command.ts';
import { returnToChannels } from './decisions/missing-channel.ts';
import type { Journal } from './journal.ts';
import { mayProbe } from './lanes/exchange-outage.ts';
import { assertLease, renew } from './lanes/gateway-leases.ts';
import { LeaseLost } from './model/journal-errors.ts';
import type { NewMessage } from './model/message.ts';
import { migratePostgres, openPostgresJournal } from './postgres/open-postgres.ts';
import { postgresDialect } from './postgres/postgres-dialect.ts';
import { PostgresEngine } from './postgres/postgres-engine.ts';
import { noteServer } from './postgres/server-change.ts';
import { execute, type SqlSteps, selectRow } from './sql/sql-engine.ts';
import { openSqliteJournal, readSqliteJournal } from './sqlite/open-sqlite.ts';
import { conformance } from './testkit/conformance.ts';
import { emptyPostgres, lastingPostgres, lastingSqlite } from './testkit/lasting-journals.ts';
import { startPostgres } from './testkit/postgres-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'journal-'));
afterAll(() => rmSync(folder, { recursive: true }));

conformance('SQLite', lastingSqlite(folder));

describe('an embedded journal', () => {
  it('is whole after another one was emptied on its connections, however much was in its search index', async () => {
    const lasting = lastingSqlite(mkdtempSync(join(folder, 'lasting-')));
    const before = await lasting.fresh();
    // so many that what is deleted makes the index merge
    for (const n of Array(40).keys())
      await before.storeChecked(await receiveOne(before, n), { findings: [] });
    expect(await before.verify()).toEqual([]);
    expect(await (await lasting.fresh()).verify()).toEqual([]);
    await lasting.close();
  });

  it('writes small pages, of which most changes touch a hundred bytes, and can shrink', async () => {
    const own = join(folder, 'pages.db');
    await openSqliteJournal(own).close();
    const db = new DatabaseSync(own, { readOnly: true });
    const pragma = (name: string): unknown => db.prepare(`pragma ${name}`).get()?.[name];
    expect([pragma('page_size'), pragma('auto_vacuum'), pragma('journal_mode')]).toEqual([2048, 2, 'wal']);
    db.close();
  });

  it('keeps a second gateway out and lets a reader in', async () => {
    const own = join(folder, 'own.db');
    const journal = openSqliteJournal(own);
    expect(() => openSqliteJournal(own)).toThrow(/another gateway/);
    const reader = readSqliteJournal(own);
    expect(await reader.list({ limit: 5 })).toHaveLength(0);
    await reader.close();
    await journal.close();
  });

  it.each(['received', 'waiting'])('finds what is next as fast when 20,000 are %s', async (state) => {
    const own = join(folder, `${state}.db`);
    const journal = openSqliteJournal(own);
    fill(own, state, 10);
    const few = await look(journal);
    fill(own, state, 20_000);
    expect(await look(journal)).toBeLessThan(10 * few);
    await journal.close();
  });
});

async function receiveOne(journal: Journal, n: number): Promise<number> {
  const source = { kind: 'webhook', method: 'POST' } as const;
  const message = { channel: 'orders', direction: 'inbound', name: `${n}.xml`, source } as const;
  const [id = 0] = await journal.receive([{ ...message, bytes: Buffer.from(`${n}`) }]);
  return id ?? 0;
}

/** Adds so many messages, of an order each; those that wait are due in an hour. */
function fill(own: string, state: string, count: number): void {
  const db = new DatabaseSync(own);
  db.exec(`insert into message (received_at, channel, direction, lane, name, source, state, hash, order_key, arrival, due, claimable)
    with recursive n (n) as (select coalesce(max(id), 0) + 1 from message union all select n + 1 from n limit ${count})
    select '2026-03-01T10:00:00.000Z', 'orders', 'inbound', 'orders', 'n', '{"kind":"webhook","method":"POST"}', '${state}', 'h', n, n, ${Date.now() + 3_600_000}, ${state === 'waiting' ? 1 : 0} from n`);
  db.close();
}

/** Milliseconds of a look for something to do, which finds nothing to deliver. */
async function look(journal: Journal): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 51; n += 1) {
    const started = performance.now();
    await journal.takeNextToCheck({ count: 4, busy: [], large: false });
    await journal.takeNextToCheck({ count: 1, busy: [], large: true });
    for (const large of [true, false])
      expect(
        await journal.claim({ direction: 'inbound', count: 4, due: Date.now(), busy: [], large }),
      ).toEqual([]);
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[25] ?? Number.NaN;
}

const server = await startPostgres();

if (server === undefined)
  describe.skip('PostgreSQL: there is none on this machine (apt-get install postgresql)');
else {
  conformance('PostgreSQL', await lastingPostgres(await server.database()));
  const at = await server.database();
  afterAll(() => server.close());

  /** The gateways there have given none for too long, and another one starts, which notices. */
  async function noSignOfLife(at: string): Promise<void> {
    await server?.run(at, 'update gateway set until = 0');
    await (await openPostgresJournal(at)).close();
  }

  const some = { direction: 'inbound', count: 10, due: Number.MAX_SAFE_INTEGER, busy: [] } as const;

  describe('several gateways on one journal', () => {
    beforeAll(() => migratePostgres(at));
    beforeEach(() => server.run(at, emptyPostgres));

    it("give each message to one of them, and a dead one's to another", async () => {
      const [one, other] = [await openPostgresJournal(at), await openPostgresJournal(at)];
      expect(one.id).toBe(other.id);
      const document = (name: string) => ({
        channel: 'orders',
        direction: 'inbound' as const,
        name,
        source: { kind: 'webhook' as const, method: 'POST' },
        bytes: Buffer.from(name),
      });
      await one.receive(['a', 'b', 'c'].map(document));
      for (const id of [1, 2, 3]) await one.storeChecked(id, { findings: [], orderKey: id < 3 ? 'k' : 'o' });
      const [mine, theirs] = await Promise.all([one.claim(some), other.claim(some)]);
      expect([...mine, ...theirs].map(({ id }) => id).sort()).toEqual([1, 3]);
      const holder = mine.some(({ id }) => id === 1) ? one : other;
      const stranger = holder === one ? other : one;
      await expect(stranger.settle(1, { outcome: 'delivered', reason: '', findings: [] })).rejects.toThrow(
        /another gateway/,
      );
      await noSignOfLife(at);
      expect((await stranger.claim(some)).map(({ id }) => id)).toContain(1);
      await expect(holder.settle(1, { outcome: 'delivered', reason: '', findings: [] })).rejects.toThrow(
        /another gateway/,
      );
      await stranger.settle(1, { outcome: 'delivered', reason: '', findings: [] });
      await Promise.all([one.close(), other.close()]);
    });

    it('know together of an exchange that is away, and one of them asks', async () => {
      const [one, other] = [await openPostgresJournal(at), await openPostgresJournal(at)];
      const source = { kind: 'webhook', method: 'POST' } as const;
      const document = (name: string) =>
        ({ channel: 'c', direction: 'inbound', name, source, bytes: Buffer.from(name) }) as const;
      await one.receive(['a', 'b', 'c', 'd'].map(document));
      for (const id of [1, 2, 3, 4]) await one.storeChecked(id, { findings: [], orderKey: `k${id}` });
      const said = { en: '503', nl: '503' };
      const failed = (message: number) => ({ message, orderKey: `k${message}`, at: some.due - 1000, said });
      await one.noteUnanswered(failed(11));
      await other.noteUnanswered(failed(12));
      expect(await one.noteUnanswered(failed(13))).toBeDefined();
      const asked = (await Promise.all([one.claim(some), other.claim(some)])).flat();
      expect(asked).toHaveLength(1);
      // its gateway dies, and another one asks
      const holder = (await one.claim({ ...some, busy: [] })).length > 0 ? one : other;
      await noSignOfLife(at);
      const stranger = holder === one ? other : one;
      expect((await stranger.claim(some)).map(({ id }) => id)).toEqual([1]);
      await stranger.settle(1, { outcome: 'delivered', reason: '', findings: [] });
      expect(await stranger.noteAnswered()).toBeDefined();
      const all = [...(await one.claim(some)), ...(await other.claim(some))];
      expect(all.map(({ id }) => id).sort()).toEqual([2, 3, 4]);
      await Promise.all([one.close(), other.close()]);
    });

    it('survive that the database ends their connections', async () => {
      const journal = await openPostgresJournal(at);
      const others =
        'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
      const asked = Array.from({ length: 20 }, () =>
        journal.claim({ ...some, count: 1 }).catch(() => undefined),
      );
      await server.run(at, `select pg_terminate_backend(pid) from (${others}) as open`);
      await Promise.all(asked);
      // on a busy machine the word that one has ended comes late
      const again = () => journal.claim({ ...some, count: 1 }).catch(() => undefined);
      await expect.poll(again).toEqual([]);
      await journal.close();
    });

    it('get what they claimed once more when the answer was lost, and nobody else does', async () => {
      const [one, other] = [await openPostgresJournal(at), await openPostgresJournal(at)];
      const source = { kind: 'webhook', method: 'POST' } as const;
      const event = { channel: 'responses', direction: 'outbound', source } as const;
      await one.receive(['a', 'b'].map((name) => ({ ...event, name, bytes: Buffer.from(name) })));
      for (const id of [1, 2]) await one.storeChecked(id, { findings: [] });
      const ids = async (journal: Journal, busy: readonly number[]): Promise<readonly number[]> =>
        (await journal.claim({ ...some, direction: 'outbound', busy })).map(({ id }) => id);
      expect(await ids(one, [])).toEqual([1, 2]);
      expect(await ids(other, [])).toEqual([]);
      await expect.poll(() => ids(one, [1])).toEqual([2]);
      expect(await ids(one, [1, 2])).toEqual([]);
      await Promise.all([one.close(), other.close()]);
    });

    it('take to be checked once more what they took when the answer was lost', async () => {
      const [one, other] = [await openPostgresJournal(at), await openPostgresJournal(at)];
      const source = { kind: 'webhook', method: 'POST' } as const;
      const event = { channel: 'responses', direction: 'outbound', source } as const;
      await one.receive(['a', 'b'].map((name) => ({ ...event, name, bytes: Buffer.from(name) })));
      const id = async (journal: Journal, busy: readonly number[]) =>
        (await journal.takeNextToCheck({ count: 1, busy }))[0]?.id;
      expect([await id(one, []), await id(one, [1])]).toEqual([1, 2]);
      expect(await id(other, [])).toBeUndefined();
      await expect.poll(() => id(one, [1])).toBe(2);
      expect(await id(one, [])).toBe(1);
      await Promise.all([one.close(), other.close()]);
    });

    const inLane = (lane: string, name: string): NewMessage => {
      const source = { kind: 'webhook', method: 'POST' } as const;
      return { channel: 'orders', direction: 'inbound', lane, name, source, bytes: Buffer.from(name) };
    };

    it('receive side by side in different lanes, and one after the other in one', async () => {
      const journal = await openPostgresJournal(at);
      const other = new PostgresEngine(at);
      const held = Promise.withResolvers<void>();
      const over = Promise.withResolvers<void>();
      const holding = other.write(function* () {
        const lock = postgresDialect.lockLanes(['a']);
        if (lock) yield lock;
        // what the engine asks next: an answer that takes its time
        held.resolve();
        yield* execute('select pg_sleep(1)');
      });
      await held.promise;
      const behind = journal.receive([inLane('c', '1'), inLane('a', '2')]).then(() => over.resolve());
      const before = await Promise.race([
        journal.receive([inLane('b', '3')]).then(() => 'beside'),
        over.promise.then(() => 'behind'),
      ]);
      expect(before).toBe('beside');
      await Promise.all([holding, behind]);
      expect(await journal.list({ limit: 5 })).toHaveLength(3);
      await Promise.all([journal.close(), other.close()]);
    });

    it('have one message of a key in hand, when both claim at once and when one of them is dead', async () => {
      const [one, other] = [await openPostgresJournal(at), await openPostgresJournal(at)];
      await one.receive([inLane('a', '10'), inLane('b', '11')]);
      await one.storeChecked(2, { findings: [], orderKey: 'k' });
      expect((await one.claim(some)).map(({ id }) => id)).toEqual([2]);
      await one.storeChecked(1, { findings: [], orderKey: 'k' });
      expect(await other.claim(some)).toEqual([]);
      await noSignOfLife(at);
      expect((await other.claim(some)).map(({ id }) => id)).toEqual([1]);
      await expect(one.endAttempt(2, 1, { status: 200, detail: 'late', unknown: false })).rejects.toThrow(
        /another gateway/,
      );
      await other.settle(1, { outcome: 'delivered', reason: '', findings: [] });
      // nobody took it meanwhile: it may go on
      await one.settle(2, { outcome: 'delivered', reason: '', findings: [] });
      await Promise.all([one.close(), other.close()]);
    });

    it('skip a key that came into the hands of another one while they looked', async () => {
      const journals = await Promise.all(Array.from({ length: 6 }, () => openPostgresJournal(at)));
      const [first] = journals;
      const names = Array.from({ length: 40 }, (_, n) => `${n}`);
      await first?.receive(names.map((name) => inLane(`lane ${name}`, name)));
      for (const id of names.map((name) => Number(name) + 1))
        await first?.storeChecked(id, { findings: [], orderKey: `k${id % 4}` });
      // all may go at once
      await server.run(at, 'update message set released = 1');
      const claims = await Promise.all(journals.map((journal) => journal.claim(some)));
      const keys = claims.flat().map(({ orderKey }) => orderKey);
      expect([...keys].sort()).toEqual(['k0', 'k1', 'k2', 'k3']);
      await Promise.all(journals.map((journal) => journal.close()));
    });

    it('let one of them poll, and another when it is gone', async () => {
      const [one, other] = [await openPostgresJournal(at), await openPostgresJournal(at)];
      expect(await one.acquireLease('search responses')).toBe(true);
      expect(await other.acquireLease('search responses')).toBe(false);
      expect(await one.acquireLease('search responses')).toBe(true);
      const move = { channel: 'responses', value: '2026-01-01T00:00:00Z', noting: false };
      await expect(other.receive([], { cursor: move, lease: 'search responses' })).rejects.toThrow(
        /Another gateway/,
      );
      await one.receive([], { cursor: move, lease: 'search responses' });
      await one.close();
      expect(await other.acquireLease('search responses')).toBe(true);
      await other.close();
    });

    it('keep what they lease with each sign of life, and give back nothing that another one holds', async () => {
      const [one, other] = [await openPostgresJournal(at), await openPostgresJournal(at)];
      await one.acquireLease('search responses');
      await other.releaseLease('search responses');
      expect(await other.acquireLease('search responses')).toBe(false);
      await server.run(at, 'update lease set until = 0; update gateway set until = 0');
      const engine = new PostgresEngine(at, undefined, 1);
      const owner = await engine.read(() => selectRow('select owner from lease'));
      await engine.write(() => renew(postgresDialect, String(owner?.owner)));
      expect(await other.acquireLease('search responses')).toBe(false);
      const alive = 'select 1 as n from gateway where until > 0 and owner = (select owner from lease)';
      expect(await server.run(at, alive)).toEqual([{ n: 1 }]);
      await Promise.all([one.close(), other.close(), engine.close()]);
    });

    it('leave what they have in hand to the others at once when they end', async () => {
      const [one, other] = [await openPostgresJournal(at), await openPostgresJournal(at)];
      await one.receive([inLane('a', '10'), inLane('a', '11')]);
      for (const id of [1, 2]) await one.storeChecked(id, { findings: [] });
      await one.settle(1, { outcome: 'delivered', reason: '', findings: [] });
      const take = async (journal: Journal) =>
        [...(await journal.listUnfiled()), ...(await journal.claim(some))].map(({ id }) => id);
      expect(await take(one)).toEqual([1, 2]);
      expect(await take(other)).toEqual([]);
      await one.close();
      expect(await take(other)).toEqual([1, 2]);
      expect(await server.run(at, 'select count(*)::int as n from gateway')).toEqual([{ n: 1 }]);
      await other.close();
    });

    it('carry out each decision once, however many look at once', async () => {
      const journals = await Promise.all(Array.from({ length: 4 }, () => openPostgresJournal(at)));
      const [first] = journals;
      await first?.receive([inLane('a', '10')]);
      await first?.settle(1, { outcome: 'delivered', reason: '', findings: [] });
      const bytes = Buffer.from('right');
      await first?.enqueueCommand({ action: 'resend', message: 1, force: false, reason: '', bytes });
      const done = await Promise.all(journals.map((journal) => journal.carryOutCommands()));
      expect(done.flat()).toHaveLength(1);
      expect(await first?.list({ limit: 9 })).toHaveLength(2);
      await Promise.all(journals.map((journal) => journal.close()));
    });

    it('let a correction wait for what is received in its lane', async () => {
      const [journal, other] = [await openPostgresJournal(at), new PostgresEngine(at, undefined, 1)];
      await journal.receive([inLane('a', '10')]);
      await journal.settle(1, { outcome: 'delivered', reason: '', findings: [] });
      const bytes = Buffer.from('right');
      await journal.enqueueCommand({ action: 'resend', message: 1, force: false, reason: '', bytes });
      const lane = "(hashtext('scsn-gateway lane'), hashtext('a'))";
      await other.write(() => execute(`select pg_advisory_lock${lane}`));
      const carriedOut = journal.carryOutCommands();
      const waiting = "select 1 as n from pg_locks where locktype = 'advisory' and not granted";
      await expect.poll(() => server.run(at, waiting)).toEqual([{ n: 1 }]);
      await other.write(() => execute(`select pg_advisory_unlock${lane}`));
      expect(await carriedOut).toMatchObject([{ refused: false }]);
      await Promise.all([journal.close(), other.close()]);
    });

    it('change nothing of what one of them decides by until that is done', async () => {
      const [journal, engine] = [await openPostgresJournal(at), new PostgresEngine(at, undefined, 1)];
      await journal.receive([inLane('a', '10')]);
      await journal.park(1, 'decide', []);
      await server.run(at, "insert into lease (name, owner, until) values ('l', 'me', 0)");
      await journal.noteUnanswered({ message: 1, orderKey: 'k', at: 0, said: { en: '503', nl: '503' } });
      const isLocked = (table: string, steps: () => SqlSteps<unknown>) =>
        engine.write(function* () {
          yield* steps();
          return (yield* selectRow(`select xmax::text = pg_current_xact_id()::text as it from ${table}`))?.it;
        });
      const close = { action: 'close', message: 1, force: false, reason: '' } as const;
      const locked = [
        await isLocked('message', () => carryOutCommand(postgresDialect, close, null)),
        await isLocked('message', () => returnToChannels(postgresDialect, [])),
        await isLocked('lease', () => assertLease(postgresDialect, { name: 'l', owner: 'me' })),
        await isLocked('outage', () => mayProbe(postgresDialect, 0)),
      ];
      expect(locked).toEqual([true, true, true, true]);
      await Promise.all([journal.close(), engine.close()]);
    });

    it('notice once that another server took over that may have forgotten commits: no number is given twice', async () => {
      const [journal, engine] = [await openPostgresJournal(at), new PostgresEngine(at)];
      const note = () => engine.write(() => noteServer(postgresDialect));
      const change = (how: string) =>
        server.run(at, `update meta set value = '00000000 ${how}' where key = 'server'`);
      await journal.receive([inLane('a', '10'), inLane('a', '11'), inLane('a', '12')]);
      await journal.storeChecked(2, { findings: [] });
      await journal.settle(2, { outcome: 'delivered', reason: '', findings: [] });
      await journal.storeChecked(3, { findings: [] });
      await server.run(at, "insert into sequence (channel, value) values ('responses', 7)");
      await change('synchronous');
      expect(await note()).toBe(false);
      await change('alone');
      // with their signs of life the gateways may notice it, too
      await Promise.all([1, 2, 3, 4].map(note));
      const messages = await Promise.all([1, 2, 3].map((id) => journal.message(id)));
      expect(messages.map((message) => message?.possiblyTwice)).toEqual([true, false, true]);
      const [next = 0] = await journal.receive([inLane('a', '13')]);
      expect(next).toBeGreaterThan(100_000);
      expect(await server.run(at, 'select value::int as n from sequence')).toEqual([{ n: 100_007 }]);
      await Promise.all([journal.close(), engine.close()]);
    });

    it('begin all turns anew where another server has taken over that may have forgotten commits', async () => {
      const one = await openPostgresJournal(at);
      const lease = 'pickup orders';
      const source = { kind: 'file', id: 'c', name: '1.xml', size: 2, mtime: 1 } as const;
      const before = { ...inLane('a', '10'), source };
      expect(await one.acquireLease(lease)).toBe(true);
      expect(await one.renewLease(lease)).toBe(true);
      await server.run(at, "update meta set value = '00000000 alone' where key = 'server'");
      const other = await openPostgresJournal(at);
      expect(await one.renewLease(lease)).toBe(false);
      await expect(one.receive([before], { lease })).rejects.toThrow(LeaseLost);
      expect(await one.acquireLease(lease)).toBe(true);
      const [id = 0] = await one.receive([before], { lease });
      expect(await other.message(id)).toMatchObject({ possiblyTwice: true });
      await Promise.all([one.close(), other.close()]);
    });

    it('move the files that one was moving when it died', async () => {
      const one = await openPostgresJournal(at);
      await one.receive([inLane('a', '10')]);
      await one.settle(1, { outcome: 'delivered', reason: '', findings: [] });
      await server.run(at, "update message set filer = 'dead'");
      expect(await one.listUnfiled()).toEqual([]);
      const other = await openPostgresJournal(at);
      expect((await other.listUnfiled()).map(({ id }) => id)).toEqual([1]);
      await Promise.all([one.close(), other.close()]);
    });

    it('take over the search of one that died, once its lease has run out', async () => {
      const left = `insert into lease (name, owner, until) values ('over', 'dead', 0), ('runs', 'dead', ${Number.MAX_SAFE_INTEGER})`;
      await server.run(at, left);
      const journal = await openPostgresJournal(at);
      expect(await journal.acquireLease('over')).toBe(true);
      expect(await journal.acquireLease('runs')).toBe(false);
      await journal.close();
    });

    it('take over whatever another one leaves, save for what it keeps', async () => {
      const [one, other] = [await openPostgresJournal(at), await openPostgresJournal(at)];
      for (const name of ['alarms', 'search responses']) await one.acquireLease(name);
      await one.releaseOtherLeases('alarms');
      expect(await other.acquireLease('alarms')).toBe(false);
      expect(await other.acquireLease('search responses')).toBe(true);
      await Promise.all([one.close(), other.close()]);
    });
  });
}
