import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { loadConfig } from '../../src/config/load/load-config.ts';
import { noSshd, type Sshd, startSshd } from '../../src/folders/testkit/sshd.ts';
import type { Journal } from '../../src/journal/journal.ts';
import type { Message } from '../../src/journal/model/message.ts';
import { buildChannels } from '../../src/pipeline/channel/channel.ts';
import { verifyReplay } from '../../src/replay/replay-all.ts';
import { freePort } from '../kit/port.ts';
import { GatewayProcess } from '../kit/process.ts';
import { Site } from '../kit/site.ts';
import { type Store, storeFor } from './store.ts';

/** A way of files to the exchange: as XML, or mapped to JSON; from an SFTP server too, where there is one. */
export interface Way {
  /** Begins the purchase order numbers of this way. */
  readonly prefix: string;
  readonly folder: string;
  /** Ending of the done-file that is dropped after each file. */
  readonly done?: string;
  /** Its files are CSVs of several orders. */
  readonly several?: true;
}

interface Node {
  readonly config: string;
  /** Where its webhooks arrive. */
  readonly events: string;
  process: GatewayProcess;
}

const auth = { basic: { user: 'exchange', password: 'hook' } };
const settings = { settle: { interval: '50ms' }, byDate: false };

/** Gateways and their journal, the exchange, the ERP's folders and an SFTP server: and what can befall them. */
export class World {
  readonly site: Site;
  readonly ways: readonly Way[];
  readonly #sshd: Sshd | undefined;
  readonly #store: Store;
  #nodes: readonly Node[] = [];
  /** Those who stand still, until they go on. */
  readonly #paused = new Map<Node, Promise<void>>();
  #frozen: Promise<void> | undefined;
  /** Of the processes that were killed. */
  readonly #logs: string[] = [];
  /** Whose turn it is to be told, as by a load balancer. */
  #turn = 0;

  private constructor(site: Site, store: Store, sshd: Sshd | undefined) {
    this.site = site;
    this.#store = store;
    this.#sshd = sshd;
    this.ways = [
      { prefix: 'J', folder: 'erp/out/orders-json' },
      { prefix: 'X', folder: 'erp/out/orders' },
      { prefix: 'D', folder: 'erp/out/signalled', done: '.done' },
      { prefix: 'C', folder: 'erp/out/csv', done: '.done', several: true },
      ...(sshd
        ? [
            { prefix: 'S', folder: 'erp/out/sftp' },
            { prefix: 'T', folder: 'erp/out/sftp-signalled', done: '.done' },
            { prefix: 'V', folder: 'erp/out/sftp-csv', done: '.done', several: true as const },
          ]
        : []),
    ];
    for (const { folder } of this.ways) mkdirSync(site.path(folder), { recursive: true });
  }

  /** One gateway on an embedded journal, or several on one PostgreSQL. */
  static async open(gateways: number): Promise<World> {
    const sshd = noSshd === undefined ? await startSshd() : undefined;
    const site = await Site.open({
      config(config, folder) {
        for (const name of ['order-responses', 'supplier-orders']) delete config.channels[name];
        const search = { every: '2s', since: '2020-01-01T00:00:00.000Z' };
        Object.assign(config.channels.responses ?? {}, { from: { webhook: '/events', search } });
        const add = (name: string, from: object, more: object = {}) => {
          config.channels[name] = {
            ...config.channels['orders-json'],
            from: { ...from, ...settings },
            ...more,
          };
        };
        const csv = { document: 'csv-order', map: ['csv-order-to-order', 'order-to-exchange'] };
        const rows = { files: '*.csv', done: '.done' };
        add('orders-signalled', { folder: join(folder, 'erp/out/signalled'), done: '.done' });
        add('orders-csv', { folder: join(folder, 'erp/out/csv'), ...rows }, csv);
        if (!sshd) return;
        const { timeout: _, ...endpoint } = sshd.endpoint;
        const far = (path: string) => ({ sftp: { ...endpoint, folder: join(folder, path) }, every: '1s' });
        add('orders-sftp', far('erp/out/sftp'));
        add('orders-sftp-signalled', { ...far('erp/out/sftp-signalled'), done: '.done' });
        add('orders-sftp-csv', { ...far('erp/out/sftp-csv'), ...rows }, csv);
      },
    });
    const world = new World(site, await storeFor(site, gateways), sshd);
    await world.#start(gateways);
    world.listen(true);
    return world;
  }

