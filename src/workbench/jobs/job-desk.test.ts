import { expect, it } from 'vitest';
import { JobDesk, type JobRun } from './job-desk.ts';

/** Ends when it is stopped, and says so. */
const untilStopped = ({ signal }: JobRun): Promise<string> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve('stopped');
    signal.addEventListener('abort', () => resolve('stopped'));
  });

const asked = { who: 'anna', subject: 'mapping one', patience: 60_000 };
const start = async (desk: JobDesk<string>, more: Partial<Parameters<typeof desk.start>[0]> = {}) =>
  (await desk.start({ ...asked, work: untilStopped, ...more })) ?? '';

it('tells how far it is, and what it came to; to its owner alone, and for what it is about', async () => {
  const desk = new JobDesk<string>();
  const { promise: go, resolve } = Promise.withResolvers<void>();
  const id = await start(desk, {
    work: async ({ report }) => {
      report({ done: 2, of: 5 });
      await go;
      return 'all';
    },
  });
  await Promise.resolve();
  expect(desk.look(id, 'anna', 'mapping one')).toEqual({ kind: 'working', progress: { done: 2, of: 5 } });
  expect(desk.look(id, 'bert', 'mapping one')).toBeUndefined();
  expect(desk.look(id, 'anna', 'mapping two')).toBeUndefined();
  expect(desk.stop(id, 'bert', 'mapping one')).toBe(false);
  resolve();
  await new Promise(setImmediate);
  expect(desk.look(id, 'anna', 'mapping one')).toEqual({ kind: 'done', outcome: 'all' });
  await desk.close();
});

it('is stopped by its owner, at its limit, and when nobody looks any more; what it had by then stays', async () => {
  const desk = new JobDesk<string>({ unwatched: 5 });
  const ids = [await start(desk), await start(desk, { patience: 1 })];
  expect(desk.stop(ids[0] ?? '', 'anna', 'mapping one')).toBe(true);
  const quiet = await start(desk);
  await expect.poll(() => desk.stop(quiet, 'anna', 'mapping one')).toBe(false);
  for (const id of [...ids, quiet])
    await expect
      .poll(() => desk.look(id, 'anna', 'mapping one'))
      .toEqual({ kind: 'done', outcome: 'stopped' });
  await desk.close();
});

it('begins no more than may work at once, and forgets the oldest of what is done', async () => {
  const desk = new JobDesk<string>({ working: 1, kept: 1 });
  const dropped: string[] = [];
  const first = await start(desk, { dispose: async () => void dropped.push('first') });
  expect(await desk.start({ ...asked, work: untilStopped })).toBeUndefined();
  desk.stop(first, 'anna', 'mapping one');
  await new Promise(setImmediate);
  const second = await start(desk);
  expect(dropped).toEqual(['first']);
  expect(desk.look(first, 'anna', 'mapping one')).toBeUndefined();
  expect(desk.look(second, 'anna', 'mapping one')).toMatchObject({ kind: 'working' });
  await desk.close();
});

it('what its work threw is thrown to who looks', async () => {
  const desk = new JobDesk<string>();
  const id = await start(desk, { work: () => Promise.reject(new Error('no such folder')) });
  await new Promise(setImmediate);
  expect(() => desk.look(id, 'anna', 'mapping one')).toThrow('no such folder');
  await desk.close();
});

it('is found again by who comes back, as long as what it is about stands as it did', async () => {
  const desk = new JobDesk<string>();
  const newest = (version: string) => desk.findNewest({ ...asked, version });
  const id = await start(desk, { version: 'one' });
  expect(newest('one')).toBe(id);
  expect(newest('two')).toBeUndefined();
  expect(desk.findNewest({ who: 'bert', subject: asked.subject, version: 'one' })).toBeUndefined();
  await desk.close();
});
