import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mounted, smallDisk } from '../../../test/faults/disk.ts';
import { JournalBeforeRelease } from '../model/journal-errors.ts';
import { moveJournal } from '../open/move-to-postgres.ts';
import { migratePostgres, openPostgresJournal, readPostgresJournal } from '../postgres/open-postgres.ts';
import { rescueJournal } from '../salvage/rescue-journal.ts';
import { bringTo, migrateSqlite } from '../sqlite/migrate-sqlite.ts';
import { openSqliteJournal, openWritableJournal, readSqliteJournal } from '../sqlite/open-sqlite.ts';
import { restoreJournal } from '../sqlite/restore-journal.ts';
import { expectEveryState, fillEveryState } from '../testkit/every-state.ts';
import { startPostgres } from '../testkit/postgres-server.ts';
import { orderBodies } from './bodies-in-order.ts';
import { assertVersion, JournalOlder, storedVersionOf } from './journal-version.ts';
import { type Migration, migrations } from './migrations.ts';

/** A next version, as there will be one. */
const toy: Migration = ({ long }) => `
  alter table message add column toy ${long} not null default 7;
  create table toy (id ${long} primary key);
`;
const withToy = [...migrations, toy];

describe('an embedded journal', () => {
  let folder: string;
  let path: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'version-'));
    path = join(folder, 'journal.db');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function fill(at = path): Promise<void> {
    const journal = openSqliteJournal(at);
    await fillEveryState(journal);
    await journal.close();
  }

  function withDatabase<T>(use: (db: DatabaseSync) => T, at = path): T {
    const db = new DatabaseSync(at);
    try {
      return use(db);
    } finally {
      db.close();
    }
  }

  const setVersion = (stored: number): void =>
    withDatabase((db) => db.exec(`pragma user_version = ${stored}; pragma wal_checkpoint(truncate)`));
  const versionIn = (at = path): unknown =>
    withDatabase((db) => db.prepare('pragma user_version').get()?.user_version, at);

  it('begins with the newest version, and keeps what it holds through the next start', async () => {
    await fill();
    expect(versionIn()).toBe(storedVersionOf(migrations.length));
    const journal = openSqliteJournal(path);
    await expectEveryState(journal);
    await journal.close();
    expect(readdirSync(folder).filter((name) => name.startsWith('journal.db.v'))).toEqual([]);
  });

  it('is brought to a next version with all that it holds, and copied before, once', async () => {
    await fill();
    for (let n = 0; n < 2; n += 1) withDatabase((db) => migrateSqlite(db, path, undefined, withToy));
    expect(versionIn()).toBe(storedVersionOf(withToy.length));
    const toys = withDatabase((db) => db.prepare('select count(*) as n from message where toy = 7').get());
    expect(toys).toEqual({ n: 6 });
    const copies = readdirSync(folder).filter((name) => name.startsWith('journal.db.v'));
    const stamp = '\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\dZ';
    const copyName = new RegExp(`^journal\\.db\\.v${migrations.length}-${stamp}$`);
    expect(copies).toEqual([expect.stringMatching(copyName)]);
    const copy = join(folder, copies[0] ?? '');
    expect(versionIn(copy)).toBe(storedVersionOf(migrations.length));
    // the way back
    await restoreJournal(path, copy);
    const journal = openSqliteJournal(path);
    await expectEveryState(journal);
    await journal.close();
  });

  it('keeps the bodies of a journal that had them in the order of their hashes', () => {
    const before = migrations.indexOf(orderBodies);
    const isOrdered = (db: DatabaseSync): unknown =>
      db.prepare("select wr from pragma_table_list where name = 'blob'").get()?.wr;
    withDatabase((db) => {
      bringTo(db, before);
      expect(isOrdered(db)).toBe(1);
      db.exec("insert into blob (hash, size, body) values ('b', 1, x'02'), ('a', 2, x'01')");
    });
    withDatabase((db) => {
      bringTo(db, before + 1);
      expect(isOrdered(db)).toBe(0);
      const bodies = db.prepare('select hash, size, hex(body) as body from blob order by hash').all();
      expect(bodies).toEqual([
        { hash: 'a', size: 2, body: '01' },
        { hash: 'b', size: 1, body: '02' },
      ]);
    });
  });

  it.skipIf(!mounted)('stays as it is where there is no room for a copy', async () => {
    const disk = smallDisk(1);
    try {
      const there = join(disk.folder, 'journal.db');
      await fill();
      const bytes = readFileSync(path);
      writeFileSync(there, bytes);
      writeFileSync(join(disk.folder, 'other'), Buffer.alloc(Math.floor(2 ** 20 - 2.3 * bytes.length)));
      withDatabase((db) => {
        expect(() => migrateSqlite(db, there, undefined, withToy)).toThrow(/must be copied .* Make room/);
      }, there);
      expect(versionIn(there)).toBe(storedVersionOf(migrations.length));
    } finally {
      disk.remove();
    }
  });

  it('of a newer gateway is refused', async () => {
    await fill();
    setVersion(storedVersionOf(migrations.length + 1));
    expect(() => openSqliteJournal(path)).toThrow(/newer gateway/);
    expect(() => readSqliteJournal(path)).toThrow(/newer gateway/);
  });

  it('of an older version is not changed by who reads it', () => {
    expect(() => assertVersion('j', storedVersionOf(1), withToy.length)).toThrow(JournalOlder);
    expect(() => assertVersion('j', storedVersionOf(1), withToy.length)).toThrow(
      `j is a journal of version 1, and this program reads version ${withToy.length}: the gateway brings it there when it starts.`,
    );
  });

  it.each([1, 24])(
    'of before the first release (version %i) is refused, and stays as it is',
    async (stored) => {
      await fill();
      setVersion(stored);
      for (const open of [openSqliteJournal, readSqliteJournal, openWritableJournal])
        expect(() => open(path)).toThrow(JournalBeforeRelease);
      await expect(rescueJournal(path)).rejects.toThrow(JournalBeforeRelease);
      await expect(moveJournal(path, 'postgres://nowhere')).rejects.toThrow(JournalBeforeRelease);
      await expect(restoreJournal(join(folder, 'other.db'), path)).rejects.toMatchObject({
        code: 'journal-before-release',
        message: expect.stringMatching(/before the first release.*another file in `journal\.sqlite`/),
      });
      expect(versionIn()).toBe(stored);
      const count = withDatabase((db) => db.prepare('select count(*) as n from message').get());
      expect(count).toEqual({ n: 6 });
      expect(readdirSync(folder).filter((name) => name.includes('.v'))).toEqual([]);
    },
  );
});

