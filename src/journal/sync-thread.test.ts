import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openSqliteJournal } from './sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'sync-'));

afterAll(() => rmSync(folder, { recursive: true }));

it('the log stays short, whatever is written', async () => {
  const path = join(folder, 'journal.db');
  const journal = openSqliteJournal(path);
  const sizes: number[] = [];
  for (let n = 0; n < 90; n += 1) {
    const bytes = randomBytes(n < 45 ? 900_000 : 9_000);
    const source = { kind: 'webhook', method: 'POST' } as const;
    await journal.receive([{ channel: 'responses', direction: 'outbound', name: `${n}`, source, bytes }]);
    sizes.push(statSync(`${path}-wal`).size);
  }
  await journal.close();
  expect(Math.max(...sizes)).toBeLessThan(8_000_000);
  expect(sizes.at(-1)).toBeLessThan(5_000_000);
});
