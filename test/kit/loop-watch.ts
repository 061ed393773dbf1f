import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a gateway (test/kit/watched.ts): at SIGUSR2 writes to the file LOOP_WATCH what its event loop was held for at
 * the longest, and begins anew.
 */
const resolution = 5;
const file = process.env.LOOP_WATCH;

/** Milliseconds of this thread's own time on a core: what others take on a busy machine does not count. */
const cpu = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

function watch(path: string): void {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  let [last, busy] = [cpu(), 0];
  setInterval(() => {
    const now = cpu();
    busy = Math.max(busy, now - last);
    last = now;
  }, resolution).unref();
  process.on('SIGUSR2', () => {
    const held = Math.max(0, delay.max / 1e6 - resolution);
    writeFileSync(path, JSON.stringify({ held, busy, peak: process.resourceUsage().maxRSS / 1000 }));
    delay.reset();
    busy = 0;
  });
}

if (isMainThread && file !== undefined) watch(file);
