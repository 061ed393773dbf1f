import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Journal } from '../../journal/journal.ts';
import { openSqliteJournal } from '../../journal/sqlite/open-sqlite.ts';
import { sampleRecord } from '../../journal/testkit/sample-record.ts';
import { isAbandoned } from './abandoned-files.ts';

const left = { temporary: '.a.tmp', attempt: '1.1' };
const parts = { bytes: Buffer.from('x'), plan: '{}', mapping: '', saw: sampleRecord, findings: [] };

/** A journal with one message whose first attempt has begun. */
async function begun(): Promise<Journal> {
  const folder = await mkdtemp(join(tmpdir(), 'leftovers-'));
  const journal = openSqliteJournal(join(folder, 'journal.db'));
  onTestFinished(async () => {
    await journal.close();
    await rm(folder, { recursive: true });
  });
  const source = { kind: 'webhook', method: 'POST' } as const;
  const bytes = Buffer.from('{}');
  await journal.receive([{ channel: 'c', direction: 'outbound', name: 'e', source, bytes }]);
  await journal.storeChecked(1, { findings: [] });
  await journal.startDelivery(1, parts);
  return journal;
}

/** As it looks where several gateways have it open. */
const shared = (journal: Journal) => ({
  shared: true,
  message: (id: number) => journal.message(id),
  attempts: (id: number) => journal.attempts(id),
});

it('knows that an attempt died with the process before, unless another gateway may be at it', async () => {
  const journal = await begun();
  expect(await isAbandoned(journal, left)).toBe(true);
  expect(await isAbandoned(shared(journal), left)).toBe(false);
});

it('keeps what was staged until its attempt has ended', async () => {
  const journal = await begun();
  await journal.noteStaged(1, 1, { temporary: '.a.tmp', name: 'a' });
  expect(await isAbandoned(journal, left)).toBe(false);
  expect(await isAbandoned(journal, { ...left, temporary: '.b.tmp' })).toBe(true);
  await journal.endAttempt(1, 1, { status: 0, detail: '', unknown: false });
  expect(await isAbandoned(shared(journal), left)).toBe(true);
});

it.each([
  ['a later one has begun', (journal: Journal) => journal.startRedelivery(1)],
  [
    'its message is settled',
    (journal: Journal) => journal.settle(1, { outcome: 'delivered', reason: '', findings: [] }),
  ],
] as const)('counts an attempt as over when %s', async (_, happens) => {
  const journal = await begun();
  await journal.noteStaged(1, 1, { temporary: '.a.tmp', name: 'a' });
  await happens(journal);
  expect(await isAbandoned(shared(journal), left)).toBe(true);
});

it('needs nothing of a message that retention has deleted', async () => {
  expect(await isAbandoned(shared(await begun()), { temporary: '.a.tmp', attempt: '7.1' })).toBe(true);
});
