import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { noSshd, type Sshd, startSshd } from '../../src/folders/testkit/sshd.ts';
import type { Message } from '../../src/journal/message.ts';
import { mounted, type SmallDisk, smallDisk } from '../faults/disk.ts';
import { freePort } from '../kit/port.ts';
import { GatewayProcess } from '../kit/process.ts';
import { Site } from '../kit/site.ts';

/** A way of files to the exchange: as XML, mapped to JSON, and mapped from an SFTP server where there is one. */
export interface Way {
  /** Begins the purchase order numbers of this way. */
  readonly prefix: string;
  readonly folder: string;
}

const auth = { basic: { user: 'exchange', password: 'hook' } };
const settings = { settle: { interval: '50ms' }, byDate: false };

/** One gateway, the exchange, the ERP's folders, an SFTP server and a small disk for the journal: and what can befall them. */
export class World {
  readonly site: Site;
  readonly ways: readonly Way[];
  readonly #webhook: string;
  readonly #disk: SmallDisk | undefined;
  readonly #sshd: Sshd | undefined;
  #gateway: GatewayProcess | undefined;

  private constructor(site: Site, webhook: string, sshd: Sshd | undefined) {
    this.site = site;
    this.#webhook = webhook;
    this.#sshd = sshd;
    this.#disk = mounted ? smallDisk(200) : undefined;
    if (this.#disk) symlinkSync(this.#disk.folder, site.path('data'));
    this.ways = [
      { prefix: 'J', folder: 'erp/out/orders-json' },
      { prefix: 'X', folder: 'erp/out/orders' },
      ...(sshd ? [{ prefix: 'S', folder: 'erp/out/sftp' }] : []),
    ];
    for (const { folder } of this.ways) mkdirSync(site.path(folder), { recursive: true });
  }

  static async open(): Promise<World> {
    const listen = `127.0.0.1:${await freePort()}`;
    const sshd = noSshd === undefined ? await startSshd() : undefined;
    const site = await Site.open({
      config(config, folder) {
        config.http = { webhook: { listen, auth } };
        for (const name of ['order-responses', 'supplier-orders']) delete config.channels[name];
        const search = { every: '2s', since: '2020-01-01T00:00:00.000Z' };
        Object.assign(config.channels.responses ?? {}, { from: { webhook: '/events', search } });
        if (!sshd) return;
        const { timeout: _, ...endpoint } = sshd.endpoint;
        const from = {
          sftp: { ...endpoint, folder: join(folder, 'erp/out/sftp') },
          every: '1s',
          ...settings,
        };
        config.channels['orders-sftp'] = { ...config.channels['orders-json'], from };
      },
    });
    const world = new World(site, `http://${listen}/events`, sshd);
    world.listen(true);
    await world.start();
    return world;
  }

  /** Is the gateway told of what happens, or must it search? */
  listen(told: boolean): void {
    this.site.simulator.setWebhooks(told ? [{ url: this.#webhook, auth }] : []);
  }

  async start(): Promise<void> {
    this.#gateway = await GatewayProcess.start(this.site.path('gateway.yaml'));
  }

  async kill(): Promise<void> {
    await this.#gateway?.kill();
    await this.start();
  }

  /** The journal's disk is full for a while. */
  async fillDisk(milliseconds: number): Promise<void> {
    this.#disk?.fill();
    await setTimeout(milliseconds);
    this.#disk?.free();
  }

  /** A folder is away for a while, as a share that is not mounted. */
  async vanish(folder: string, milliseconds: number): Promise<void> {
    const path = this.site.path(folder);
    renameSync(path, `${path}.away`);
    await setTimeout(milliseconds);
    renameSync(`${path}.away`, path);
  }

  /** Every connection to the SFTP server breaks. */
  hangUp(): void {
    this.#sshd?.hangUp();
  }

  messages(): Promise<readonly Message[]> {
    return this.site.withJournal((journal) => journal.list({ limit: 1_000_000 }));
  }

  async close(): Promise<void> {
    this.#disk?.free();
    await this.#gateway?.kill();
    await this.site.close();
    this.#disk?.remove();
    await this.#sshd?.close();
  }
}
