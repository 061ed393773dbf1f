import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { until } from '../../../test/kit/site.ts';
import type { Journal } from '../journal.ts';
import { JournalNotWritten } from '../model/journal-errors.ts';
import type { NewMessage } from '../model/message.ts';
import { explainUnwritable } from '../postgres/postgres-errors.ts';
import { createSqlJournal } from '../sql-journal.ts';
import { openSqliteJournal } from '../sqlite/open-sqlite.ts';
import { SqliteEngine } from '../sqlite/sqlite-engine.ts';
import { sampleRecord } from '../testkit/sample-record.ts';

/** Real errors of SQLite, asked for by its own settings: no disk is needed to be full. */

let folder: string;
let db: DatabaseSync;
let journal: Journal;
const said: string[] = [];
const note = (fields: unknown): void => {
  said.push(JSON.stringify(fields));
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watched-'));
  const path = join(folder, 'journal.db');
  await openSqliteJournal(path).close();
  db = new DatabaseSync(path);
  const log = { debug: note, info: note, warn: note, error: note };
  journal = createSqlJournal(new SqliteEngine(path, db), { id: 'j', owner: 'o', log });
  said.length = 0;
});

afterEach(async () => {
  await journal.close();
  rmSync(folder, { recursive: true });
});

const document = (bytes: Uint8Array): NewMessage => ({
  channel: 'orders',
  direction: 'inbound',
  name: 'a.xml',
  source: { kind: 'webhook', method: 'POST' },
  bytes,
});

const parts = { bytes: Buffer.from('b'), plan: '{}', mapping: '', saw: sampleRecord, findings: [] };
const settlement = { outcome: 'delivered', reason: '', findings: [] } as const;
const end = { status: 200, detail: 'ok', unknown: false };

/** The steps of one message, in order. */
const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['receive', () => journal.receive([document(Buffer.from('a'))])],
  ['checked', () => journal.storeChecked(1, { findings: [] })],
  ['prepared', () => journal.startDelivery(1, parts)],
  ['ended', () => journal.endAttempt(1, 1, end)],
  ['settle', () => journal.settle(1, settlement)],
  ['filed', () => journal.noteFiled({ id: 1, ends: 1 }, 'archive/a.xml')],
];

describe('a journal that cannot be written', () => {
  it('says so at every step, changes nothing, and goes on from there', async () => {
    for (const [name, step] of steps) {
      const before = await journal.message(1);
      db.exec('pragma query_only = on');
      await expect(step(), name).rejects.toThrow(JournalNotWritten);
      expect(await journal.message(1), name).toEqual(before);
      expect(journal.trouble()?.en).toMatch(/read-only/);
      db.exec('pragma query_only = off');
      await step();
    }
    expect(await journal.message(1)).toMatchObject({ outcome: 'delivered', place: 'archive/a.xml' });
  });

  it('tells a full disk once, and when there is room again', async () => {
    const size = Number(db.prepare('pragma page_count').get()?.page_count);
    db.exec(`pragma max_page_count = ${size + 4}`);
    const large = document(randomBytes(100_000));
    const small = document(Buffer.from('small'));
    const both = await Promise.allSettled([journal.receive([small]), journal.receive([large])]);
    expect(both.map(({ status }) => status)).toContain('rejected');
    await expect(journal.receive([large])).rejects.toThrow(/no room is left on its disk/);
    expect(said.filter((line) => line.includes('journal-not-written'))).toHaveLength(1);
    db.exec('pragma max_page_count = 1000000');
    await until('the trouble to end', () => journal.trouble() === undefined || undefined);
    expect(said.at(-1)).toContain('journal-written');
    expect(await journal.receive([large])).toEqual([expect.any(Number)]);
  });

  it('leaves errors that are about one write alone', async () => {
    await expect(journal.bind('a').then(() => journal.bind('b'))).rejects.toThrow(/holds the orders of a/);
    expect(journal.trouble()).toBeUndefined();
  });
});

describe('what PostgreSQL says of itself', () => {
  const error = (code: string, message = 'x') => Object.assign(new Error(message), { code });

  it.each([
    [error('53100'), /no room/],
    [error('25006'), /read-only/],
    [error('57P01'), /stops/],
    [error('ECONNREFUSED', 'connect ECONNREFUSED'), /cannot be reached/],
    [new Error('Connection terminated unexpectedly'), /cannot be reached/],
  ])('%s', (thrown, reason) => {
    expect(explainUnwritable(thrown)?.en).toMatch(reason);
  });

  it.each([[error('23505')], [error('lease-lost')], [new Error('broken')]])('nothing: %s', (thrown) => {
    expect(explainUnwritable(thrown)).toBeUndefined();
  });
});

describe('a disk that does not answer', () => {
  it('is in trouble after a while, and out of it when it answers', async () => {
    const disk = Promise.withResolvers<void>();
    const syncing = {
      sync: () => disk.promise,
      checkpoint: async () => undefined,
      close: async () => undefined,
    };
    const path = join(folder, 'other.db');
    await openSqliteJournal(path).close();
    const slow = createSqlJournal(new SqliteEngine(path, new DatabaseSync(path), { syncing }), {
      id: 'j',
      owner: 'o',
    });
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    onTestFinished(() => clock.mockRestore());
    const writing = slow.receive([document(Buffer.from('a'))]);
    await setImmediate();
    expect(slow.trouble()).toBeUndefined();
    clock.mockReturnValue(45_000);
    expect(slow.trouble()?.en).toContain('has not been written for 45 seconds');
    disk.resolve();
    await writing;
    expect(slow.trouble()).toBeUndefined();
    await slow.close();
  });
});
