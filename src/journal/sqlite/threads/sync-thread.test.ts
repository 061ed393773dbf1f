import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
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
