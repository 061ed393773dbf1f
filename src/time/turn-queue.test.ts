import { expect, it } from 'vitest';
import { TurnQueue } from './turn-queue.ts';

function queueOf(...waiting: readonly string[]): TurnQueue<string> {
  const queue = new TurnQueue<string>();
  for (const item of waiting) queue.push(item[0] ?? '', item);
  return queue;
}

function drain(queue: TurnQueue<string>): readonly string[] {
  const all: string[] = [];
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) all.push(item);
  return all;
}

it('serves one of each in turn, each in its own order', () => {
  expect(drain(queueOf('a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'))).toEqual([
    ...['a1', 'b1', 'c1'],
    ...['a2', 'b2'],
    ...['a3', 'a4'],
  ]);
});

it('says how many wait, and which of them is the next', () => {
  const queue = queueOf('a1', 'a2', 'b1');
  expect([queue.size, queue.next]).toEqual([3, 'a1']);
  queue.shift();
  expect([queue.size, queue.next]).toEqual([2, 'b1']);
  expect(queueOf().next).toBeUndefined();
});

it('who comes late waits for one of each of the others, however many they have', () => {
  const queue = queueOf('a1', 'a2', 'a3', 'b1', 'b2', 'b3');
  expect(queue.shift()).toBe('a1');
  queue.push('c', 'c1');
  expect(drain(queue)).toEqual(['b1', 'a2', 'c1', 'b2', 'a3', 'b3']);
});

it('what is removed leaves the turn to what waits behind it', () => {
  const queue = queueOf('a1', 'a2', 'b1');
  queue.remove('a', 'a1');
  queue.remove('b', 'b1');
  queue.remove('b', 'gone');
  expect(drain(queue)).toEqual(['a2']);
  expect(queue.isEmpty).toBe(true);
});
