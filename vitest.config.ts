import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// every test process, and every gateway that a test starts, finds what was compiled before: a quarter of all time on a core
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.compile-cache', import.meta.url));

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
    globalSetup: 'test/kit/leaks.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // the default of one second is short on a machine that is busy
    expect: { poll: { timeout: 20_000 } },
    // tests wait for processes, folders and servers more than they compute
    maxWorkers: 2 * availableParallelism(),
  },
});
