import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type QueuedTask, ThreadTurns, type TurnLimits } from './thread-turns.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

interface NamedTask extends QueuedTask {
  readonly name: string;
  /** Milliseconds that it is expected to take. */
  readonly time: number;
}

/** Each batch is worked on until it is told to end; says what is under way. */
function runner(limits: TurnLimits) {
  const working = new Map<string, () => void>();
  const refused: string[] = [];
  const turns = new ThreadTurns<NamedTask>(limits, {
    work: (tasks) => new Promise((resolve) => working.set(tasks.map(({ name }) => name).join(), resolve)),
    timeOf: ({ time }) => time,
  });
  const add = (name: string, time = 1, channel = name): NamedTask => {
    const task = { name, channel, time, refuse: () => void refused.push(name) };
    turns.add(task);
    return task;
  };
  const end = async (names: string): Promise<void> => {
    working.get(names)?.();
    working.delete(names);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { turns, add, end, refused, batches: () => [...working.keys()] };
}

it('uses all threads at once', () => {
  const { add, batches } = runner({ threads: 2 });
  for (const name of ['a', 'b', 'c']) add(name);
  expect(batches()).toEqual(['a', 'b']);
});

it('spares a thread as long as nothing waits for long', async () => {
  const { add, end, batches } = runner({ threads: 2, spareAfter: 2000 });
  for (const name of ['a', 'b', 'c']) add(name);
  await vi.advanceTimersByTimeAsync(1900);
  expect(batches()).toEqual(['a']);
  await end('a');
  expect(batches()).toEqual(['b']);
  await vi.advanceTimersByTimeAsync(100);
  expect(batches()).toEqual(['b', 'c']);
});

it('goes on with the spared thread while the first is held up, and spares it again when nothing waits', async () => {
  const { add, end, batches } = runner({ threads: 2, spareAfter: 2000 });
  for (const name of ['long', 'b', 'c']) add(name);
  await vi.advanceTimersByTimeAsync(2000);
  await end('b');
  expect(batches()).toEqual(['long', 'c']);
  await end('c');
  add('d');
  await vi.advanceTimersByTimeAsync(1900);
  expect(batches()).toEqual(['long']);
  await end('long');
  expect(batches()).toEqual(['d']);
});

it('spares none where one has waited for a thread already', () => {
  const { turns, add, batches } = runner({ threads: 2, spareAfter: 2000 });
  add('long');
  turns.add({ name: 'b', channel: 'b', time: 1, refuse: () => undefined }, true);
  expect(batches()).toEqual(['long', 'b']);
});

it('one that is removed leaves no timer behind, and is never begun', async () => {
  const { turns, add, end, batches } = runner({ threads: 2, spareAfter: 2000 });
  add('a');
  turns.remove(add('b'));
  expect(vi.getTimerCount()).toBe(0);
  await end('a');
  expect(batches()).toEqual([]);
});

const batch = { count: 3, time: 100 };

it('what waits for a thread goes to it together, of each channel in turn', async () => {
  const { add, end, batches } = runner({ threads: 1, batch });
  for (const name of ['a1', 'a2', 'a3', 'b1', 'a4']) add(name, 1, name[0]);
  expect(batches()).toEqual(['a1']);
  await end('a1');
  expect(batches()).toEqual(['a2,b1,a3']);
  await end('a2,b1,a3');
  expect(batches()).toEqual(['a4']);
});

it('no batch takes longer than it may but of a single task, and one of its own goes alone', async () => {
  const { add, end, batches } = runner({ threads: 1, batch });
  const times = { first: 1, small: 60, smaller: 40, tiny: 1, large: 500, other: 1, alone: Infinity, last: 1 };
  for (const [name, time] of Object.entries(times)) add(name, time, 'orders');
  const seen: string[] = [];
  for (let [next] = batches(); next !== undefined; [next] = batches()) {
    seen.push(next);
    await end(next);
  }
  expect(seen).toEqual(['first', 'small,smaller', 'tiny', 'large', 'other', 'alone', 'last']);
});

it('threads that work side by side share what waits', async () => {
  const { add, end, batches } = runner({ threads: 2, batch });
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) add(name);
  await end('a');
  expect(batches()).toEqual(['b', 'c,d']);
  await end('b');
  expect(batches()).toEqual(['c,d', 'e']);
});

it('a thread that is spared leaves the other one all that waits', async () => {
  const { add, end, batches } = runner({ threads: 2, spareAfter: 2000, batch });
  for (const name of ['a', 'b', 'c', 'd']) add(name);
  await end('a');
  expect(batches()).toEqual(['b,c,d']);
});

it('once it is closed, what waits and what comes is refused', async () => {
  const { turns, add, end, refused, batches } = runner({ threads: 1 });
  for (const name of ['a', 'b']) add(name);
  turns.close();
  add('c');
  await end('a');
  expect([refused, batches()]).toEqual([['b', 'c'], []]);
});
