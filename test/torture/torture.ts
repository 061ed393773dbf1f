import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { LedgerEntry } from '../../simulator/ledger.ts';
import type { Message } from '../../src/journal/model/message.ts';
import { csvOrders } from '../kit/csv.ts';
import { orderXml } from '../kit/documents.ts';
import { everyFileOnce, inOrder, sentAndAdmitted } from '../kit/promise.ts';
import { oneOfWeighted, randomOf } from '../kit/random.ts';
import { until } from '../kit/site.ts';
import { type Way, World } from './world.ts';

export interface Torture {
  readonly seconds: number;
  readonly seed: number;
  /** One on an embedded journal, or several on one PostgreSQL. */
  readonly gateways: number;
  /** Told now and then what was done so far. */
  readonly progress?: (done: Done) => void;
}

/** How often what was done. */
export interface Done {
  files: number;
  /** Of these, such as hold several documents; and such as hold one that is refused. */
  several: number;
  refused: number;
  webhooks: number;
  /** Changes of which no webhook tells. */
  searches: number;
  kills: number;
  /** Gateways that stood still, some longer than their leases. */
  pauses: number;
  exchangeFaults: number;
  vanishedFolders: number;
  brokenConnections: number;
  /** Times for which the SFTP server answered nothing, some longer than the deadline of a call. */
  frozenServers: number;
  /** Edits of a config that a gateway takes up. */
  reloads: number;
  /** Full disks, or ends of the database. */
  brokenJournals: number;
}

export interface TortureResult extends Done {
  /** Messages that the journal says may have arrived twice. */
  readonly possiblyTwice: number;
}

/** Orders of one way, each with many versions. */
const orders = 6;
const outbound = 'erp/in/responses';

/** The folder of a test run goes away with it. */
const logs = process.env.TESTS_FOLDER === undefined ? tmpdir() : dirname(tmpdir());

/** Random files, events, faults and kills for so long; then the promise, held against the exchange's ledger. */
export async function torture({ seconds, seed, gateways, progress }: Torture): Promise<TortureResult> {
  const world = await World.open(gateways);
  const run = new Run(world, randomOf(seed));
  try {
    await run.disturb(performance.now() + seconds * 1000, progress);
    return await run.verdict();
  } catch (cause) {
    const log = join(logs, `torture-${seed}-${Date.now()}.log`);
    writeFileSync(log, world.log());
    throw new Error(`what the gateways logged lies in ${log}`, { cause });
  } finally {
    await run.close();
  }
}

/** When the check fails, says with it what the journal knows of the files: in which order they were claimed and received. */
function told(messages: readonly Message[], check: () => void): void {
  try {
    check();
  } catch (cause) {
    const lines = messages.flatMap(({ id, source, receivedAt, attempts, state, place = '' }) =>
      source.kind === 'file'
        ? [
            [source.name, `message ${id}`, receivedAt, source.id, `attempts ${attempts}`, state, place].join(
              ' ',
            ),
          ]
        : [],
    );
    throw new Error(`the files, as the journal has them:\n${lines.sort().join('\n')}`, { cause });
  }
}

