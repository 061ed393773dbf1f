import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DiskFailed, GroupCommit, type LogSync } from './group-commit.ts';
import { explainUnwritable } from './sqlite-errors.ts';

/** A disk that answers when it is told to. */
class SlowDisk implements LogSync {
  readonly asked: string[] = [];
  readonly #answers: PromiseWithResolvers<void>[] = [];

  sync(): Promise<void> {
    return this.#ask('sync');
  }

  checkpoint(): Promise<void> {
    return this.#ask('checkpoint');
  }

  async close(): Promise<void> {}

  async answer(error?: Error): Promise<void> {
    const next = this.#answers.shift();
    if (error) next?.reject(error);
    else next?.resolve();
    await turns();
  }

  #ask(what: string): Promise<void> {
    this.asked.push(what);
    const answer = Promise.withResolvers<void>();
    this.#answers.push(answer);
    return answer.promise;
  }
}

/** As many turns of the event loop as any chain of promises here needs. */
async function turns(): Promise<void> {
  for (let n = 0; n < 5; n += 1) await setImmediate();
}

let db: DatabaseSync;
let disk: SlowDisk;
let commits: GroupCommit;
let told: string[];

beforeEach(() => {
  db = new DatabaseSync(':memory:');
  db.exec('create table note (text text unique) strict');
  disk = new SlowDisk();
  commits = new GroupCommit(db, disk);
  told = [];
});

const write = (text: string): Promise<void> =>
  commits
    .write(() => void db.prepare('insert into note values (?)').run(text))
    .then(
      () => void told.push(text),
      (error: Error) => void told.push(`${text}: ${error.constructor.name}`),
    );

const written = (): unknown[] =>
  db
    .prepare('select text from note')
    .all()
    .map(({ text }) => text);

describe('a write', () => {
  it('is told when the disk has it, not when it is committed', async () => {
    void write('a');
    await turns();
    expect([written(), told]).toEqual([['a'], []]);
    await disk.answer();
    expect(told).toEqual(['a']);
  });

  it('shares its fsync with all that came before it began', async () => {
    void write('a');
    void write('b');
    await turns();
    void write('c');
    void write('d');
    await turns();
    expect(written()).toEqual(['a', 'b']);
    for (const _ of ['sync', 'checkpoint', 'sync']) await disk.answer();
    expect(disk.asked).toEqual(['sync', 'checkpoint', 'sync', 'checkpoint']);
    expect(told).toEqual(['a', 'b', 'c', 'd']);
  });

  it('waits for the end of a checkpoint', async () => {
    void write('a');
    await turns();
    await disk.answer();
    void write('b');
    await turns();
    expect([disk.asked.at(-1), written()]).toEqual(['checkpoint', ['a']]);
    await disk.answer();
    expect(written()).toEqual(['a', 'b']);
  });

  it('that fails takes nothing else with it', async () => {
    for (const text of ['a', 'a', 'b']) void write(text);
    await turns();
    await disk.answer();
    expect(told.sort()).toEqual(['a', 'a: Error', 'b']);
  });

  it.each([
    ['ends their transaction', 'insert or rollback into note values (1), (1)', /UNIQUE/],
    ['cannot be committed', "insert into child values ('none')", /FOREIGN KEY/],
  ])('that %s, as on a full disk, takes all of it with it and says why', async (_, sql, reason) => {
    db.exec('create table child (of text references note (text) deferrable initially deferred)');
    void write('a');
    const failing = commits.write(() => db.exec(sql));
    void write('b');
    await expect(failing).rejects.toThrow(reason);
    expect([told, written()]).toEqual([['a: Error', 'b: Error'], []]);
    void write('c');
    await turns();
    expect(written()).toEqual(['c']);
  });
});

describe('a disk that fails', () => {
  it('ends all writing: nobody knows what it kept', async () => {
    void write('a');
    await turns();
    await disk.answer(new Error('EIO: i/o error, fdatasync'));
    void write('b');
    await turns();
    expect(told).toEqual(['a: DiskFailed', 'b: DiskFailed']);
    expect(written()).toEqual(['a']);
  });

  it('is named', async () => {
    const failed = commits.write(() => undefined).catch((thrown: unknown) => thrown);
    await turns();
    await disk.answer(new Error('EIO: i/o error, fdatasync'));
    const error = await failed;
    expect(error).toEqual(new DiskFailed('EIO: i/o error, fdatasync'));
    expect(explainUnwritable('j.db', error)?.en).toContain(
      'did not keep what was written (EIO: i/o error, fdatasync)',
    );
  });
});

it('is drained when all is on disk', async () => {
  void write('a');
  let drained = false;
  void commits.drained().then(() => {
    drained = true;
  });
  await turns();
  expect(drained).toBe(false);
  for (const _ of ['sync', 'checkpoint']) await disk.answer();
  expect(drained).toBe(true);
});

describe('behind a crowd', () => {
  let quick: GroupCommit;
  const insert = (text: string, urgent = false): Promise<void> =>
    quick.write(() => void db.prepare('insert into note values (?)').run(text), urgent);
  const insertMany = (name: string, count: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => insert(`${name}${n}`)));

  beforeEach(() => {
    // the pause never ends by itself
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    quick = new GroupCommit(db);
  });
  afterEach(() => vi.useRealTimers());

  it('the next transaction waits, to gather more', async () => {
    await insertMany('a', 23);
    await insert('b');
    const behind = insert('c');
    await turns();
    expect(written()).toHaveLength(24);
    await vi.advanceTimersByTimeAsync(40);
    await behind;
    expect(written()).toHaveLength(25);
  });

  it('of several transactions too', async () => {
    for (const name of 'abc') await insertMany(name, 8);
    void insert('d');
    await turns();
    expect(written()).toHaveLength(24);
    await vi.advanceTimersByTimeAsync(40);
    expect(written()).toHaveLength(25);
  });

  it('nobody waits once something urgent comes', async () => {
    await insertMany('a', 24);
    const behind = insert('b');
    await insert('c', true);
    await behind;
    expect(written()).toHaveLength(26);
  });

  it('nobody waits once there are enough for a transaction', async () => {
    await insertMany('a', 24);
    await insertMany('b', 24);
    expect(written()).toHaveLength(48);
  });

  it('who is alone again begins at once, and so does what one order writes', async () => {
    await insertMany('a', 24);
    await vi.advanceTimersByTimeAsync(100);
    for (const name of ['receive', 'check', 'claim', 'prepare', 'settle', 'file']) await insert(name);
    await insertMany('another', 6);
    expect(written()).toHaveLength(36);
  });
});
