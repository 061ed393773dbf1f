import { chmodSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { buildOnce } from '../../packaging/build-once.ts';
import { noteFailures } from './failed-tests.ts';
import { removeFolder } from './remove-folder.ts';

/**
 * Global setup of vitest: the run gets a temporary folder of its own, and fails when files stay in it, or processes that were
 * started in it, after the last test. Files of programs that are not ours, and what is made once for all tests, are none of its business. Threads and processes start from
 * a build of the sources (but while vitest watches: then sources change under it).
 */
const notOurs = /^(held-|node-compile-cache|v8-compile-cache|\.X\d+|ssh-|(first-postgres|packed-once)$)/;

export default async function setup({ config }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TESTS_FOLDER !== undefined) return undefined; // the first project's serves all
  const folder = mkdtempSync(join(tmpdir(), 'tests-'));
  chmodSync(folder, 0o755); // PostgreSQL runs as another user
  // half of a gateway's start is compiling its source: once for all that tests start
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
    new URL('../../node_modules/.compile-cache', import.meta.url),
  );
  if (!config.watch) process.env.GATEWAY_BUILD = await buildOnce();
  for (const name of ['TESTS_FOLDER', 'TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
  return async () => {
    const files = readdirSync(folder).filter((name) => !notOurs.test(name));
    const processes = startedIn(folder);
    await removeFolder(folder);
    const leaks = [...files.map((name) => `file ${name}`), ...processes];
    if (leaks.length === 0) return;
    const text = ['left behind by tests:', ...leaks.map((leak) => `  ${leak}`)];
    console.error(text.join('\n'));
    noteFailures(text);
    process.exitCode = 1;
  };
}

/** Processes that have this folder in their environment, but for vitest's own; Linux alone tells. */
function startedIn(folder: string): readonly string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid)
    .flatMap((pid) => {
      if (!read(`/proc/${pid}/environ`).includes(`TESTS_FOLDER=${folder}`)) return [];
      const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
      return command === '' || command.includes('vitest') ? [] : [`process ${pid}: ${command}`];
    });
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // it has ended
  }
}
