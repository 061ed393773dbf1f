import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LongOrder, longOrders, writeAcme } from '../kit/long-orders.ts';
import { memoryLimit } from '../kit/memory-limit.ts';
import { freePort } from '../kit/port.ts';
import { GatewayProcess } from '../kit/process.ts';
import { Site } from '../kit/site.ts';

/**
 * Within 1 GiB an SCSN order of 20,000 lines is read, checked, prepared and sent as it is; one of 2,500 lines as CSV, EDIFACT and IDoc,
 * which is translated twice on its way, and holds several times as much. Each line of the IDoc loses values, which are led back to it.
 */

const limit = memoryLimit(2 ** 30);
afterAll(() => limit?.end());

const lines = { asItIs: 20_000, translated: 2500 };
const proven = longOrders.filter(({ document }) =>
  ['scsn/Order', 'csv-order', 'edifact-d96a-orders', 'idoc-orders'].includes(document),
);
const folder = 'erp/out/long';

/** Takes whatever comes, at once: the simulator would look at each line for minutes. */
let exchange: Server;
let baseUrl: string;
let bytesSent = 0;
beforeAll(async () => {
  const port = await freePort();
  baseUrl = `http://127.0.0.1:${port}`;
  exchange = createServer((request, response) => {
    bytesSent = 0;
    request.on('data', (chunk: Buffer) => {
      bytesSent += chunk.length;
    });
    request.on('end', () => {
      response.setHeader('Set-Authorization', 'a.b.c').setHeader('Set-Refresh-Token', 'r');
      response.setHeader('Content-Type', 'application/json').end('{"ok":true}');
    });
  }).listen(port, '127.0.0.1');
});
afterAll(() => void exchange.close());

/** As XML where it is SCSN, else as JSON. What the exchange takes at the most is not what is tried here. */
const channelOf = ({ document, map }: LongOrder): object => ({
  from: { folder, files: '*', settle: { interval: '50ms' }, byDate: false },
  document,
  limits: { lines: 25_000 },
  ...(map === undefined
    ? { to: { exchange: 'sci-connector/order' } }
    : { map: [map, 'complete-order', 'order-to-exchange'], to: { exchange: 'api-connector/order' } }),
});

describe.skipIf(limit === undefined)(
  'a process of 1 GiB (skipped without systemd or a cgroup of its own)',
  () => {
    it.each(proven)('sends a long order: $document', async (order) => {
      const count = order.map === undefined ? lines.asItIs : lines.translated;
      const site = await Site.open({
        config: (config, at) => {
          writeAcme(`${at}/own`);
          Object.assign(config.exchange ?? {}, { baseUrl });
          Object.assign(config, { mappings: 'own', channels: { long: channelOf(order) } });
        },
      });
      const gateway = await GatewayProcess.start(site.path('gateway.yaml'), undefined, limit?.prefix);
      try {
        const name = `long.${order.extension}`;
        site.drop(folder, name, order.make(count));
        const ended = await site.ended(name, 1, 60);
        expect(ended.findings.filter(({ severity }) => severity !== 'warning')).toEqual([]);
        expect(ended).toMatchObject({ outcome: 'delivered' });
        expect(bytesSent).toBeGreaterThan(100 * count);
        expect(gateway.over()).toBe(false);
      } finally {
        await gateway.kill();
        await site.close();
      }
    });
  },
);
