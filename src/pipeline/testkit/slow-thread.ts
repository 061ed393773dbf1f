import { setTimeout } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { markBegun, type TimedTask } from '../workers/task-clock.ts';

/** A thread that takes long to load and is quick then. */
await setTimeout(500);

export function name({ begun }: TimedTask<unknown>): number {
  markBegun(begun);
  return threadId;
}

/** Takes so many milliseconds, and no processor. */
export function rest({ task, begun }: TimedTask<number>): void {
  markBegun(begun);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, task);
}
