import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { JournalThread } from './journal-thread.ts';
import { keepThreads } from './spare-threads.ts';

// as a gateway has it
beforeAll(() => keepThreads(false));
afterAll(() => keepThreads(true));

function mortal(): JournalThread {
  const thread = new JournalThread(new URL('../../testkit/mortal-worker.ts', import.meta.url), {
    path: 'journal.db',
  });
  onTestFinished(() => thread.close());
  return thread;
}

it('one thread answers all, and what it refuses is refused alone', async () => {
  const thread = mortal();
  const first = await thread.ask('who');
  await expect(thread.ask('fail')).rejects.toThrow('refused');
  expect(await Promise.all([thread.ask('who'), thread.ask('who')])).toEqual([first, first]);
});

it('whatever waits when it ends is told, and the next question starts another', async () => {
  const thread = mortal();
  const first = await thread.ask('who');
  const waiting = await Promise.allSettled([thread.ask('exit'), thread.ask('who')]);
  for (const one of waiting)
    expect(one).toMatchObject({ reason: { message: expect.stringContaining('ended') } });
  expect(await thread.ask('who')).not.toBe(first);
});

it('what it crashed of is told to those who wait, and its end does not touch the next', async () => {
  const thread = mortal();
  const first = await thread.ask('who');
  const [, waiting] = await Promise.allSettled([thread.ask('crash'), thread.ask('who')]);
  expect(waiting).toMatchObject({ reason: { message: 'crashed' } });
  const next = await thread.ask('who');
  expect(next).not.toBe(first);
  expect(await thread.ask('who')).toBe(next);
});

it('closes after what was asked, and when it never began', async () => {
  const thread = mortal();
  const asked = thread.ask('who');
  await thread.close();
  expect(await asked).toEqual(expect.any(Number));
  await mortal().close();
});

it('ends when it has had nothing to do for a while, and the next question starts another', async () => {
  const thread = new JournalThread(
    new URL('../../testkit/mortal-worker.ts', import.meta.url),
    { path: 'journal.db' },
    { idle: 1 },
  );
  onTestFinished(() => thread.close());
  const first = await thread.ask('who');
  await vi.waitFor(async () => expect(await thread.ask('who')).not.toBe(first), {
    timeout: 20_000,
    interval: 5,
  });
});

it('stays where it is told to', async () => {
  const thread = new JournalThread(
    new URL('../../testkit/mortal-worker.ts', import.meta.url),
    { path: 'journal.db' },
    { stays: true, idle: 0 },
  );
  onTestFinished(() => thread.close());
  const first = await thread.ask('who');
  await setImmediate();
  expect(await thread.ask('who')).toBe(first);
});

it('goes to the journal that is opened next where threads are kept, and one that ended does not', async () => {
  keepThreads(true);
  onTestFinished(() => keepThreads(false));
  const thread = mortal();
  const first = await thread.ask('who');
  await thread.close();
  const next = mortal();
  expect(await next.ask('who')).toBe(first);
  const closed = next.close();
  // it has been told to rest, and what is asked now comes too late
  await Promise.resolve();
  await expect(next.ask('who')).rejects.toThrow('closed');
  await closed;
  const last = mortal();
  await expect(last.ask('exit')).rejects.toThrow('ended');
  await last.close();
  expect(await mortal().ask('who')).not.toBe(first);
});
