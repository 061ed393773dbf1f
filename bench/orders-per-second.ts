import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';
import { loadConfig } from '../src/config/load/load-config.ts';
import { listFilesBelow } from '../src/mapping/files/file-source.ts';
import { buildChannels, type Channel } from '../src/pipeline/channel/channel.ts';
import { checkDocument } from '../src/pipeline/check/check-document.ts';
import { prepareDocument } from '../src/pipeline/prepare/prepare.ts';
import { loadChannelRuntimes } from '../src/pipeline/runtime/channel-runtime.ts';
import { type BareExchange, startBareExchange } from './kit/exchange.ts';
import { report, rounded } from './kit/report.ts';
import { scriptSpeed } from './kit/script.ts';
import { BenchSite, memoryOf, tenKilobytes, writtenBy } from './kit/site.ts';

/**
 * How many orders a second? `node bench/orders-per-second.ts [FILES]`: files of 10 kB on a local folder, an exchange without
 * a rate limit, a durable journal; what it holds in memory and writes to disk meanwhile. The floor is a bare loop that reads, checks, maps and sends the same files with the
 * same libraries, eight requests under way, without journal, claim or archive. Beside them, a shell script with xmllint and curl,
 * which many would write instead: it keeps no journal either, and maps nothing.
 */
const files = Number(process.argv[2] ?? 5000);
/** The script takes the first of them: it is slow. */
const few = Math.min(files, 300);

const routes = {
  'XML, sci-connector/order': { to: { exchange: 'sci-connector/order' } },
  'JSON, api-connector/order': { map: 'order-to-exchange', to: { exchange: 'api-connector/order' } },
} as const;

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

async function measure(settings: (typeof routes)[keyof typeof routes]) {
  const exchange = await startBareExchange();
  const site = new BenchSite();
  try {
    const written = site.make('written');
    write(written);
    const channels = { orders: { from: { folder: 'out' }, document: 'scsn/Order', ...settings } };
    site.configure(exchange.url, channels);
    const { config } = await loadConfig(site.path('gateway.yaml'));
    const [channel] = config ? buildChannels(config) : [];
    if (!channel) throw new Error('the config cannot be read');
    const floor = await bareLoop(written, channel, exchange);
    const script = scriptSpeed(written, few, exchange.url);
    const before = files + (script === undefined ? 0 : few);
    await exchange.count(before);
    mkdirSync(site.path('out'));
    const { pid } = await site.start();
    const written0 = writtenBy(pid);
    for (const name of readdirSync(written)) renameSync(join(written, name), site.path('out', name));
    const since = performance.now();
    await exchange.count(before + files);
    const gateway = perSecond(since);
    await archived(site);
    const kilobytes = (writtenBy(pid) - written0) / 1000 / files;
    return { floor, script, gateway, kilobytes, memory: memoryOf(pid).peak };
  } finally {
    await site.close();
    await exchange.close();
  }
}

/** Until all is done, so that whatever is written for an order is counted. */
async function archived(site: BenchSite): Promise<void> {
  const folder = site.path('out', 'archive');
  while (!existsSync(folder) || listFilesBelow(folder).length < files) await setTimeout(100);
}

const rows = [];
for (const [route, settings] of Object.entries(routes)) {
  const { floor, script, gateway, kilobytes, memory } = await measure(settings);
  rows.push({ what: `${route}: bare loop, orders/s`, figure: rounded(floor) });
  rows.push({ what: `${route}: gateway, orders/s`, figure: rounded(gateway) });
  if (script !== undefined)
    rows.push({ what: `${route}: script with xmllint and curl, orders/s`, figure: rounded(script) });
  const ratio = gateway / floor;
  rows.push({
    what: `${route}: gateway : bare loop`,
    figure: rounded(ratio, 2),
    target: '>= 0.85',
    met: ratio >= 0.85,
  });
  rows.push({
    what: `${route}: gateway, resident at the most, MB`,
    figure: memory,
    target: '< 400',
    met: memory < 400,
  });
  rows.push({
    what: `${route}: gateway, written to disk for an order, kB`,
    figure: rounded(kilobytes),
    target: '<= 150',
    met: kilobytes <= 150,
  });
}
report(`How many orders of 10 kB a second? (${files} files)`, rows);
