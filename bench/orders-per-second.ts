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
import type { GatewayProcess } from '../test/kit/process.ts';
import { type BareExchange, startBareExchange } from './kit/exchange.ts';
import { readOwnSeconds, readProcessorSeconds } from './kit/processors.ts';
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

/** What a loop has done so far. */
interface LoopTally {
  orders: number;
  milliseconds: number;
  processors: number;
}

/** Reads, checks, maps and sends the files of a folder, again and again, eight requests under way. */
class BareLoop {
  readonly tally: LoopTally = { orders: 0, milliseconds: 0, processors: 0 };
  readonly #tools = loadChannelRuntimes(undefined);
  readonly #names: readonly string[];
  readonly #folder: string;
  readonly #channel: Channel;
  readonly #url: string;
  #next = 0;

  constructor(folder: string, channel: Channel, url: string) {
    this.#names = readdirSync(folder);
    this.#folder = folder;
    this.#channel = channel;
    this.#url = url;
  }

  /** For so many milliseconds, and until what is under way then has been answered. */
  async run(milliseconds: number): Promise<void> {
    const { tally } = this;
    const [since, spent] = [performance.now(), readOwnSeconds()];
    const worker = async (): Promise<void> => {
      for (; performance.now() - since < milliseconds; tally.orders += 1) await this.#send();
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    tally.milliseconds += performance.now() - since;
    tally.processors += (readOwnSeconds() - spent) * 1000;
  }

  dispose(): void {
    this.#tools.dispose();
  }

  async #send(): Promise<void> {
    const name = this.#names[this.#next % this.#names.length] ?? '';
    this.#next += 1;
    const body = this.#bodyOf(readFileSync(join(this.#folder, name)), name);
    const { body: answer } = await request(this.#url, { method: 'PUT', body });
    await answer.dump();
  }

  #bodyOf(bytes: Uint8Array, name: string): Uint8Array {
    const channel = this.#channel;
    const tools = this.#tools.forSchemas(undefined);
    const source = { kind: 'file', id: name, name, size: bytes.length, mtime: 0 } as const;
    const checked = checkDocument(tools, channel, { bytes, source });
    const message = { id: 1, arrival: 1, hash: name, forced: false, note: false };
    const now = '2026-03-02T10:00:00.000Z';
    const prepared = prepareDocument(tools, { channel, message, bytes, bodies: {}, now });
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

async function openLoop({ site, exchange, written }: SiteParts): Promise<BareLoop> {
  const { config } = await loadConfig(site.path('gateway.yaml'));
  const [channel] = config ? buildChannels(config) : [];
  if (!channel) throw new Error('the config cannot be read');
  return new BareLoop(written, channel, exchange.url);
}

/** Milliseconds. */
const turn = 250;
/** The first of each, in which V8 compiles: clocks go on for whoever stands still, and what waits for 3 s gets a second thread. */
const firstTurn = 3000;

/**
 * The gateway and the loop take turns, and the other stands still meanwhile: a machine that others share is quicker in one minute than
 * in the next, and both have the same. Resolves to the milliseconds that the gateway had until its exchange has taken all.
 */
async function takeTurns(gateway: GatewayProcess, taken: Promise<void>, loop: BareLoop): Promise<number> {
  let had = 0;
  for (let [isOver, time] = [false, firstTurn]; !isOver; time = turn) {
    gateway.goOn();
    const since = performance.now();
    isOver = await Promise.race([taken.then(() => true), setTimeout(time, false)]);
    had += performance.now() - since;
    gateway.pause();
    await loop.run(turn);
  }
  gateway.goOn();
  return had;
}

async function measureBurst({ site, exchange, written }: SiteParts, loop: BareLoop) {
  mkdirSync(site.path('out'));
  await loop.run(firstTurn);
  const gateway = await site.start();
  const { pid } = gateway;
  const [written0, spent] = [writtenBy(pid), readProcessorSeconds(pid)];
  for (const name of readdirSync(written)) renameSync(join(written, name), site.path('out', name));
  const had = await takeTurns(gateway, exchange.count(files), loop);
  await archived(site);
  return {
    gateway: files / (had / 1000),
    own: ((readProcessorSeconds(pid) - spent) * 1000) / files,
    kilobytes: (writtenBy(pid) - written0) / 1000 / files,
    memory: memoryOf(pid).peak,
  };
}

async function measure(settings: Settings) {
  return await withSite(settings, async (parts) => {
    const loop = await openLoop(parts);
    const burst = await withSite(settings, (own) => measureBurst(own, loop));
    const { orders, milliseconds, processors } = loop.tally;
    loop.dispose();
    const script = scriptSpeed(parts.written, few, parts.exchange.url);
    return { ...burst, script, floor: orders / (milliseconds / 1000), bare: processors / orders };
  });
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
