import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { Client } from 'undici';
import { parse, stringify } from 'yaml';
import { buildOrderCheck } from '../../simulator/orders/check-sci-order.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../simulator/simulator.ts';
import type { Shape } from '../../simulator/webhook-sender.ts';
import { loadConfig } from '../../src/config/load/load-config.ts';
import { systemCodeOf } from '../../src/folders/folder-error.ts';
import { type Gateway, startGateway } from '../../src/gateway/gateway.ts';
import type { Journal } from '../../src/journal/journal.ts';
import type { Message } from '../../src/journal/model/message.ts';
import { readJournal } from '../../src/journal/open/open-journal.ts';
import { listFolders, resolveOwnFolders } from '../../src/pipeline/runtime/runtime-snapshot.ts';
import { delivered } from '../../src/scsn/testkit/documents.ts';
import { steadyNow } from '../../src/time/steady-clock.ts';
import { describeWork } from './describe-work.ts';
import { lentWorkers } from './lent-workers.ts';
import { removeFolder } from './remove-folder.ts';
import { addWitness, until } from './until.ts';

export { until };

/** A simulator, a folder with a gateway.yaml and the ERP's folders, and a gateway that can be stopped and started. */

/** The channels that the tests and the demo use: both sides of an order, each route. */
const channels = {
  orders: {
    from: { folder: 'erp/out/orders' },
    document: 'scsn/Order',
    to: { exchange: 'sci-connector/order' },
  },
  'orders-json': {
    from: { folder: 'erp/out/orders-json' },
    document: 'scsn/Order',
    map: 'order-to-exchange',
    to: { exchange: 'api-connector/order' },
  },
  'order-responses': {
    from: { folder: 'erp/out/responses' },
    document: 'scsn/OrderResponse',
    map: 'order-response-to-exchange',
    to: { exchange: 'api-connector/order-response' },
  },
  responses: {
    as: 'buyer',
    from: { webhook: '/events' },
    map: 'order-to-order-response',
    document: 'scsn/OrderResponse',
    to: { folder: 'erp/in/responses' },
  },
  'supplier-orders': {
    as: 'supplier',
    from: { webhook: '/events' },
    map: 'order-to-order',
    document: 'scsn/Order',
    to: { folder: 'erp/in/orders' },
  },
};

type Settings = Record<string, unknown>;

// biome-ignore lint/suspicious/noExplicitAny: a YAML file that a test edits
export type Edit = (config: any) => void;

export interface SiteOptions {
  readonly simulator?: SimulatorOptions;
  /** URL of a PostgreSQL database for the journal, instead of a file. */
  readonly postgres?: string;
  /** Changes the config before it is written; `folder` is the site's. */
  readonly config?: (config: Settings & { channels: Record<string, Settings> }, folder: string) => void;
}

const settle = { interval: '50ms' };

export class Site {
  readonly folder: string;
  readonly simulator: Simulator;
  readonly log: string[] = [];
  readonly #postgres: string | undefined;
  readonly #removeWitness: () => void;
  #gateway: Gateway | undefined;
  #shape: Shape | 'none' = 'none';
  /** When the test that runs began, where it has the site from others, and the last message before it. */
  #begun: { readonly since?: string; readonly after: number } = { after: 0 };

  private constructor(folder: string, simulator: Simulator, postgres?: string) {
    this.#postgres = postgres;
    this.folder = folder;
    this.simulator = simulator;
    this.#removeWitness = addWitness(() => this.#describe());
  }

