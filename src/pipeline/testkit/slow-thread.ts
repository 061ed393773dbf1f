import { setTimeout } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import type { BatchedAnswer, BatchedTask } from '../workers/task-batch.ts';
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

/** Ends its thread, as one does that may take no more memory. */
export function endThread({ begun }: TimedTask<unknown>): void {
  markBegun(begun);
  process.exit(1);
}

export function fail({ begun }: TimedTask<unknown>): void {
  markBegun(begun);
  throw new Error('It is at fault.');
}

/** How many came together. */
export function count({ begun }: TimedTask<unknown>, together = 1): number {
  markBegun(begun);
  return together;
}

type Call =
  | BatchedTask<'count', unknown>
  | BatchedTask<'rest', number>
  | BatchedTask<'name', unknown>
  | BatchedTask<'endThread', unknown>
  | BatchedTask<'fail', unknown>;

/** Several of these, one after the other. */
export function batch(calls: readonly Call[]): readonly BatchedAnswer[] {
  return calls.map((call) => {
    try {
      return { answer: runCall(call, calls.length) };
    } catch (error) {
      return { error };
    }
  });
}

function runCall(call: Call, together: number): unknown {
  if (call.name === 'count') return count(call, together);
  if (call.name === 'rest') return rest(call);
  if (call.name === 'endThread') return endThread(call);
  return call.name === 'fail' ? fail(call) : name(call);
}
