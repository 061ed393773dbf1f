import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Opens a thread that loads for ever, and stops it meanwhile. */
const programWith = (stop: string): string => `
  import { once } from 'node:events';
  import { openThreadPool } from '${new URL('./worker-pool.ts', import.meta.url)}';
  const program = '${new URL('../testkit/loading-thread.ts', import.meta.url)}';
  const { piscina } = openThreadPool(program, {}, { minThreads: 1, maxThreads: 1, idleTimeout: 60_000 });
  await once(piscina.threads[0], 'message');
  ${stop}
  console.log('goes on');`;

it.each([
  ['who closes its pool', 'await piscina.destroy();', 'goes on\n'],
  ['the end of the process', 'process.exit(0);', ''],
])('a thread that is stopped while it loads, by %s, does not crash the process', (_, stop, said) => {
  const args = ['--input-type=module', '--eval', programWith(stop)];
  const { stdout, signal, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect({ stdout, signal, status }).toEqual({ stdout: said, signal: null, status: 0 });
});
