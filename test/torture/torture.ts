import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { orderXml } from '../kit/documents.ts';
import { freePort, GatewayProcess } from '../kit/process.ts';
import { everyFileOnce, inOrder, sentAndAdmitted } from '../kit/promise.ts';
import { Site, until } from '../kit/site.ts';

export interface Torture {
  readonly seconds: number;
  readonly seed: number;
}

export interface TortureResult {
  readonly files: number;
  readonly webhooks: number;
  readonly kills: number;
  readonly faults: number;
  /** Messages that the journal says may have arrived twice. */
  readonly possiblyTwice: number;
}

const inbound = 'erp/out/orders-json';

/** Random files, webhooks, faults and kills for so long; then the promise, held against the exchange's ledger. */
export async function torture({ seconds, seed }: Torture): Promise<TortureResult> {
  const run = await Run.open(seed);
  try {
    await run.disturb(performance.now() + seconds * 1000);
    return await run.verdict();
  } finally {
    await run.close();
  }
}

class Run {
  readonly #site: Site;
  readonly #random: () => number;
  readonly #versions = new Map<string, number>();
  readonly #files: string[] = [];
  readonly #told: string[] = [];
  #gateway: GatewayProcess;
  #kills = 0;
  #faults = 0;

  private constructor(site: Site, gateway: GatewayProcess, random: () => number) {
    this.#site = site;
    this.#gateway = gateway;
    this.#random = random;
  }

  static async open(seed: number): Promise<Run> {
    const listen = `127.0.0.1:${await freePort()}`;
    const auth = { basic: { user: 'exchange', password: 'hook' } };
    const site = await Site.open({
      config(config) {
        config.http = { webhook: { listen, auth } };
        for (const name of ['orders', 'order-responses', 'supplier-orders']) delete config.channels[name];
      },
    });
    site.simulator.setWebhooks([{ url: `http://${listen}/events`, auth }]);
    return new Run(site, await GatewayProcess.start(site.path('gateway.yaml')), randomOf(seed));
  }

  async disturb(end: number): Promise<void> {
    while (performance.now() < end) {
      const dice = this.#random();
      if (dice < 0.6) this.#drop();
      else if (dice < 0.8) this.#tell();
      else if (dice < 0.95) this.#fault();
      else await this.#kill();
      await setTimeout(this.#random() * 150);
    }
  }

  /** Everything comes to its end without faults, and the sentences of the promise hold. */
  async verdict(): Promise<TortureResult> {
    const { simulator } = this.#site;
    simulator.clearFaults();
    const messages = await until(
      'all messages to end',
      async () => {
        await simulator.webhooksIdle();
        const all = await this.#site.messages();
        const open = await this.#site.withJournal((journal) => journal.unfiled());
        const files = all.filter(({ source }) => source.kind === 'file').length;
        const ended = all.every(({ state }) => state === 'settled');
        return files === this.#files.length && ended && open.length === 0 ? all : undefined;
      },
      120,
    );
    everyFileOnce(this.#files, messages, [this.#site.files(inbound), this.#site.files(`${inbound}/archive`)]);
    const ledger = simulator.ledger().filter(({ key }) => this.#versions.has(key));
    sentAndAdmitted(messages, ledger);
    inOrder(
      ledger,
      (body) => Number(/"quantity":\s*(\d+)/.exec(body)?.[1]),
      (key) => this.#versions.get(key),
    );
    this.#everyWebhookPublished();
    const possiblyTwice = messages.filter((message) => message.possiblyTwice).length;
    const [files, webhooks] = [this.#files.length, this.#told.length];
    return { files, webhooks, kills: this.#kills, faults: this.#faults, possiblyTwice };
  }

  async close(): Promise<void> {
    await this.#gateway.kill();
    await this.#site.close();
  }

  /** A webhook that was answered with 2xx is never lost: its file lies there. */
  #everyWebhookPublished(): void {
    const { simulator } = this.#site;
    assert.ok(
      simulator.deliveries().every(({ state }) => state === 'delivered'),
      'every webhook was answered with 2xx',
    );
    const published = this.#site
      .files('erp/in/responses')
      .map((name) => this.#site.read('erp/in/responses', name));
    for (const number of this.#told)
      assert.equal(published.filter((text) => text.includes(`>${number}<`)).length, 1, `files of ${number}`);
  }

  #drop(): void {
    const number = `PO-${Math.floor(this.#random() * 12)}`;
    const version = (this.#versions.get(number) ?? 0) + 1;
    this.#versions.set(number, version);
    const name = `${number}-${String(version).padStart(5, '0')}.xml`;
    this.#files.push(name);
    this.#site.drop(inbound, name, orderXml({ number, lines: [{ id: '10', quantity: `${version}` }] }));
  }

  #tell(): void {
    const { simulator } = this.#site;
    const number = `OUT-${this.#told.length + 1}`;
    simulator.putOrder({
      order: {
        companyId: simulator.companyId,
        supplierAccountNumber: '540830',
        purchaseOrderNumber: number,
      },
      lines: [
        {
          position: '10',
          item: { number: 'P-10', name: 'Part', purchaseUnitOfMeasureIso: 'C62' },
          deliverySchedule: [{ position: '1', date: '2026-04-01', quantity: 5 }],
        },
      ],
    });
    simulator.act({ order: number, action: 'accept' });
    this.#told.push(number);
  }

  #fault(): void {
    this.#faults += 1;
    const kinds = [{ status: 500 }, { status: 429 }, { delayMs: 300 }, { drop: 'after' as const }];
    const kind = kinds[Math.floor(this.#random() * kinds.length)];
    this.#site.simulator.fault({ match: '/api-connector', times: 1, ...kind });
  }

  async #kill(): Promise<void> {
    this.#kills += 1;
    await this.#gateway.kill();
    this.#gateway = await GatewayProcess.start(this.#site.path('gateway.yaml'));
  }
}

/** Repeatable numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