const server = await startPostgres();
afterAll(() => server?.close());

describe.skipIf(server === undefined)('a journal in PostgreSQL', () => {
  async function filled(): Promise<string> {
    const url = (await server?.database()) ?? '';
    const journal = await openPostgresJournal(url);
    await fillEveryState(journal);
    await journal.close();
    return url;
  }
  const setVersion = (url: string, stored: number) =>
    server?.run(url, `update meta set value = '${stored}' where key = 'version'`);
  const versionIn = (url: string) => server?.run(url, "select value from meta where key = 'version'");

  it('keeps what it holds through the next start', async () => {
    const journal = await openPostgresJournal(await filled());
    await expectEveryState(journal);
    await journal.close();
  });

  it('is brought to a next version once, whoever of several gateways comes first', async () => {
    const url = await filled();
    const ids = await Promise.all([1, 2, 3].map(() => migratePostgres(url, withToy)));
    expect(new Set(ids).size).toBe(1);
    expect(await versionIn(url)).toEqual([{ value: String(storedVersionOf(withToy.length)) }]);
    expect(await server?.run(url, 'select count(*)::int as n from message where toy = 7')).toEqual([
      { n: 6 },
    ]);
    await expect(openPostgresJournal(url)).rejects.toThrow(/newer gateway/);
  });

  it.each([1, 24])(
    'of before the first release (version %i) is refused, and stays as it is',
    async (stored) => {
      const url = await filled();
      await setVersion(url, stored);
      await expect(openPostgresJournal(url)).rejects.toThrow(JournalBeforeRelease);
      await expect(readPostgresJournal(url)).rejects.toThrow(/an empty database in `journal\.postgres`/);
      expect(await versionIn(url)).toEqual([{ value: String(stored) }]);
    },
  );
});
