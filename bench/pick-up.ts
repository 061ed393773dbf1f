import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ClaimedFile } from '../src/folders/folder-types.ts';
import { openInboundFolder } from '../src/folders/inbound/watched-folder.ts';
import { complete } from '../src/folders/testkit/complete.ts';
import { journalNamed } from '../src/folders/testkit/journal.ts';
import { oneByOne } from '../src/folders/testkit/one-by-one.ts';
import { report, rounded } from './kit/report.ts';

/**
 * With very many files in one folder: when is the first one claimed, for how long is the event loop held, how much memory
 * does it take? `node bench/pick-up.ts [FILES] [CLAIMS]`: 100,000 files, of which 2,000 are claimed, by default.
 */
const [files = 100_000, claims = 2_000] = process.argv.slice(2).map(Number);
const folder = await mkdtemp(join(tmpdir(), 'pick-up-'));
const text = '<?xml version="1.0"?><Order><ID>1</ID></Order>';
// not in parallel: their garbage would count as memory of the pickup
for (let n = 0; n < files; n++) writeFileSync(join(folder, `order-${n}.xml`), text);
const before = Math.round(process.memoryUsage().rss / 2 ** 20);

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const settle = { interval: 500, patience: 60_000, giveUp: 900_000 };
const delay = monitorEventLoopDelay({ resolution: 1 });
const inbound = await openInboundFolder(
  { folder, files: ['*.xml'], complete, settle },
  journalNamed('bench'),
  quiet,
);
const stop = new AbortController();
let first = 0;
let count = 0;
delay.enable();
const started = performance.now();
const take = async (file: ClaimedFile): Promise<void> => {
  if (count === 0) first = performance.now() - started;
  count += 1;
  await inbound.read(file);
  if (count === claims) stop.abort();
};
await inbound.watch(oneByOne(take), stop.signal);
const took = performance.now() - started;
delay.disable();

const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
report(`How soon are files of a folder of ${files} taken?`, [
  { what: 'first claimed after, ms', figure: rounded(first) },
  { what: `${claims} claimed after, ms`, figure: rounded(took) },
  { what: 'event loop held at the longest, ms', figure: rounded(delay.max / 1e6) },
  { what: 'resident before, MB', figure: before },
  { what: 'resident at the most, MB', figure: megabytes },
]);
await rm(folder, { recursive: true });
