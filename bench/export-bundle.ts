import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildOnce } from '../packaging/build-once.ts';
import { writeNew } from '../src/folders/local/durable-files.ts';
import { openSqliteJournal } from '../src/journal/sqlite/open-sqlite.ts';
import { buildSupportBundle } from '../src/operator/support/support-bundle.ts';
import { verifyReplay } from '../src/replay/replay-all.ts';
import { writeZip } from '../src/system/zip.ts';
import { orderXml } from '../test/kit/documents.ts';
import { buildOrderChannel, type DeliveredOrder, deliverOrders } from './kit/delivered-orders.ts';
import { readOwnSeconds } from './kit/processors.ts';
import { atMost, report, rounded } from './kit/report.ts';

/**
 * How long does a bundle of many messages take? `node bench/export-bundle.ts [MESSAGES] [LINES]`: orders that were mapped and
 * delivered, written with where each value comes from, and again masked. Beside them, in the same run, what it takes to run the same
 * messages again (`journal replay`), which no bundle can do without: processors' time, so that other work on the machine does not count.
 */
const count = Number(process.argv[2] ?? 300);
const lines = Number(process.argv[3] ?? 20);
const targets = { seconds: 10, timesReplay: 2, timesReplayMasked: 2.5 };

// the threads run from a build, as they do for users
process.env.GATEWAY_BUILD = await buildOnce();

const folder = mkdtempSync(join(tmpdir(), 'export-bundle-'));
const channel = buildOrderChannel();

function order(n: number): DeliveredOrder {
  const all = Array.from({ length: lines }, (_, line) => ({ id: `${(line + 1) * 10}`, note: 'zinc plated' }));
  const [number, issued] = [`PO-${n}`, '2026-03-02'];
  return { number, issued, bytes: orderXml({ number, date: issued, lines: all }) };
}

interface Spent {
  readonly seconds: number;
  /** Of processors, all threads together. */
  readonly work: number;
}

async function spentOn(work: () => Promise<unknown>): Promise<Spent> {
  const [started, before] = [performance.now(), readOwnSeconds()];
  await work();
  return { seconds: (performance.now() - started) / 1000, work: readOwnSeconds() - before };
}

try {
  const journal = openSqliteJournal(join(folder, 'journal.db'));
  await deliverOrders(
    journal,
    channel,
    Array.from({ length: count }, (_, n) => order(n)),
  );
  const ids = Array.from({ length: count }, (_, n) => n + 1);
  const site = { journal, channels: [channel], xsds: {} };
  const bundle = (mask: boolean) => {
    const files = buildSupportBundle(journal, ids, { mask, config: '', site });
    return writeNew(join(folder, `${mask}.zip`), writeZip(files), 0o600);
  };
  const replayed = await spentOn(() => verifyReplay(site));
  const open = await spentOn(() => bundle(false));
  const masked = await spentOn(() => bundle(true));
  await journal.close();
  const times = (spent: Spent): number => spent.work / replayed.work;
  const { seconds, timesReplay, timesReplayMasked } = targets;
  report(
    `How long does a bundle of ${count} orders of ${lines} lines take? (${availableParallelism()} cores)`,
    [
      { what: 'all run again, s of a processor', figure: rounded(replayed.work, 1) },
      { what: 'bundle, s of a processor', ...atMost(seconds, open.work, 1) },
      { what: 'bundle, times running again', ...atMost(timesReplay, times(open), 1) },
      { what: 'bundle, s', figure: rounded(open.seconds, 1) },
      { what: 'masked, s of a processor', figure: rounded(masked.work, 1) },
      { what: 'masked, times running again', ...atMost(timesReplayMasked, times(masked), 1) },
      { what: 'masked, s', figure: rounded(masked.seconds, 1) },
    ],
  );
} finally {
  rmSync(folder, { recursive: true });
}
