import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteJournal } from './sqlite/open-sqlite.ts';

it('a message that waited when the clock was put back by days is tried now', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clock-'));
  const journal = openSqliteJournal(join(folder, 'journal.db'));
  onTestFinished(async () => {
    await journal.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const source = { kind: 'webhook', method: 'POST' } as const;
  const document = {
    channel: 'c',
    direction: 'outbound',
    name: 'e',
    source,
    bytes: Buffer.from('{}'),
  } as const;
  const [id = 0] = await journal.receive([document]);
  await journal.storeChecked(id, { orderKey: 'k', findings: [] });
  const claimed = async (due: number): Promise<number> =>
    (await journal.claim({ direction: 'outbound', count: 1, due, busy: [] })).length;
  const before = Date.now();
  expect(await claimed(before)).toBe(1);
  await journal.wait(id, before + 60_000, 'later');
  expect(await claimed(before)).toBe(0);
  expect(await claimed(before - 3_600_000)).toBe(0);
  expect(await claimed(before - 3 * 24 * 3_600_000)).toBe(1);
});
