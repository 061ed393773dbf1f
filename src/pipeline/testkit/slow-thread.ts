import { setTimeout } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { begin, type Timed } from '../workers/task-clock.ts';

/** A thread that takes long to load and is quick then. */
await setTimeout(500);

export function name({ begun }: Timed<unknown>): number {
  begin(begun);
  return threadId;
}
