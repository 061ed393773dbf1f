import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // the default of one second is short on a machine that is busy
    expect: { poll: { timeout: 20_000 } },
    // many tests wait for processes, folders and servers: one worker a core, where the default leaves one core free
    maxWorkers: availableParallelism(),
  },
});
