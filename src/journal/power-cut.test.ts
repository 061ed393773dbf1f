import { copyFileSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Journal } from './journal.ts';
import { openSqliteJournal } from './sqlite/open-sqlite.ts';

/**
 * A power cut takes the end of the write-ahead log, wherever that is cut: what was received before is there, in its order, and
 * the journal opens.
 */
const folder = mkdtempSync(join(tmpdir(), 'power-'));
const path = join(folder, 'journal.db');
/** Bytes of the log after each message. */
const lengths: number[] = [];
let journal: Journal;

beforeAll(async () => {
  journal = openSqliteJournal(path);
  for (let n = 1; n <= 20; n += 1) {
    await journal.receive([
      {
        channel: 'orders',
        direction: 'inbound',
        name: `${n}.xml`,
        source: { kind: 'file', id: `claim-${n}`, name: `${n}.xml`, size: 1, mtime: 1 },
        bytes: Buffer.from(`<Order>${n}</Order>`),
      },
    ]);
    lengths.push(statSync(`${path}-wal`).size);
  }
});

afterAll(async () => {
  await journal.close();
  rmSync(folder, { recursive: true });
});

async function namesAfterCut(at: number): Promise<readonly string[]> {
  const copy = join(folder, `cut-${at}.db`);
  copyFileSync(path, copy);
  copyFileSync(`${path}-wal`, `${copy}-wal`);
  truncateSync(`${copy}-wal`, at);
  const cut = openSqliteJournal(copy);
  const messages = await cut.list({ limit: 100 });
  await cut.close();
  return messages.map(({ name }) => name).reverse();
}

const received = (count: number): string[] => Array.from({ length: count }, (_, n) => `${n + 1}.xml`);

it.each([1, 7, 19])('after %i messages and some bytes of the next, those are there', async (count) => {
  const [here = 0, next = 0] = lengths.slice(count - 1);
  for (const at of [here, here + 1, Math.floor((here + next) / 2), next - 1])
    expect(await namesAfterCut(at), `cut at ${at}`).toEqual(received(count));
});

it('with the whole log all are there', async () => {
  expect(await namesAfterCut(lengths.at(-1) ?? 0)).toEqual(received(20));
});
