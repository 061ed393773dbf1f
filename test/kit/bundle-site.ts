import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Message } from '../../src/journal/model/message.ts';
import { type CrashPoint, crashPoints } from '../../src/system/crash-point.ts';
import { buildOfBundles } from './bundle-build.ts';
import { orderXml } from './documents.ts';
import { patience } from './machine.ts';
import { GatewayProcess } from './process.ts';
import { sentAndAdmitted } from './promise.ts';
import { Site, until } from './site.ts';

/** Files of several documents, with a gateway whose SCSN formats take them. */

export const inbound = 'erp/out/orders-json';

/** Milliseconds of a test: processes start slowly on a busy machine. */
export const testTime = 120_000 * patience;

export class BundleSite {
  /** The command line of that gateway. */
  program = '';
  #site: Site | undefined;
  #gateway: GatewayProcess | undefined;
  /** Where a test began: its messages have greater numbers, and its requests come later. */
  #before = { message: 0, sent: 0 };

  get site(): Site {
    if (!this.#site) throw new Error('the site is not open');
    return this.#site;
  }

  /** `point`: it is to end there, and does not run when this resolves. `others`: channels that take from the same folder. */
  async open(point?: CrashPoint, others: readonly string[] = []): Promise<Site> {
    this.#site = await Site.open({
      config(config) {
        config.http = {};
        const names = ['orders-json', ...others];
        const { 'orders-json': channel } = config.channels;
        const shared = { from: channel?.from };
        config.channels = Object.fromEntries(
          names.map((name) => [name, { ...config.channels[name], ...shared }]),
        );
      },
    });
    if (point === undefined) await this.start();
    else this.#gateway = GatewayProcess.spawn(this.site.path('gateway.yaml'), point, this.program);
    return this.#site;
  }

  async start(): Promise<void> {
    this.#gateway = await GatewayProcess.start(this.site.path('gateway.yaml'), this.program);
  }

  /** A test begins: what came before it is no part of its answers, and its files are gone. */
  async begin(): Promise<void> {
    const { site } = this;
    this.#before = {
      message: Math.max(0, ...(await site.messages()).map(({ id }) => id)),
      sent: site.simulator.ledger().length,
    };
    for (const place of ['archive', 'error', 'parked'].map((name) => `${inbound}/${name}`))
      if (existsSync(site.path(place))) for (const name of site.files(place)) rmSync(site.path(place, name));
  }

  async gone(): Promise<NodeJS.Signals | null> {
    return (await this.#gateway?.gone(60)) ?? null;
  }

  /** As a power cut does. */
  async kill(): Promise<void> {
    await this.#gateway?.kill();
  }

  async close(): Promise<void> {
    await this.kill();
    await this.#site?.close();
  }

  /** Since the test began. */
  async messages(): Promise<readonly Message[]> {
    return (await this.site.messages()).filter(({ id }) => id > this.#before.message);
  }

  /** So many messages, which have ended and lie where they belong. */
  idle(count: number, seconds = 60): Promise<readonly Message[]> {
    return until(
      `${count} messages to end`,
      async () => {
        const messages = await this.messages();
        const open = await this.site.withJournal((journal) => journal.listUnfiled());
        const ended = messages.every(({ state }) => state === 'settled' || state === 'parked');
        return messages.length === count && ended && open.length === 0 ? messages : undefined;
      },
      seconds,
    );
  }

  /** Numbers of the orders that the exchange has got. */
  sent(): readonly string[] {
    return this.site.simulator
      .ledger()
      .slice(this.#before.sent)
      .map(({ key }) => key)
      .sort();
  }
}

/** One gateway for all tests of a file, which have orders of their own; `others` as `open` has them. */
export function lastingBundles(others: readonly string[]): BundleSite {
  const site = new BundleSite();
  beforeAll(async () => {
    site.program = join(await buildOfBundles(), 'main.js');
    await site.open(undefined, others);
  }, testTime);
  beforeEach(() => site.begin());
  afterAll(() => site.close());
  return site;
}

/** Each test of a file opens its own. */
export function bundles(): BundleSite {
  const site = new BundleSite();
  beforeAll(async () => {
    site.program = join(await buildOfBundles(), 'main.js');
  });
  afterEach(() => site.close());
  return site;
}

export const order = (n: number, quantity = '5'): string =>
  `${orderXml({ number: `PO-${n}`, lines: [{ id: '10', quantity }] })}`;

/** An order that is refused. */
export const wrong = (n: number): string => order(n, 'many');

/** Which supplier they go to stands in the first line alone. */
export const bundle = (...orders: readonly string[]): string =>
  `BUNDLE supplier=540830\n${orders.join('').replaceAll('>540830<', '>{supplier}<')}`;

/** Those that no file of one document passes. */
export const ofSeveral: readonly CrashPoint[] = [
  'documents-adding',
  'more-documents-added',
  'documents-added',
  'file-split',
];

/** Where a file of several documents may be cut short: while it is cut, and when it is filed. */
export const bundleCrashes: readonly CrashPoint[] = crashPoints.filter(
  (point) =>
    ofSeveral.includes(point) ||
    ['check-ended', 'after-settle', 'before-archive', 'after-archive'].includes(point),
);

/** Tests that the promise holds after each of these. */
export function holdsForDocuments(chosen: readonly CrashPoint[]): void {
  const kit = bundles();
  it.each(chosen)(
    'killed at %s: each document is sent once, the file lies in one place with its report',
    async (point) => {
      const site = await kit.open(point);
      const orders = Array.from({ length: 60 }, (_, n) => (n === 30 ? wrong(n) : order(n)));
      site.drop(inbound, 'file.xml', bundle(...orders));
      expect(await kit.gone()).toBe('SIGKILL');
      await kit.start();
      const messages = await kit.idle(61);
      expect(messages.filter(({ outcome }) => outcome === 'delivered')).toHaveLength(59);
      sentAndAdmitted(messages, site.simulator.ledger());
      expect(site.files(`${inbound}/error`)).toEqual([
        'file.refused.xml',
        'file.xml',
        'file.xml.report.json',
        'file.xml.report.txt',
      ]);
      expect(site.files(inbound)).toEqual([]);
      expect(await site.withJournal((journal) => journal.verify())).toEqual([]);
    },
    testTime,
  );
}
