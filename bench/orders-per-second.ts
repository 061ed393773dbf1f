import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';
import { loadConfig } from '../src/config/load/load-config.ts';
import { buildChannels, type Channel } from '../src/pipeline/channel/channel.ts';
import { checkDocument } from '../src/pipeline/check/check-document.ts';
import { prepareDocument } from '../src/pipeline/prepare/prepare.ts';
import { loadChannelRuntimes } from '../src/pipeline/runtime/channel-runtime.ts';
import { listFilesBelow } from '../src/system/file-source.ts';
import { type BareExchange, startBareExchange } from './kit/exchange.ts';
import { readProcessorSeconds } from './kit/processors.ts';
import { atLeast, below, type Row, report, rounded } from './kit/report.ts';
import { scriptSpeed } from './kit/script.ts';
import { BenchSite, memoryOf, tenKilobytes, writtenBy } from './kit/site.ts';

/**
 * How many orders a second? `node bench/orders-per-second.ts [FILES]`: files of 10 kB on a local folder, an exchange without
 * a rate limit, a durable journal; what it holds in memory and writes to disk meanwhile. The floor is a bare loop that reads, checks,
 * maps and sends the same files with the same libraries, eight requests under way, without journal, claim or archive. Beside them, a
 * shell script with xmllint and curl, which many would write instead: it keeps no journal either, and maps nothing.
 */
const files = Number(process.argv[2] ?? 5000);
/** The script takes the first of them: it is slow. */
const few = Math.min(files, 300);

const routes = {
  'XML, sci-connector/order': { settings: { to: { exchange: 'sci-connector/order' } }, ratio: 0.95 },
  'JSON, api-connector/order': {
    settings: { map: 'order-to-exchange', to: { exchange: 'api-connector/order' } },
    ratio: 1.05,
  },
} as const;

/** For each of them; the ratio to the bare loop is the route's own. */
const targets = { megabytes: 380, kilobytes: 100 };

/** All are there before the start, so that the writer takes no time of the machine. */
function write(folder: string): void {
  for (let at = 0; at < files; at += 1)
    writeFileSync(join(folder, `order-${at}.xml`), tenKilobytes(`PO-${at}`));
}

const perSecond = (since: number): number => files / ((performance.now() - since) / 1000);

async function bareLoop(folder: string, channel: Channel, exchange: BareExchange): Promise<number> {
  const tools = loadChannelRuntimes(undefined);
  const waiting = readdirSync(folder);
  const since = performance.now();
  const worker = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const bytes = readFileSync(join(folder, name));
      const body = bodyOf(channel, bytes, name);
      const { body: answer } = await request(exchange.url, { method: 'PUT', body });
      await answer.dump();
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  const speed = perSecond(since);
  tools.dispose();
  return speed;

  function bodyOf(one: Channel, bytes: Uint8Array, name: string): Uint8Array {
    const checked = checkDocument(tools.forSchemas(undefined), one, {
      bytes,
      source: { kind: 'file', id: name, name, size: bytes.length, mtime: 0 },
    });
    const message = { id: 1, arrival: 1, hash: name, forced: false, note: false };
    const prepared = prepareDocument(tools.forSchemas(undefined), {
      channel: one,
      message,
      bytes,
      bodies: {},
      now: '2026-03-02T10:00:00.000Z',
    });
    if (checked.verdict !== 'ready' || prepared.kind !== 'deliver') throw new Error(`${name} is not sent`);
    return prepared.bytes;
  }
}

type Settings = (typeof routes)[keyof typeof routes]['settings'];

/** A site with that one channel, an exchange for it, and the files, which are not in the channel's folder yet. */
async function withSite<T>(settings: Settings, use: (parts: SiteParts) => Promise<T>): Promise<T> {
  const exchange = await startBareExchange();
  const site = new BenchSite();
  try {
    const written = site.make('written');
    write(written);
    const channels = { orders: { from: { folder: 'out' }, document: 'scsn/Order', ...settings } };
    site.configure(exchange.url, channels);
    return await use({ site, exchange, written });
  } finally {
    await site.close();
    await exchange.close();
  }
}

interface SiteParts {
  readonly site: BenchSite;
  readonly exchange: BareExchange;
  readonly written: string;
}

async function measureLoop({ site, exchange, written }: SiteParts) {
  const { config } = await loadConfig(site.path('gateway.yaml'));
  const [channel] = config ? buildChannels(config) : [];
  if (!channel) throw new Error('the config cannot be read');
  const [floor, bare] = await withProcessors(process.pid, () => bareLoop(written, channel, exchange));
  return { floor, bare, script: scriptSpeed(written, few, exchange.url) };
}

async function measureGateway({ site, exchange, written }: SiteParts) {
  mkdirSync(site.path('out'));
  const { pid } = await site.start();
  const written0 = writtenBy(pid);
  for (const name of readdirSync(written)) renameSync(join(written, name), site.path('out', name));
  const [gateway, own] = await withProcessors(pid, async () => {
    const since = performance.now();
    await exchange.count(files);
    const speed = perSecond(since);
    await archived(site);
    return speed;
  });
  return { gateway, own, kilobytes: (writtenBy(pid) - written0) / 1000 / files, memory: memoryOf(pid).peak };
}

/** The loop between two runs of the gateway: a machine that others share is quicker in one minute than in the next. */
async function measure(settings: Settings) {
  const before = await withSite(settings, measureGateway);
  const { floor, bare, script } = await withSite(settings, measureLoop);
  const after = await withSite(settings, measureGateway);
  return {
    ...{ floor, bare, script },
    gateway: mean(before.gateway, after.gateway),
    own: mean(before.own, after.own),
    kilobytes: Math.max(before.kilobytes, after.kilobytes),
    memory: Math.max(before.memory, after.memory),
  };
}

const mean = (one: number, other: number): number => (one + other) / 2;

/** With the milliseconds of the processors that a process takes for an order meanwhile. */
async function withProcessors(
  pid: number,
  work: () => Promise<number>,
): Promise<readonly [speed: number, milliseconds: number]> {
  const before = readProcessorSeconds(pid);
  const speed = await work();
  return [speed, ((readProcessorSeconds(pid) - before) * 1000) / files];
}

/** Until all is done, so that whatever is written for an order is counted. */
async function archived(site: BenchSite): Promise<void> {
  const folder = site.path('out', 'archive');
  while (!existsSync(folder) || listFilesBelow(folder).length < files) await setTimeout(100);
}

const rows: Row[] = [];
for (const [route, { settings, ratio: wanted }] of Object.entries(routes)) {
  const { floor, bare, script, gateway, own, kilobytes, memory } = await measure(settings);
  const measured: readonly Row[] = [
    { what: 'bare loop, orders/s', figure: rounded(floor) },
    { what: 'gateway, orders/s', figure: rounded(gateway) },
    ...(script === undefined
      ? []
      : [{ what: 'script with xmllint and curl, orders/s', figure: rounded(script) }]),
    { what: 'gateway : bare loop', ...atLeast(wanted, gateway / floor, 2) },
    { what: 'bare loop, processors for an order, ms', figure: rounded(bare, 1) },
    { what: 'gateway, processors for an order, ms', figure: rounded(own, 1) },
    { what: 'gateway, resident at the most, MB', ...below(targets.megabytes, memory) },
    { what: 'gateway, written to disk for an order, kB', ...below(targets.kilobytes, kilobytes) },
  ];
  rows.push(...measured.map((one) => ({ ...one, what: `${route}: ${one.what}` })));
}
report(`How many orders of 10 kB a second? (${files} files)`, rows);
