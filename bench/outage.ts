import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { NewMessage } from '../src/journal/model/message.ts';
import { openSqliteJournal } from '../src/journal/sqlite/open-sqlite.ts';
import { orderXml } from '../test/kit/documents.ts';
import { freePort } from '../test/kit/port.ts';
import { type BareExchange, startBareExchange } from './kit/exchange.ts';
import { readProcessorSeconds } from './kit/processors.ts';
import { below, report, rounded } from './kit/report.ts';
import { BenchSite } from './kit/site.ts';

/**
 * What does an exchange cost that is away? `node bench/outage.ts [ORDERS] [SECONDS] [SENT]`: the share of one core that a gateway takes while 10,000
 * orders wait for an exchange that refuses connections, and what the first 2,000 of them take when it is back, beside
 * the same orders for one that was never away: from the first that it gets, by turns, the least of each, since what else runs on the machine
 * makes single rounds differ by a fifth. Linux: CPU time from /proc, 100 ticks a second.
 */
const [orders = 10_000, seconds = 60, sent = 2_000] = process.argv.slice(2).map(Number);
/** Milliseconds until an outage is open and nothing but probes is sent; until the start's own work is over, too. */
const [opening, settling] = [5_000, 20_000];
const rounds = 3;
const limits = { share: 2, ratio: 1.15 };

/** Checked, and due: as they are left by a gateway that was stopped in the first moment of the outage. */
async function fill(site: BenchSite): Promise<void> {
  mkdirSync(site.path('data'), { recursive: true });
  const journal = openSqliteJournal(site.path('data', 'journal.db'));
  const documents = Array.from({ length: orders }, (_, n): NewMessage => {
    const source = { kind: 'file', id: `claim-${n}`, name: `${n}.xml`, size: 1, mtime: 1 } as const;
    const bytes = orderXml({ number: `PO-${n}` });
    return { channel: 'orders', lane: 'orders', direction: 'inbound', name: `${n}.xml`, source, bytes };
  });
  const ids = await journal.receive(documents);
  await Promise.all(
    ids.map((id = 0, n) => journal.storeChecked(id, { orderKey: `k/${n}`, address: `a/${n}`, findings: [] })),
  );
  await journal.close();
}

/** Connections to that port reach the exchange from now on; before they are refused. */
async function openDoor(port: number, exchange: BareExchange): Promise<Server> {
  const target = Number(new URL(exchange.url).port);
  const door = createServer((client) => {
    const server = connect(target, '127.0.0.1');
    client.pipe(server).pipe(client);
    for (const socket of [client, server]) socket.on('error', () => socket.destroy());
  });
  door.listen(port, '127.0.0.1');
  await once(door, 'listening');
  return door;
}

interface Round {
  /** Of one core, %; while it was away. */
  readonly share: number;
  /** Seconds of processors, and of time, from the first order that it got until so many were there. */
  readonly cpu: number;
  readonly seconds: number;
}

/** `away`: while it is away, and an outage is open, that is measured, or nothing is; `never`: it is there from the beginning. */
async function measure(away: 'measured' | 'unmeasured' | 'never'): Promise<Round> {
  const exchange = await startBareExchange();
  const site = new BenchSite();
  const port = await freePort();
  let door = away === 'never' ? await openDoor(port, exchange) : undefined;
  try {
    site.make('out');
    const channel = {
      from: { folder: 'out' },
      document: 'scsn/Order',
      to: { exchange: 'sci-connector/order' },
    };
    site.configure(`http://127.0.0.1:${port}`, { orders: channel });
    await fill(site);
    const { pid } = await site.start();
    if (away === 'unmeasured') await setTimeout(opening);
    const share = away === 'measured' ? await measureShare(pid) : 0;
    door ??= await openDoor(port, exchange);
    await exchange.count(1);
    const before = { cpu: readProcessorSeconds(pid), at: performance.now() };
    await exchange.count(sent);
    return {
      share,
      cpu: readProcessorSeconds(pid) - before.cpu,
      seconds: (performance.now() - before.at) / 1000,
    };
  } finally {
    await site.close();
    door?.close();
    await exchange.close();
  }
}

async function measureShare(pid: number): Promise<number> {
  await setTimeout(settling);
  const before = readProcessorSeconds(pid);
  await setTimeout(seconds * 1000);
  return ((readProcessorSeconds(pid) - before) / seconds) * 100;
}

const calm: Round[] = [];
const afterOutage: Round[] = [];
for (let round = 0; round < rounds; round += 1) {
  calm.push(await measure('never'));
  afterOutage.push(await measure(round === 0 ? 'measured' : 'unmeasured'));
}
const least = (some: readonly Round[], what: 'cpu' | 'seconds'): number =>
  Math.min(...some.map((one) => one[what]));
const figures = (some: readonly Round[]): string => some.map(({ cpu }) => rounded(cpu, 2)).join(' / ');
report(`What does an exchange cost that is away? (${orders} orders, ${seconds} s)`, [
  { what: `of one core while ${orders} wait, %`, ...below(limits.share, afterOutage[0]?.share ?? 0, 1) },
  { what: `from the first to ${sent}, s`, figure: rounded(least(afterOutage, 'seconds'), 1) },
  { what: 'the same without an outage, s', figure: rounded(least(calm, 'seconds'), 1) },
  { what: 'processors for it, s, each round', figure: figures(afterOutage) },
  { what: 'without an outage', figure: figures(calm) },
  {
    what: 'the least beside the least',
    ...below(limits.ratio, least(afterOutage, 'cpu') / least(calm, 'cpu'), 2),
  },
]);
