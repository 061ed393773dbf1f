import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
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

it('lets nobody wait behind a crowd once something urgent comes', async () => {
  // the pause after a crowd never ends by itself
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const quick = new GroupCommit(db);
  const insert = (text: string) => () => void db.prepare('insert into note values (?)').run(text);
  await Promise.all([...'abcdefgh'].map((text) => quick.write(insert(text))));
  const behind = quick.write(insert('i'));
  await quick.write(insert('j'), true);
  await behind;
  expect(written()).toEqual([...'abcdefghij']);
  vi.useRealTimers();
});

it('lets a crowd keep apart, so that the next transaction gathers more; a few never wait', async () => {
  const quick = new GroupCommit(db);
  const insert = (text: string) =>
    quick.write(() => void db.prepare('insert into note values (?)').run(text));
  const since = performance.now();
  await Promise.all([...'abcdefgh'].map(insert));
  await insert('i');
  expect(performance.now() - since).toBeGreaterThan(5);
  // the wait after a crowd is over: who is alone begins at once
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  void insert('j');
  expect(timers()).toBe(before);
  await quick.drained();
  expect(written()).toEqual([...'abcdefghij']);
});
