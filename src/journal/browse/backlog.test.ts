import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../folders/testkit/folder.ts';
import { openSqliteJournal } from '../sqlite/open-sqlite.ts';

/** Of each of 3,000 refused documents it is asked whether one that came later mended it. */
const refused = 3000;

it('is told soon also where thousands of documents were refused', async () => {
  const folder = await temporaryFolder();
  const journal = openSqliteJournal(join(folder, 'journal.db'));
  try {
    for (let first = 0; first < refused; first += 100) await refuse(first, 100);
    const began = process.cpuUsage();
    const { rejected } = await journal.summarizeBacklog();
    // half a minute of a core where each is held against all others
    expect(process.cpuUsage(began).user).toBeLessThan(3_000_000);
    expect(rejected).toMatchObject([{ channel: 'orders', count: refused }]);
  } finally {
    await journal.close();
    await rm(folder, { recursive: true });
  }

  async function refuse(first: number, count: number): Promise<void> {
    const ids = await journal.receive(Array.from({ length: count }, (_, n) => fileOf(first + n)));
    await Promise.all(ids.map((id, n) => refuseOne(id ?? 0, `PO-${first + n}`)));
  }

  async function refuseOne(id: number, number: string): Promise<void> {
    const identity = {
      address: `buyer/${number}`,
      orderKey: `inbound/buyer/${number}`,
      purchaseOrderNumber: number,
    };
    await journal.storeChecked(id, { findings: [], ...identity });
    await journal.settle(id, { outcome: 'rejected', reason: 'No quantity.', findings: [] });
  }
});

const fileOf = (n: number) => ({
  ...({ channel: 'orders', direction: 'inbound', name: `${n}.xml` } as const),
  source: { kind: 'file', id: `f-${n}`, name: `${n}.xml`, size: 1, mtime: 1 } as const,
  bytes: Buffer.from(`${n}`),
});
