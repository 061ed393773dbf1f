import { expect, it } from 'vitest';
import { type RuntimeSnapshot, takeSnapshot } from '../../pipeline/runtime/runtime-snapshot.ts';
import { asJson, buildOrderChannel } from '../../pipeline/testkit/channels.ts';
import type { ReplayReply } from '../replay-worker.ts';
import { ReplayPool } from './replay-pool.ts';

const channel = buildOrderChannel(asJson);

/** A mapping of one's own with a table of so many rows. */
async function withTable(rows: number): Promise<RuntimeSnapshot> {
  const { files, ...snapshot } = await takeSnapshot({});
  const mapping =
    'mapping: order-to-exchange\nextends: scsn-gateway/order-to-exchange\ntables: { long: tables/long.csv }\n';
  const table = Array.from({ length: rows }, (_, n) => `key ${n},value ${n}\n`).join('');
  const own = {
    '/own/order-to-exchange.yaml': Buffer.from(mapping),
    '/own/tables/long.csv': Buffer.from(`from,to\n${table}`),
  };
  return { ...snapshot, own: { mappings: '/own' }, files: { ...files, ...own } };
}

/** A document that is refused as it is read: that takes a moment. */
const task = {
  version: 'slow',
  given: {
    check: {
      channel,
      bytes: Buffer.from('no XML'),
      source: { kind: 'file', id: '1', name: 'a.xml', size: 6, mtime: 1 },
    },
    prepare: {},
  },
};

/** Milliseconds until a message has run in a thread of its own that loads everything first. */
async function timeOf(version: RuntimeSnapshot, longest: number): Promise<number> {
  const pool = new ReplayPool({ slow: version }, 1, longest);
  const began = performance.now();
  try {
    const { result } = await pool.run<ReplayReply>('replayStep', task);
    expect(result).toMatchObject({ step: 'check', said: 'rejected' });
    return performance.now() - began;
  } finally {
    await pool.close();
  }
}

it('the time of a message begins when its thread has loaded what it needs, however long that takes', async () => {
  const slow = await withTable(200_000);
  const loading = await timeOf(slow, 600_000);
  // the thread knows the first version by now
  await timeOf(await withTable(200_001), loading / 3);
});
