import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ThreadTurns } from './thread-turns.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const { signal } = new AbortController();

/** Works until it is told to end; says what is under way. */
function runner(turns: ThreadTurns) {
  const working = new Map<string, () => void>();
  const run = (name: string, stop = signal): Promise<void> =>
    turns.run(name, stop, () => new Promise((resolve) => working.set(name, resolve)));
  const end = async (name: string): Promise<void> => {
    working.get(name)?.();
    working.delete(name);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { run, end, names: () => [...working.keys()] };
}

it('uses all threads at once', async () => {
  const { run, names } = runner(new ThreadTurns(2));
  void run('a');
  void run('b');
  await vi.advanceTimersByTimeAsync(0);
  expect(names()).toEqual(['a', 'b']);
});

it('spares a thread as long as nothing waits for long', async () => {
  const { run, end, names } = runner(new ThreadTurns(2, 2000));
  for (const name of ['a', 'b', 'c']) void run(name);
  await vi.advanceTimersByTimeAsync(1900);
  expect(names()).toEqual(['a']);
  await end('a');
  expect(names()).toEqual(['b']);
  await vi.advanceTimersByTimeAsync(100);
  expect(names()).toEqual(['b', 'c']);
});

it('goes on with the spared thread while the first is held up, and spares it again when nothing waits', async () => {
  const { run, end, names } = runner(new ThreadTurns(2, 2000));
  for (const name of ['long', 'b', 'c']) void run(name);
  await vi.advanceTimersByTimeAsync(2000);
  await end('b');
  expect(names()).toEqual(['long', 'c']);
  await end('c');
  void run('d');
  await vi.advanceTimersByTimeAsync(1900);
  expect(names()).toEqual(['long']);
  await end('long');
  expect(names()).toEqual(['d']);
});

it('who gives up leaves no timer behind', async () => {
  const { run } = runner(new ThreadTurns(2, 2000));
  const stop = new AbortController();
  void run('a');
  const given = expect(run('b', stop.signal)).rejects.toThrow('enough');
  stop.abort(new Error('enough'));
  await given;
  expect(vi.getTimerCount()).toBe(0);
});
