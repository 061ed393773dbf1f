import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const project = (name: string, include: string) => ({
  extends: true as const,
  test: { name, include: [include] },
});

export default defineConfig({
  test: {
    // `npm test` is the first two; the third holds what takes minutes
    projects: [
      project('unit', 'src/**/*.test.ts'),
      project('whole', 'test/*.test.ts'),
      project('endurance', 'test/endurance/*.test.ts'),
    ],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // the default of one second is short on a machine that is busy
    expect: { poll: { timeout: 20_000 } },
    // many tests wait for processes, folders and servers: one worker a core, where the default leaves one core free
    maxWorkers: availableParallelism(),
  },
});