  /** A config of its own for each, which differ in the port for webhooks. */
  async #start(gateways: number): Promise<void> {
    const config = parse(readFileSync(this.site.path('gateway.yaml'), 'utf8'));
    config.journal = this.#store.config;
    this.#nodes = await Promise.all(
      Array.from({ length: gateways }, async (_, n) => {
        const path = this.site.path(`gateway-${n + 1}.yaml`);
        const listen = `127.0.0.1:${await freePort()}`;
        writeFileSync(path, stringify({ ...config, http: { webhook: { listen, auth } } }));
        return {
          config: path,
          events: `http://${listen}/events`,
          process: await GatewayProcess.start(path),
        };
      }),
    );
  }

  get gateways(): number {
    return this.#nodes.length;
  }

  /** Is a gateway told of what happens, or must one search? */
  listen(told: boolean): void {
    this.#turn += 1;
    const node = this.#nodes[this.#turn % this.#nodes.length];
    this.site.simulator.setWebhooks(told && node ? [{ url: node.events, auth }] : []);
  }

  async kill(n: number): Promise<void> {
    const node = this.#node(n);
    await node.process.kill();
    this.#logs.push(node.process.log);
    node.process = await GatewayProcess.start(node.config);
  }

  /** A gateway stands still for so long, and then goes on as if nothing had been. */
  pause(n: number, milliseconds: number): void {
    const node = this.#node(n);
    if (this.#paused.has(node)) return;
    const { process } = node;
    process.pause();
    const goOn = async (): Promise<void> => {
      await setTimeout(milliseconds);
      process.goOn();
      this.#paused.delete(node);
    };
    this.#paused.set(node, goOn());
  }

  /** Another config, which it takes up by itself: the same rate for all of them, in other words. */
  edit(n: number): void {
    const { config: path } = this.#node(n);
    const config = parse(readFileSync(path, 'utf8'));
    config.exchange.timeout = config.exchange.timeout === '30s' ? '30000ms' : '30s';
    for (const channel of Object.values(config.channels))
      if (isRecord(channel)) channel.notFound = { patience: `${1 + Math.floor(performance.now() % 50)}h` };
    writeFileSync(`${path}.saving`, stringify(config));
    renameSync(`${path}.saving`, path);
  }

  #node(n: number): Node {
    const node = this.#nodes[n];
    if (!node) throw new Error(`there is no gateway ${n}`);
    return node;
  }

  /** The journal cannot be written for a while. */
  async breakJournal(milliseconds: number): Promise<void> {
    await this.#store.break();
    await setTimeout(milliseconds);
    await this.#store.mend();
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

  /** The SFTP server says nothing for so long, and then answers what it was asked. */
  freeze(milliseconds: number): void {
    if (!this.#sshd || this.#frozen) return;
    this.#sshd.freeze();
    const thaw = async (): Promise<void> => {
      await setTimeout(milliseconds);
      this.#sshd?.thaw();
      this.#frozen = undefined;
    };
    this.#frozen = thaw();
  }

  /** All stand on their feet. */
  async calm(): Promise<void> {
    await Promise.all([...this.#paused.values(), this.#frozen]);
  }

  /** What all gateways have logged, in order of time. */
  log(): string {
    const logs = [...this.#logs, ...this.#nodes.map(({ process }) => process.log)];
    const timeOf = (line: string): string => /"time":"([^"]*)"/.exec(line)?.[1] ?? '';
    const lines = logs.flatMap((log) => log.split('\n')).filter(Boolean);
    return lines.sort((a, b) => timeOf(a).localeCompare(timeOf(b))).join('\n');
  }

  withJournal<T>(use: (journal: Journal) => Promise<T>): Promise<T> {
    return this.#store.read(use);
  }

  /** What comes out otherwise when every message is checked and prepared again, and what cannot be. */
  async replayed(): Promise<readonly string[]> {
    const { config } = await loadConfig(this.#nodes[0]?.config ?? '');
    if (config === undefined) throw new Error('The config cannot be read.');
    const channels = buildChannels(config);
    const verified = await this.withJournal((journal) => verifyReplay({ journal, channels, xsds: {} }));
    const unknown = [...verified.unknown].filter(([why]) => why !== 'not seen' && why !== 'did not end');
    return [...verified.different.map(({ id, words }) => `${id}: ${words}`), ...unknown.map(([why]) => why)];
  }

  messages(): Promise<readonly Message[]> {
    return this.withJournal((journal) => journal.list({ limit: 1_000_000 }));
  }

  async close(): Promise<void> {
    await this.calm();
    await this.#store.mend();
    await Promise.all(this.#nodes.map(({ process }) => process.kill()));
    await this.site.close();
    await this.#store.close();
    await this.#sshd?.close();
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
