import { expect, it } from 'vitest';
import { TaskPace } from './task-pace.ts';

it('what a task will take is told by its bytes and by those like it', () => {
  const pace = new TaskPace();
  pace.note('check orders', 1000, 10);
  pace.note('prepare orders', 1000, 3);
  expect(pace.expect('check orders', 4000)).toBe(40);
  expect(pace.expect('prepare orders', 1000)).toBe(3);
});

it('the first one of its kind may take long: those after it count more and more', () => {
  const pace = new TaskPace();
  expect(pace.expect('check orders', 1)).toBeGreaterThan(0);
  pace.note('check orders', 1000, 300);
  expect(pace.expect('check orders', 1000)).toBe(300);
  for (const took of [20, 4, 4, 4, 4, 4, 4]) pace.note('check orders', 1000, took);
  expect(pace.expect('check orders', 1000)).toBeCloseTo(6.4, 0);
});

it('an empty document has a pace too', () => {
  const pace = new TaskPace();
  pace.note('check orders', 0, 2);
  expect(pace.expect('check orders', 10)).toBe(20);
});
