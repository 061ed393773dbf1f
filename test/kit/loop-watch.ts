import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a gateway (test/kit/watched.ts): at SIGUSR2 writes to the file LOOP_WATCH what its event loop was held for at
 * the longest, and begins anew.
 */
const resolution = 5;
const file = process.env.LOOP_WATCH;

/** What a loop was held for. */
interface BusyWatch {
  /** Milliseconds on a core at the longest, since this was asked last. */
  longest(): number;
  stop(): void;
}

/** Watches the event loop of this thread. */
export function watchBusy(): BusyWatch {
  let [last, busy] = [cpu(), 0];
  const look = (): void => {
    const now = cpu();
    busy = Math.max(busy, now - last);
    last = now;
  };
  const timer = setInterval(look, resolution).unref();
  return {
    longest: () => {
      look();
      const longest = busy;
      busy = 0;
      return longest;
    },
    stop: () => clearInterval(timer),
  };
}

/** Milliseconds of this thread's own time on a core: what others take on a busy machine does not count. */
const cpu = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

function watch(path: string): void {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  const watched = watchBusy();
  process.on('SIGUSR2', () => {
    const held = Math.max(0, delay.max / 1e6 - resolution);
    const peak = process.resourceUsage().maxRSS / 1000;
    writeFileSync(path, JSON.stringify({ held, busy: watched.longest(), peak }));
    delay.reset();
  });
}

if (isMainThread && file !== undefined) watch(file);
