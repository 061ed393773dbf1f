import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Journal } from '../../journal/journal.ts';
import { openSqliteJournal } from '../../journal/sqlite/open-sqlite.ts';

/** An empty journal of its own, gone when the test has ended. */
export function openTestJournal(): Journal {
  const folder = mkdtempSync(join(tmpdir(), 'operator-'));
  const journal = openSqliteJournal(join(folder, 'journal.db'));
  onTestFinished(async () => {
    await journal.close();
    rmSync(folder, { recursive: true });
  });
  return journal;
}

/** A checked file of the channel `orders`, of an order of its own unless it is named; resolves to its number. */
export async function addReady(journal: Journal, name: string, orderKey = name): Promise<number> {
  const source = { kind: 'file', id: name, name, size: 1, mtime: 1 } as const;
  const [id = 0] = await journal.receive([
    { channel: 'orders', direction: 'inbound', name, source, bytes: Buffer.from(name) },
  ]);
  await journal.storeChecked(id, { findings: [], orderKey, purchaseOrderNumber: orderKey });
  return id;
}

export async function addParked(journal: Journal, name: string, orderKey?: string): Promise<number> {
  const id = await addReady(journal, name, orderKey);
  await journal.park(id, 'A person has to look.', []);
  return id;
}
