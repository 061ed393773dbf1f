import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a gateway (`NODE_OPTIONS=--import`): at SIGUSR2 writes to the file LOOP_WATCH for how many milliseconds its
 * event loop was held at the longest, and begins anew.
 */
const resolution = 5;
const file = process.env.LOOP_WATCH;
if (isMainThread && file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  process.on('SIGUSR2', () => {
    writeFileSync(file, String(Math.max(0, delay.max / 1e6 - resolution)));
    delay.reset();
  });
}
