import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PriorityQueue } from './priority-queue.ts';

it('gives items in their order, whatever is pushed in between', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.array(fc.integer()), (first, second) => {
      const heap = new PriorityQueue<number>((a, b) => a - b);
      for (const item of first) heap.push(item);
      const least = heap.pop();
      expect(least).toBe(first.length === 0 ? undefined : Math.min(...first));
      for (const item of second) heap.push(item);
      const left = [...first, ...second].sort((a, b) => a - b);
      if (least !== undefined) left.splice(left.indexOf(least), 1);
      const got: number[] = [];
      for (let item = heap.pop(); item !== undefined; item = heap.pop()) got.push(item);
      expect(got).toEqual(left);
    }),
  );
});
