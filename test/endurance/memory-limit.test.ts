import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { bodyLimits } from '../../src/exchange/transport/response-body.ts';
import { hostileFiles } from '../../src/formats/testkit/hostile.ts';
import { orderXml } from '../kit/documents.ts';
import { edifactOrders } from '../kit/edifact.ts';
import { closeHostileOrders, hostileOrders } from '../kit/hostile-orders.ts';
import { memoryLimit } from '../kit/memory-limit.ts';
import { GatewayProcess } from '../kit/process.ts';
import { Site } from '../kit/site.ts';

/** With 1 GiB, the limit in ops/kubernetes, enforced by the kernel: no file ends the process, and what comes beside a large one comes to its end. */

const limit = memoryLimit(2 ** 30);
afterAll(() => limit?.end());
afterAll(closeHostileOrders);

/** The default of `maxSize`. */
const largest = 50_000_000;

/** Two million elements in one segment. */
const wideMessage = (): Buffer => {
  const wide = hostileFiles.find(({ name }) => name === 'edifact: one wide segment');
  if (wide === undefined) throw new Error('there is no such file');
  return wide.make(4_000_000);
};

/** What the reader writes, a line for each file or order. */
async function readHostile(size: number, wanted: string): Promise<readonly string[]> {
  const reader = fileURLToPath(new URL('../kit/hostile-reader.ts', import.meta.url));
  const program = [process.execPath, reader, String(size), wanted];
  const [command = '', ...rest] = [...(limit?.prefix ?? []), ...program];
  const { stdout } = await promisify(execFile)(command, rest, { maxBuffer: 1e7 });
  return stdout.trim().split('\n');
}

const settle = { interval: '50ms' };
const edifact = 'erp/out/edifact';

describe.skipIf(limit === undefined)(
  'a process of 1 GiB (skipped without systemd or a cgroup of its own)',
  () => {
    it.each([
      // most of them end at a limit long before
      [2_500_000, ''],
      [
        largest,
        'one wide|long value|long record|quotes in quotes|references|control|namespaces|line breaks$|scsn: many lines',
      ],
    ])('reads or refuses in words files of %i bytes of every kind', async (size, wanted) => {
      const lines = await readHostile(size, wanted);
      expect(lines.filter((line) => line.includes('ENDED'))).toEqual([]);
      expect(lines).toHaveLength(hostileFiles.filter(({ name }) => new RegExp(wanted).test(name)).length);
    });

    it('reads or refuses in words what the exchange may answer with: orders and pages as large as are taken', async () => {
      const lines = await readHostile(bodyLimits.order - 1000, 'exchange');
      expect(lines.filter((line) => line.includes('ENDED'))).toEqual([]);
      expect(lines).toHaveLength(2 * hostileOrders.length);
    });

    it('two messages of two million elements at once are refused, and what lies beside and behind them comes to its end', async () => {
      const site = await Site.open({
        config: (config) => {
          const map = ['edifact-orders-to-order', 'complete-order', 'order-to-exchange'];
          const from = { folder: edifact, settle, byDate: false };
          const to = { exchange: 'api-connector/order' };
          Object.assign(config.channels, { edifact: { from, document: 'edifact-d96a-orders', map, to } });
        },
      });
      const gateway = await GatewayProcess.start(site.path('gateway.yaml'), undefined, limit?.prefix);
      try {
        site.drop(edifact, 'a.edi', wideMessage());
        site.drop(edifact, 'b.edi', Buffer.concat([wideMessage(), Buffer.from('\n')]));
        for (const name of ['a.edi', 'b.edi'])
          expect(await site.ended(name, 1, 100)).toMatchObject({
            outcome: 'rejected',
            findings: [{ code: 'document-too-many-parts' }],
          });
        const lines = Array.from({ length: 6000 }, (_, n) => ({ id: `${n + 1}` }));
        site.drop('erp/out/orders', 'long.xml', orderXml({ number: 'PO-LONG', lines }));
        const orders = Array.from({ length: 20 }, (_, n) => ({ number: `E-${n}`, account: '70012' }));
        site.drop(edifact, 'orders.edi', edifactOrders(orders));
        expect(await site.ended('orders.edi', 1, 100)).toMatchObject({ outcome: 'split' });
        expect(await site.ended('long.xml', 1, 100)).toMatchObject({ state: 'settled' });
        expect(gateway.over()).toBe(false);
      } finally {
        await gateway.kill();
        await site.close();
      }
    });
  },
);
