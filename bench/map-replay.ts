import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSqliteJournal, readSqliteJournal } from '../src/journal/sqlite/open-sqlite.ts';
import { takeSnapshot } from '../src/pipeline/runtime/runtime-snapshot.ts';
import { compareMessages } from '../src/replay/compare/compare-messages.ts';
import { buildTwoVersions } from '../src/replay/compare/two-versions.ts';
import { nodeOptions } from '../src/service/service-site.ts';
import { orderXml } from '../test/kit/documents.ts';
import { buildOrderChannel, type DeliveredOrder, deliverOrders } from './kit/delivered-orders.ts';
import { readOwnSeconds } from './kit/processors.ts';
import { below, report, rounded } from './kit/report.ts';

/**
 * How long does it take to see what an edit would have done with a month's messages? `node bench/map-replay.ts [MESSAGES] [LINES]`:
 * orders of 3 lines, each sent and then changed, compared by two threads; the edit changes one value of each. Beside it the first
 * group, and the memory of the process with its threads: the journal is filled by another one, which is gone by then.
 */
const count = Number(process.argv[2] ?? 10_000);
const lines = Number(process.argv[3] ?? 3);
const target = { seconds: ((lines > 3 ? 150 : 60) * count) / 10_000, first: 2, memory: 500 };

/** Absent: the process that starts one that fills the journal, and one that compares. */
const part = process.argv[4];
const folder = process.argv[5] ?? mkdtempSync(join(tmpdir(), 'map-replay-'));
const channel = buildOrderChannel();

function order(n: number): DeliveredOrder {
  const [number, issued] = [`PO-${Math.floor(n / 2)}`, `2026-03-0${(n % 2) + 1}`];
  const all = Array.from({ length: lines }, (_, line) => ({
    id: `${(line + 1) * 10}`,
    quantity: `${line === 0 ? (n % 2) + 5 : 5}`,
  }));
  return { number, issued, bytes: orderXml({ number, date: issued, lines: all }) };
}

async function fill(): Promise<void> {
  const journal = openSqliteJournal(join(folder, 'journal.db'));
  await deliverOrders(
    journal,
    channel,
    Array.from({ length: count }, (_, n) => order(n)),
  );
  await journal.close();
}

/** As the gateway is started (src/service/service-site.ts), so that the memory is that of its users. */
function start(what: 'fill' | 'measure'): void {
  const self = [fileURLToPath(import.meta.url), `${count}`, `${lines}`, what, folder];
  const { status } = spawnSync(process.execPath, [nodeOptions, ...self], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${what} failed.`);
}

async function measure(): Promise<void> {
  const edited = join(folder, 'edited');
  mkdirSync(edited);
  writeFileSync(
    join(edited, 'order-to-exchange.yaml'),
    'mapping: order-to-exchange\nextends: scsn-gateway/order-to-exchange\ntarget:\n  order: { description: { $text: new } }\n',
  );
  const started = performance.now();
  const before = readOwnSeconds();
  const seconds = () => (performance.now() - started) / 1000;
  let [first, memory] = [0, 0];
  const journal = readSqliteJournal(join(folder, 'journal.db'));
  const snapshots = { running: await takeSnapshot({}), edited: await takeSnapshot({ mappings: edited }) };
  const found = await compareMessages(
    journal,
    await buildTwoVersions(snapshots, [channel]),
    {},
    {
      progress() {
        first ||= seconds();
        memory = Math.max(memory, process.memoryUsage.rss());
      },
    },
  );
  const took = seconds();
  const work = readOwnSeconds() - before;
  await journal.close();
  report(
    `How long does an edit take to be compared over ${count} messages of ${lines} lines? (${availableParallelism()} cores)`,
    [
      { what: 'all, s', ...below(rounded(target.seconds, 1), took, 1) },
      { what: 'a message, ms', figure: rounded((took * 1000) / count, 1) },
      { what: 'a message, ms of a processor', figure: rounded((work * 1000) / count, 1) },
      { what: 'the first, s', ...below(target.first, first, 1) },
      { what: 'memory, MB', ...below(target.memory, memory / 1_000_000) },
      {
        what: 'reproduced by the running version',
        figure: found.controlled,
        target: `${count}`,
        met: found.controlled === count,
      },
      { what: 'values that would be others', figure: found.values.reduce((sum, one) => sum + one.count, 0) },
    ],
  );
}

if (part === 'fill') await fill();
else if (part === 'measure') await measure();
else
  try {
    start('fill');
    start('measure');
  } finally {
    rmSync(folder, { recursive: true });
  }
