import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { Pool } from 'undici';
import { freePort } from '../test/kit/port.ts';
import { startBareExchange } from './kit/exchange.ts';
import { atLeast, below, percentile, report, rounded } from './kit/report.ts';
import { BenchSite } from './kit/site.ts';

/**
 * How many webhooks a second? `node bench/webhooks-per-second.ts [CALLS]`: events of an order, 16 callers. The gateway has each
 * in its journal before the answer; the floor is an express handler that appends the body to a file and fsyncs, nothing
 * else. The median of three rounds of both.
 */
const calls = Number(process.argv[2] ?? 3000);
const callers = 16;
const warmUp = 200;
const authorization = `Basic ${Buffer.from('exchange:hook').toString('base64')}`;

if (process.argv[2] === 'floor') await serveFloor(process.argv[3] ?? '');
else await main();

async function serveFloor(path: string): Promise<void> {
  const file = openSync(path, 'a');
  const app = express();
  app.post('/events', express.raw({ type: 'application/json' }), (request, response) => {
    writeSync(file, request.body);
    fsyncSync(file);
    response.status(202).end();
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  process.send?.(`http://127.0.0.1:${address.port}`);
  process.on('disconnect', () => {
    closeSync(file);
    process.exit();
  });
}

/** An event of another company: stored and answered as any other, and then quickly ignored. */
function event(n: number): string {
  const lines = [{ id: `line-${n}`, lastUpdatedAt: '2026-03-02T10:00:00.000Z' }];
  const buyerOrder = { companyId: 'SOMEBODY', purchaseOrderNumber: `PO-${n}`, supplierAccountNumber: 'S-1' };
  const meta = { messageId: `message-${n}`, eventName: 'OrderAcceptedBySupplier' };
  const note = 'x'.repeat(2000);
  return JSON.stringify({ meta, orderEvent: { id: `order-${n}`, buyerOrder, lines, note } });
}

interface Speed {
  readonly perSecond: number;
  readonly p99: number;
}

async function call(url: string): Promise<Speed> {
  const pool = new Pool(url, { connections: callers });
  const times: number[] = [];
  let next = 0;
  const caller = async (until: number): Promise<void> => {
    while (next < until) {
      const body = event(next);
      next += 1;
      const start = performance.now();
      const headers = { 'content-type': 'application/json', authorization };
      const { statusCode, body: answer } = await pool.request({
        path: '/events',
        method: 'POST',
        headers,
        body,
      });
      await answer.dump();
      if (statusCode !== 202) throw new Error(`answered with ${statusCode}`);
      times.push(performance.now() - start);
    }
  };
  const all = (until: number) => Promise.all(Array.from({ length: callers }, () => caller(until)));
  await all(warmUp);
  times.length = 0;
  const started = performance.now();
  await all(warmUp + calls);
  const perSecond = times.length / ((performance.now() - started) / 1000);
  await pool.close();
  return { perSecond, p99: percentile(times, 0.99) };
}

async function floor(site: BenchSite): Promise<Speed> {
  const child = fork(fileURLToPath(import.meta.url), ['floor', site.path('appended')]);
  const [url] = await once(child, 'message');
  const speed = await call(String(url));
  child.disconnect();
  await once(child, 'exit');
  return speed;
}

async function gateway(site: BenchSite): Promise<Speed> {
  const exchange = await startBareExchange();
  const listen = `127.0.0.1:${await freePort()}`;
  const responses = {
    as: 'buyer',
    from: { webhook: '/events' },
    document: 'scsn/OrderResponse',
    map: 'order-to-order-response',
    to: { folder: 'in' },
  };
  site.make('in');
  const auth = { basic: { user: 'exchange', password: 'hook' } };
  site.configure(exchange.url, { responses }, { webhook: { listen, auth } });
  await site.start();
  const speed = await call(`http://${listen}`);
  await exchange.close();
  if (existsSync(site.path('in/parked')))
    throw new Error('The events were parked: they are not what they should be.');
  return speed;
}

/** Both, in a folder of their own. */
async function round() {
  const site = new BenchSite();
  try {
    return { bare: await floor(site), ours: await gateway(site) };
  } finally {
    await site.close();
  }
}

function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

async function main(): Promise<void> {
  const all = [await round(), await round(), await round()];
  const of = (which: 'bare' | 'ours', what: keyof Speed) => median(all.map((one) => one[which][what]));
  const ratio = median(all.map(({ bare, ours }) => ours.perSecond / bare.perSecond));
  report(`How many webhooks of 2 kB a second, durable before the answer? (${callers} callers)`, [
    { what: 'express and fsync of an append, a second', figure: rounded(of('bare', 'perSecond')) },
    { what: 'gateway, a second', figure: rounded(of('ours', 'perSecond')) },
    { what: 'gateway : express', ...atLeast(0.5, ratio, 2) },
    { what: 'express: p99, ms', figure: rounded(of('bare', 'p99')) },
    { what: 'gateway: p99, ms', ...below(250, of('ours', 'p99')) },
  ]);
}
