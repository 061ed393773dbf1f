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
import { report, rounded } from './kit/report.ts';
import { BenchSite } from './kit/site.ts';

/**
 * What does an exchange cost that is away? `node bench/outage.ts [ORDERS] [SECONDS] [SENT]`: the share of one core that a gateway takes while 10,000
 * orders wait for an exchange that refuses connections, and what the first 2,000 of them take when it is back, beside
 * the same orders for one that was never away. Linux: CPU time from /proc, 100 ticks a second.
 */
const [orders = 10_000, seconds = 60, sent = 2_000] = process.argv.slice(2).map(Number);
const settling = 20_000;
const targets = { share: 2, ratio: 1.15 };

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

interface Measured {
  /** Of one core, %; while it was away. */
  readonly share: number;
  /** Of processors and of time, from the moment at which it was there until so many were sent. */
  readonly cpu: number;
  readonly seconds: number;
}

async function measure(isAway: boolean): Promise<Measured> {
  const exchange = await startBareExchange();
  const site = new BenchSite();
  const port = await freePort();
  let door = isAway ? undefined : await openDoor(port, exchange);
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
    let share = 0;
    if (isAway) {
      await setTimeout(settling);
      const before = readProcessorSeconds(pid);
      await setTimeout(seconds * 1000);
      share = ((readProcessorSeconds(pid) - before) / seconds) * 100;
      door = await openDoor(port, exchange);
    }
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

const calm = await measure(false);
const away = await measure(true);
const ratio = away.cpu / calm.cpu;
const rows = [
  {
    what: `of one core while ${orders} wait, %`,
    figure: rounded(away.share, 1),
    target: `< ${targets.share}`,
    met: away.share < targets.share,
  },
  { what: `until ${sent} are there, s`, figure: rounded(away.seconds, 1) },
  { what: 'the same without an outage, s', figure: rounded(calm.seconds, 1) },
  {
    what: 'processors for it, beside those without an outage',
    figure: rounded(ratio, 2),
    target: `< ${targets.ratio}`,
    met: ratio < targets.ratio,
  },
];
report(`What does an exchange cost that is away? (${orders} orders, ${seconds} s)`, rows);
