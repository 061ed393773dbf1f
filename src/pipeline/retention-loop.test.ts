import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { until } from '../../test/kit/site.ts';
import type { RetentionCutoff } from '../journal/journal.ts';
import type { NewMessage } from '../journal/model/message.ts';
import { openSqliteJournal } from '../journal/sqlite/open-sqlite.ts';
import { useClock } from '../time/steady-clock.ts';
import { computeCutoff, RetentionLoop } from './retention-loop.ts';

const said: unknown[] = [];
const note = (fields: unknown): void => {
  said.push(fields);
};
const log = { info: note, error: note };

const document = (name: string, bytes: Uint8Array): NewMessage => ({
  channel: 'orders',
  direction: 'inbound',
  name,
  source: { kind: 'webhook', method: 'POST' },
  bytes,
});

/** 20 kB that hardly compress. */
const noise = (seed: number): Buffer =>
  Buffer.from(Array.from({ length: 20_000 }, (_, at) => ((at * at * (seed + 7)) % 251) + 1));

it('counts ages back from now', () => {
  const now = Date.parse('2026-03-01T00:00:00.000Z');
  expect(computeCutoff({ messages: 86_400_000 }, now)).toEqual({
    messages: '2026-02-28T00:00:00.000Z',
    seen: '2026-02-27T00:00:00.000Z',
  });
});

it('deletes what has expired, gives the room back to the disk and leaves a whole journal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'retention-'));
  const path = join(folder, 'journal.db');
  const journal = openSqliteJournal(path);
  try {
    const documents = Array.from({ length: 60 }, (_, n) => document(`${n}.xml`, noise(n)));
    await journal.receive(documents);
    for (let id = 1; id <= 60; id += 1) {
      await journal.storeChecked(id, { findings: [] });
      await journal.settle(id, { outcome: 'delivered', reason: '', findings: [] });
      if (id > 1) await journal.noteFiled({ id, ends: 1 }, '');
    }
    await journal.receive([document('last', Buffer.alloc(0))]);
    const loop = new RetentionLoop({ keep: { messages: 0 }, journal, log });
    const running = loop.run();
    await until(
      'all to be deleted',
      async () => (await journal.list({ limit: 100 })).length === 2 || undefined,
    );
    await until('the room to be given back', async () => (await journal.shrink()) === false || undefined);
    loop.stop();
    await running;
    expect(said).toEqual([{ messages: 59 }]);
    expect(await journal.verify()).toEqual([]);
  } finally {
    await journal.close();
  }
  expect(statSync(path).size).toBeLessThan(500_000);
  rmSync(folder, { recursive: true });
});

it('a clock that is set ahead makes nothing expire until it has stayed there for a day', async () => {
  const [hour, day] = [3_600_000, 86_400_000];
  let [set, passed] = [0, 0];
  onTestFinished(
    useClock({
      wall: () => Date.now() + passed + set,
      monotonic: () => performance.now() + passed,
    }),
  );
  const instants: (string | undefined)[] = [];
  const prune = async ({ messages }: RetentionCutoff): Promise<number> => {
    instants.push(messages);
    return 0;
  };
  const journal = { acquireLease: async () => true, prune, shrink: async () => false };
  const round = async (): Promise<number> => {
    const loop = new RetentionLoop({ keep: { messages: 0 }, journal, log });
    const running = loop.run();
    const at = await until('a round', async () => instants.pop());
    loop.stop();
    await running;
    return Date.parse(at) - (Date.now() + passed);
  };
  expect(Math.abs(await round())).toBeLessThan(5000);
  set = 400 * day;
  for (let n = 0; n < 24; n += 1) {
    expect(await round()).toBeLessThan(5000);
    passed += hour;
  }
  passed += hour;
  expect(await round()).toBeGreaterThan(399 * day);
});
