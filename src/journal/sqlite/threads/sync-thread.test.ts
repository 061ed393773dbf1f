import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openSqliteJournal } from '../open-sqlite.ts';
import { logLimit } from './thread-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'sync-'));

afterAll(() => rmSync(folder, { recursive: true }));

it('the log stays short, whatever is written', async () => {
  const path = join(folder, 'journal.db');
  const journal = openSqliteJournal(path);
  const sizes: number[] = [];
  for (let n = 0; n < 150; n += 1) {
    const bytes = randomBytes(n < 100 ? 900_000 : 9_000);
    const source = { kind: 'webhook', method: 'POST' } as const;
    await journal.receive([{ channel: 'responses', direction: 'outbound', name: `${n}`, source, bytes }]);
    sizes.push(statSync(`${path}-wal`).size);
  }
  await journal.close();
  // cut back to its limit whenever it begins anew, and never much longer than that
  expect(Math.max(...sizes)).toBeLessThan(2 * logLimit);
  expect(sizes.at(-1)).toBeLessThan(logLimit + 1_000_000);
});

/** In all threads of a process that begins with it no disk keeps anything. */
const failingDisk = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  fs.fdatasyncSync = () => { throw new Error('EIO: i/o error, fdatasync'); };
  syncBuiltinESMExports();`;

it('nobody hears of a commit that the disk did not keep', () => {
  const script = `
    import { openSqliteJournal } from '${new URL('../open-sqlite.ts', import.meta.url)}';
    const journal = openSqliteJournal(process.argv[2]);
    await journal.bind('exchange').then(() => console.log('kept'), (error) => console.log(error.message));
    await journal.close();`;
  const first = `data:text/javascript,${encodeURIComponent(failingDisk)}`;
  const program = join(folder, 'program.mjs');
  writeFileSync(program, script);
  const args = ['--import', first, program, join(folder, 'failing.db')];
  const said = execFileSync(process.execPath, args).toString();
  expect(said).toContain('did not keep what was written (EIO: i/o error, fdatasync)');
});