  /** What its gateway waits for. */
  async #describe(): Promise<string> {
    const health = await this.#gateway?.health();
    return describeWork({
      messages: await this.messages(),
      reasons: health?.reasons.map(({ what }) => what.en) ?? [],
      waiting: lentWorkers()?.waitingChannels ?? new Map(),
      log: this.log,
      now: steadyNow(),
    });
  }

  static async open(options: SiteOptions = {}): Promise<Site> {
    const folder = mkdtempSync(join(tmpdir(), 'site-'));
    const simulator = await startSimulator({
      checkOrder: buildOrderCheck(delivered()),
      ...options.simulator,
    });
    const site = new Site(folder, simulator, options.postgres);
    site.#writeConfig(options);
    return site;
  }

  #writeConfig({ config: change }: SiteOptions): void {
    const { url, companyId, credentials } = this.simulator;
    const config: Settings & { channels: Record<string, Settings> } = {
      exchange: {
        baseUrl: url,
        companyId,
        auth: { email: credentials.user, password: credentials.password },
        rate: { perSecond: 1000, parallel: 8 },
      },
      journal: this.#postgres === undefined ? { sqlite: 'data/journal.db' } : { postgres: this.#postgres },
      http: {
        webhook: { listen: '127.0.0.1:0', auth: { basic: { user: 'exchange', password: 'hook' } } },
        operator: { listen: '127.0.0.1:0' },
      },
      channels: structuredClone(channels),
    };
    for (const { from } of Object.values(config.channels))
      if (isRecord(from) && 'folder' in from) Object.assign(from, { settle, byDate: false });
    change?.(config, this.folder);
    for (const { from, to } of Object.values(config.channels)) {
      for (const end of [from, to])
        if (isRecord(end) && typeof end.folder === 'string')
          mkdirSync(this.path(end.folder), { recursive: true });
    }
    writeFileSync(this.path('gateway.yaml'), stringify(config));
  }

  /** Saves as editors do that write beside the file and rename into its place; on Windows not while it is read: then they write into it. */
  saveConfig(text: string): void {
    writeFileSync(this.path('.saving'), text);
    try {
      renameSync(this.path('.saving'), this.path('gateway.yaml'));
    } catch (error) {
      if (systemCodeOf(error) !== 'EPERM') throw error;
      writeFileSync(this.path('gateway.yaml'), text);
    }
  }

  editConfig(change: Edit): void {
    const config = parse(readFileSync(this.path('gateway.yaml'), 'utf8'));
    change(config);
    this.saveConfig(stringify(config));
  }

  path(...names: string[]): string {
    return join(this.folder, ...names);
  }

  get gateway(): Gateway {
    if (!this.#gateway) throw new Error('the gateway is not running');
    return this.#gateway;
  }

  /** Starts a gateway in this process; `shape` of the webhooks that the simulator calls, `kept`: those that were set. */
  async start(shape: Shape | 'none' | 'kept' = 'POST'): Promise<Gateway> {
    const { config, findings } = await loadConfig(this.path('gateway.yaml'));
    if (!config) throw new Error(JSON.stringify(findings));
    const log = pino({ level: 'debug' }, { write: (line: string) => void this.log.push(line) });
    const isPlain = listFolders(resolveOwnFolders(config)).length === 0;
    this.#gateway = await startGateway(
      config,
      log,
      isPlain ? lentWorkers() : undefined,
      this.path('gateway.yaml'),
    );
    if (shape === 'kept') return this.#gateway;
    this.#shape = shape;
    this.setWebhooks(shape);
    return this.#gateway;
  }

  /** How the simulator calls the gateway from here on. */
  setWebhooks(shape: Shape | 'none'): void {
    const auth = { basic: { user: 'exchange', password: 'hook' } };
    const url = `${this.gateway.webhookUrl}/events`;
    this.simulator.setWebhooks(shape === 'none' ? [] : [{ url, shape, auth }]);
  }

  /** Another test begins, with orders of its own: what was before is no part of its answers, and its files are gone. */
  async begin(): Promise<void> {
    this.simulator.clearFaults();
    await this.idle();
    this.simulator.forget();
    this.setWebhooks(this.#shape);
    this.log.length = 0;
    for (const path of readdirSync(this.folder, { recursive: true, encoding: 'utf8' }))
      if (path.startsWith('erp') && !path.includes('.gateway')) removeFile(this.path(path));
    const after = Math.max(this.#begun.after, ...(await this.messages()).map(({ id }) => id));
    this.#begun = { since: new Date(steadyNow()).toISOString(), after };
  }

  async stop(): Promise<void> {
    await this.#gateway?.stop();
    this.#gateway = undefined;
  }

  async close(): Promise<void> {
    this.#removeWitness();
    await this.stop();
    await this.simulator.close();
    await removeFolder(this.folder);
  }

  /** Puts a complete file into a folder, as an ERP that renames into place does. */
  drop(folder: string, name: string, bytes: string | Uint8Array): void {
    const temporary = this.path(`${folder}.${name}.writing`);
    writeFileSync(temporary, bytes);
    renameSync(temporary, this.path(folder, name));
  }

  /** Writes a file of the site, with the folders that it lies in. */
  write(path: string, content: string | Uint8Array): void {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), content);
  }

  /** Calls the gateway's webhook as an exchange does; the status of the answer. */
  async call(path: string, body?: string | Buffer, method = 'POST'): Promise<number> {
    const client = new Client(this.gateway.webhookUrl ?? '');
    const authorization = `Basic ${Buffer.from('exchange:hook').toString('base64')}`;
    try {
      const headers = { authorization, 'content-type': 'application/json' };
      const { statusCode, body: answer } = await client.request({
        path,
        method,
        headers,
        body: body ?? null,
      });
      await answer.dump();
      return statusCode;
    } finally {
      await client.close();
    }
  }

  /** Names of the XML files in a folder, once there are so many. */
  published(folder: string, count: number): Promise<readonly string[]> {
    return until(`${count} files in ${folder}`, () => {
      const names = this.files(folder).filter((name) => name.endsWith('.xml'));
      return names.length >= count ? names : undefined;
    });
  }

  files(folder: string): readonly string[] {
    return readdirSync(this.path(folder), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  }

  read(folder: string, name: string): string {
    return readFileSync(this.path(folder, name), 'utf8');
  }

  async withJournal<T>(use: (journal: Journal) => Promise<T>): Promise<T> {
    const sqlite = this.path('data/journal.db');
    const journal = await readJournal({ sqlite, postgres: this.#postgres });
    try {
      return await use(journal);
    } finally {
      await journal.close();
    }
  }

  messages(): Promise<readonly Message[]> {
    return this.withJournal((journal) => this.#messagesIn(journal));
  }

  async #messagesIn(journal: Journal): Promise<readonly Message[]> {
    const { after, ...since } = this.#begun;
    return (await journal.list({ limit: 1000, ...since })).filter(({ id }) => id > after);
  }

  /** The newest message of that name, once it is settled or parked and its file lies where it belongs. */
  ended(name: string, count = 1, seconds = 60): Promise<Message> {
    const asked = async (journal: Journal) => {
      const messages = await this.#messagesIn(journal);
      const named = messages.filter((message) => message.name === name);
      const open = await journal.listUnfiled();
      const [newest] = named;
      const done =
        newest &&
        (newest.state === 'settled' || newest.state === 'parked') &&
        !open.some(({ id }) => id === newest.id);
      return done && named.length >= count ? newest : undefined;
    };
    return this.#untilInJournal(`message ${name} to end`, asked, seconds);
  }

  /**
   * An embedded journal is opened once: Wine keeps what was opened of a file beside a lock until the lock goes, and has no more
   * than 20,000. One that is shared is opened for each look: who asks it for `unfiled` has those files in hand until it is closed.
   */
  #untilInJournal<T>(
    what: string,
    asked: (journal: Journal) => Promise<T | undefined>,
    seconds?: number,
  ): Promise<T> {
    return this.#postgres === undefined
      ? this.withJournal((journal) => until(what, () => asked(journal), seconds))
      : until(what, () => this.withJournal(asked), seconds);
  }

  /** Every message has ended and every file lies where it belongs. */
  idle(): Promise<true> {
    const asked = async (journal: Journal) => {
      await this.simulator.waitForWebhooks();
      const messages = await this.#messagesIn(journal);
      const open = await journal.listUnfiled();
      return messages.every(({ state }) => state === 'settled' || state === 'parked') && open.length === 0
        ? true
        : undefined;
    };
    return this.#untilInJournal('all messages to end', asked);
  }
}

function removeFile(path: string): void {
  if (lstatSync(path).isFile()) rmSync(path);
}

const isRecord = (value: unknown): value is Settings => typeof value === 'object' && value !== null;
