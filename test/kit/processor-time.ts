import { readFileSync } from 'node:fs';
import { afterAll } from 'vitest';

/**
 * Setup file of vitest: notes for each test file what it takes of the processors, with the programs that it starts, from when its process began
 * or the file before it ended. On a busy machine this says more than the time of the wall. A program that still runs is not counted.
 */
declare module 'vitest' {
  interface TaskMeta {
    processorSeconds?: number;
  }
}

declare global {
  var processorSecondsBefore: number | undefined;
}

// biome-ignore lint/correctness/noEmptyPattern: vitest takes the first argument for fixtures
afterAll(({}, file) => {
  const now = readProcessorSeconds();
  file.meta.processorSeconds = now - (globalThis.processorSecondsBefore ?? 0);
  globalThis.processorSecondsBefore = now;
});

/** Of this process, and where the system tells it, of the programs that have ended. */
function readProcessorSeconds(): number {
  if (process.platform === 'linux') {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
    const ticks = fields.slice(11, 15).map(Number);
    return ticks.reduce((sum, part) => sum + part, 0) / 100;
  }
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}
