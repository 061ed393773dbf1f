import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/kit/longest-first.ts';

/**
 * Files share a process, one after the other: what it has loaded and compiled is half of what a file takes on a core. These have one of
 * their own: they put other modules in the place of ours, or a clock in the place of the process's, or ask what a process knows that has done
 * nothing else.
 */
const alone = [
  'src/pipeline/workers/restart-after-failure.test.ts',
  'src/pipeline/webhook-priority.test.ts',
  'src/folders/hanging-folder.test.ts',
  'src/journal/postgres/open-postgres.test.ts',
  'test/engine-alone.test.ts',
];

/** These tell how time grows: code that a process has run on other things runs otherwise. */
const measured = ['test/endurance/linear-*.test.ts', 'test/endurance/hostile-exchange.test.ts'];

interface ProjectSettings {
  readonly isolate?: boolean;
  readonly exclude?: string[];
  readonly testTimeout?: number;
  readonly maxWorkers?: number;
  readonly execArgv?: string[];
  readonly sequence?: { readonly groupOrder: number };
  readonly experimental?: { readonly viteModuleRunner: boolean; readonly nodeLoader: boolean };
}

const project = (name: string, include: readonly string[], settings: ProjectSettings = {}) => ({
  extends: true as const,
  test: { name, include: [...include], ...settings },
});

const cores = availableParallelism();

/** Files that put no module in the place of another need not be parsed for that. */
const unmocked = { experimental: { viteModuleRunner: false, nodeLoader: false } };

/**
 * V8 collects what is young with several threads at once, which wait for each other where the cores are busy: 2 to 11 % of what a
 * process takes of the processors.
 */
const execArgv = ['--no-parallel-scavenge'];

/**
 * Nor does it look for what can be given back whenever a process rests, nor on the way to the 300 MB that one comes to: some 4 % more. What is
 * measured in test/endurance begins as ever.
 */
const roomy = [...execArgv, '--no-memory-reducer', '--initial-old-space-size=300'];

/** Files wait for processes, folders, browsers and servers as long as they compute. */
const waiting = { maxWorkers: 3 * cores + 1, execArgv: roomy };

/** Endurance, after the others where somebody runs all. */
const computing = { maxWorkers: waiting.maxWorkers, sequence: { groupOrder: 1 } };

/** As in test/kit/machine.ts. */
const patience = Number(process.env.TEST_PATIENCE ?? 1);

export default defineConfig({
  test: {
    // `npm test` runs all but the last two, which hold what takes minutes
    projects: [
      project('shared', ['{src,simulator}/**/*.test.ts', 'test/*.test.ts', 'test/browser/*.test.ts'], {
        exclude: alone,
        isolate: false,
        testTimeout: 120_000 * patience,
        ...waiting,
        ...unmocked,
      }),
      project('alone', alone, waiting),
      project('endurance', ['test/endurance/*.test.ts', 'test/endurance/browser/*.test.ts'], {
        exclude: measured,
        isolate: false,
        testTimeout: 240_000 * patience,
        ...computing,
        ...unmocked,
        execArgv,
      }),
      project('endurance-alone', measured, {
        testTimeout: 300_000 * patience,
        ...computing,
        ...unmocked,
      }),
    ],
    // the sources as a checkout runs them: by Node itself, whose cache of compiled code all processes of a run share
    experimental: { viteModuleRunner: false },
    globalSetup: 'test/kit/leaks.ts',
    sequence: { sequencer: LongestFirst },
    setupFiles: ['test/kit/processor-time.ts', 'test/kit/kept-threads.ts'],
    reporters: [
      'default',
      './test/kit/slowest-files.ts',
      './test/kit/skipped-tests.ts',
      './test/kit/failed-tests.ts',
    ],
    testTimeout: 30_000 * patience,
    hookTimeout: 60_000 * patience,
    // the default of one second is short on a machine that is busy
    expect: { poll: { timeout: 20_000 * patience } },
  },
});