class Run {
  readonly #world: World;
  readonly #random: () => number;
  readonly #versions = new Map<string, number>();
  readonly #files: string[] = [];
  readonly #told: string[] = [];
  /** A start heals much: afterwards nobody is killed, so that what stands still stays so. */
  #lastKill = 0;
  readonly #done: Done = {
    files: 0,
    several: 0,
    refused: 0,
    webhooks: 0,
    searches: 0,
    kills: 0,
    pauses: 0,
    exchangeFaults: 0,
    vanishedFolders: 0,
    brokenConnections: 0,
    frozenServers: 0,
    brokenJournals: 0,
    reloads: 0,
  };

  constructor(world: World, random: () => number) {
    this.#world = world;
    this.#random = random;
  }

  async disturb(end: number, progress?: (done: Done) => void): Promise<void> {
    let tell = performance.now();
    this.#lastKill = (tell + end) / 2;
    while (performance.now() < end) {
      await oneOfWeighted(this.#random, this.#choices)();
      await setTimeout(this.#random() * 150);
      if (performance.now() < tell) continue;
      progress?.(this.#done);
      tell += 10_000;
    }
  }

  readonly #choices: readonly (readonly [number, () => Promise<void>])[] = [
    [60, async () => this.#drop()],
    [14, async () => this.#tell()],
    [6, async () => this.#change()],
    [12, async () => this.#fault()],
    [2, async () => this.#vanish()],
    [2, async () => this.#hangUp()],
    [1, async () => this.#freeze()],
    [1, async () => this.#breakJournal()],
    [4, async () => this.#kill()],
    [1, async () => this.#pause()],
    [5, async () => this.#reload()],
  ];

  /** Everything comes to its end without faults, and the sentences of the promise hold. */
  async verdict(): Promise<TortureResult> {
    const { simulator } = this.#world.site;
    simulator.clearFaults();
    await this.#world.calm();
    const messages = await this.#allEnded();
    const folders = this.#world.ways.flatMap(({ folder }) => [
      folder,
      `${folder}/archive`,
      `${folder}/error`,
    ]);
    const isDropped = (name: string) => /\.(xml|csv)$/.test(name) && !name.includes('.refused.');
    const lying = folders.map((folder) => this.#lying(folder).filter(isDropped));
    told(messages, () => everyFileOnce(this.#files, messages, lying));
    const ledger = simulator.ledger().filter(({ key }) => this.#versions.has(key));
    sentAndAdmitted(messages, ledger);
    told(messages, () => this.#inOrder(ledger));
    this.#everyChangePublished();
    assert.deepEqual(
      await this.#world.withJournal((journal) => journal.verify()),
      [],
      'the journal, read whole',
    );
    assert.deepEqual(await this.#world.replayed(), [], 'every message, run again on what it saw');
    const possiblyTwice = messages.filter((message) => message.possiblyTwice).length;
    return { ...this.#done, possiblyTwice };
  }

  close(): Promise<void> {
    return this.#world.close();
  }

  async #allEnded(): Promise<readonly Message[]> {
    try {
      // what met nine faults in a row is tried again after 320 s
      return await until('all messages to end', () => this.#ended(), 420);
    } catch (cause) {
      throw new Error(`not ended: ${await this.#open()}`, { cause });
    }
  }

  /** What keeps it from being over, for whoever looks for the cause. */
  async #open(): Promise<string> {
    const all = await this.#world.messages();
    const files = all.filter(({ source }) => source.kind === 'file');
    const open = all
      .filter(
        ({ state, source, place }) => state !== 'settled' || (source.kind === 'file' && place === undefined),
      )
      .map(({ id, channel, name, state, reason, due }) =>
        JSON.stringify({ id, channel, name, state, reason, due }),
      );
    const counts = `${files.length} of ${this.#files.length} files received, ${this.#lying(outbound).length} of ${this.#told.length} published`;
    return `${counts}; ${open.length} messages: ${open.slice(0, 20).join(' ')}`;
  }

  async #ended() {
    const { site } = this.#world;
    await site.simulator.waitForWebhooks();
    const all = await this.#world.messages();
    const files = all.filter(({ source }) => source.kind === 'file');
    const filed = files.every(({ place }) => place !== undefined);
    const settled = all.every(({ state }) => state === 'settled');
    const published = this.#lying(outbound).length >= this.#told.length;
    return files.length === this.#files.length && settled && filed && published ? all : undefined;
  }

  #inOrder(ledger: readonly LedgerEntry[]): void {
    const quantity = /"quantity":\s*(\d+)|<cbc:Quantity unitCode="C62">(\d+)</;
    inOrder(
      ledger,
      (body) => {
        const [, json, xml] = quantity.exec(body) ?? [];
        return Number(json ?? xml);
      },
      (key) => this.#versions.get(key),
    );
  }

  /** A webhook that was answered with 2xx is never lost, what search finds neither, and both together make one file. */
  #everyChangePublished(): void {
    const deliveries = this.#world.site.simulator.deliveries();
    assert.ok(
      deliveries.every(({ state }) => state === 'delivered'),
      'every webhook was answered with 2xx',
    );
    const published = this.#lying(outbound).map((name) => this.#world.site.read(outbound, name));
    for (const number of this.#told)
      assert.equal(published.filter((text) => text.includes(`>${number}<`)).length, 1, `files of ${number}`);
  }

  #lying(folder: string): readonly string[] {
    const { site } = this.#world;
    return existsSync(site.path(folder)) ? site.files(folder) : [];
  }

  #drop(): void {
    const way = this.#pick(this.#world.ways);
    if (way.several) this.#dropSeveral(way);
    else {
      const [number, version] = this.#next(way, Math.floor(this.#random() * orders));
      const bytes = orderXml({ number, lines: [{ id: '10', quantity: `${version}` }] });
      this.#put(way, `${number}-${String(version).padStart(5, '0')}.xml`, bytes);
    }
    this.#done.files += 1;
  }

  /** Some orders as the rows of one file; now and then one of them is refused, which stops no other. */
  #dropSeveral(way: Way): void {
    const some = Array.from({ length: orders }, (_, n) => n).filter(() => this.#random() < 0.5);
    const rows = some.map((n) => {
      const [number, version] = this.#next(way, n);
      return { number, quantity: `${version}` };
    });
    const isMixed = rows.length === 0 || this.#random() < 0.2;
    if (isMixed) rows.splice(rows.length / 2, 0, { number: `${way.prefix}-refused`, quantity: 'veel' });
    const name = `${way.prefix}-${String(this.#files.length).padStart(5, '0')}.csv`;
    if (isMixed) this.#done.refused += 1;
    this.#done.several += 1;
    this.#put(way, name, csvOrders(rows));
  }

  /** The next version of one of the orders. */
  #next({ prefix }: Way, n: number): readonly [number: string, version: number] {
    const number = `${prefix}-${n}`;
    const version = (this.#versions.get(number) ?? 0) + 1;
    this.#versions.set(number, version);
    return [number, version];
  }

  #put({ folder, done }: Way, name: string, bytes: string | Uint8Array): void {
    this.#files.push(name);
    this.#world.site.drop(folder, name, bytes);
    if (done) this.#world.site.drop(folder, name + done, '');
  }

  #tell(): void {
    this.#accepted();
    this.#done.webhooks += 1;
  }

  #change(): void {
    this.#world.listen(false);
    this.#accepted();
    this.#world.listen(true);
    this.#done.searches += 1;
  }

  /** Somebody accepts one of our orders. */
  #accepted(): void {
    const { simulator } = this.#world.site;
    const number = `OUT-${this.#told.length + 1}`;
    const { companyId } = simulator;
    const item = { number: 'P-10', name: 'Part', purchaseUnitOfMeasureIso: 'C62' };
    const deliverySchedule = [{ position: '1', date: '2026-04-01', quantity: 5 }];
    simulator.putOrder({
      order: { companyId, supplierAccountNumber: '540830', purchaseOrderNumber: number },
      lines: [{ position: '10', item, deliverySchedule }],
    });
    simulator.act({ order: number, action: 'accept' });
    this.#told.push(number);
  }

  #fault(): void {
    const kinds = [{ status: 500 }, { status: 429 }, { delayMs: 300 }, { drop: 'after' as const }];
    const match = this.#pick(['/api-connector', '/sci-connector', '/order', '/order-search']);
    this.#world.site.simulator.fault({ match, times: 1, ...this.#pick(kinds) });
    this.#done.exchangeFaults += 1;
  }

  async #vanish(): Promise<void> {
    const folders = [...this.#world.ways.map(({ folder }) => folder), outbound];
    await this.#world.vanish(this.#pick(folders), 100 + this.#random() * 1500);
    this.#done.vanishedFolders += 1;
  }

  #hangUp(): void {
    this.#world.hangUp();
    this.#done.brokenConnections += 1;
  }

  #freeze(): void {
    this.#world.freeze(this.#random() ** 3 * 20_000);
    this.#done.frozenServers += 1;
  }

  async #breakJournal(): Promise<void> {
    await this.#world.breakJournal(200 + this.#random() * 1500);
    this.#done.brokenJournals += 1;
  }

  async #kill(): Promise<void> {
    if (performance.now() > this.#lastKill) return;
    await this.#world.kill(this.#anyGateway());
    this.#done.kills += 1;
  }

  #pause(): void {
    // mostly a moment; one in eight longer than a lease
    this.#world.pause(this.#anyGateway(), this.#random() ** 3 * 30_000);
    this.#done.pauses += 1;
  }

  #reload(): void {
    this.#world.edit(this.#anyGateway());
    this.#done.reloads += 1;
  }

  #anyGateway(): number {
    return Math.floor(this.#random() * this.#world.gateways);
  }

  #pick<T>(choices: readonly T[]): T {
    return oneOfWeighted(
      this.#random,
      choices.map((choice) => [1, choice] as const),
    );
  }
}
