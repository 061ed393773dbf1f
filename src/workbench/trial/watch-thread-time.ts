import type { Worker } from 'node:worker_threads';
import { pause } from '../../time/pause.ts';

/** Milliseconds between two looks. */
const every = 50;

/**
 * Resolves when the thread has worked for so many milliseconds from now on: its own time on a core where Node can tell (24.6 or later),
 * else time on the clock. On a machine with other work a trial that is short stays short. Rejects when `stop` aborts.
 */
export async function watchThreadTime(
  thread: Worker,
  milliseconds: number,
  stop: AbortSignal,
): Promise<void> {
  const readTime = await startClock(thread);
  while ((await readTime()) < milliseconds) {
    await pause(every, stop);
    stop.throwIfAborted();
  }
}

async function startClock(thread: Worker): Promise<() => Promise<number>> {
  const start = performance.now();
  if (typeof thread.cpuUsage !== 'function') return async () => performance.now() - start;
  const before = await thread.cpuUsage();
  return async () => {
    const { user, system } = await thread.cpuUsage(before);
    return (user + system) / 1000;
  };
}
