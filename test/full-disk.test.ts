import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLogger, openLogOutput } from '../src/system/log.ts';
import { mounted, type SmallDisk, smallDisk } from './faults/disk.ts';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { everyFileOnce, inOrder, sentAndAdmitted } from './kit/promise.ts';
import { Site, until } from './kit/site.ts';

/** What a full disk does: nothing is taken that could not be kept, an alarm is raised, and all goes on when there is room. */

let site: Site | undefined;
let disk: SmallDisk | undefined;

afterAll(lendWorkers());
afterEach(async () => {
  disk?.free();
  await site?.close();
  disk?.remove();
  [site, disk] = [undefined, undefined];
});

const inbound = 'erp/out/orders-json';

const reasonOf = async (at: Site, name: string): Promise<string> => {
  const response = await request(`${at.gateway.operatorUrl}/health/ready`);
  return health.parse(await response.body.json()).checks.find((check) => check.name === name)?.reason ?? '';
};

const health = z.object({
  checks: z.array(z.object({ name: z.string(), reason: z.string().optional() })),
});

/** The files in a folder that may not be there yet. */
const lying = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
        .map(({ name }) => name)
    : [];

const alarms = (at: Site, code: string): number =>
  at.log.filter((line) => line.includes(`"code":"${code}"`)).length;

/** As the simulator would call; resolves to the status. */
const webhook = async (at: Site, number: string): Promise<number> => {
  const body = JSON.stringify({ eventName: 'OrderLinesAcceptedBySupplier', number, pad: 'x'.repeat(3000) });
  const headers = {
    'content-type': 'application/json',
    authorization: `Basic ${Buffer.from('exchange:hook').toString('base64')}`,
  };
  const response = await request(`${at.gateway.webhookUrl}/events`, { method: 'POST', headers, body });
  await response.body.dump();
  return response.statusCode;
};

/** A path on the small disk, as the config names it. */
async function siteOn(
  small: SmallDisk,
  change: (
    config: { journal?: unknown; channels: Record<string, Record<string, unknown>> },
    at: string,
  ) => void,
): Promise<Site> {
  return Site.open({ config: (config) => change(config, small.folder) });
}

/** Takes the room on the disk, and then what the journal still has inside its files. */
async function fillJournal(at: Site, small: SmallDisk): Promise<void> {
  small.fill();
  for (let n = 0; (await webhook(at, `filler ${n}`)) === 202; n += 1);
}

/** Milliseconds of an answer that is let go once the disk is full. */
const held = 3_600_000;

/** A journal on the small disk, and an order whose answer the exchange holds back. */
async function underWay(small: SmallDisk): Promise<Site> {
  const at = await siteOn(small, (config, folder) => {
    config.journal = { sqlite: join(folder, 'journal.db') };
  });
  site = at;
  at.simulator.fault({ match: '/v2/api-connector', delayMs: held, times: 1 });
  await at.start('none');
  at.drop(inbound, 'a.xml', orderXml({ number: 'PO-1' }));
  const sent = () => at.simulator.requests().some(({ path }) => path.includes('api-connector'));
  await until('it to be sent', () => sent() || undefined);
  return at;
}

const versionOf = (body: string): number => Number(/"quantity":\s*(\d+)/.exec(body)?.[1]);

describe.skipIf(!mounted)('a full disk', () => {
  it('of the journal: nothing is received, nothing lost or out of order, and it goes on by itself', async () => {
    disk = smallDisk(4);
    site = await siteOn(disk, (config, at) => {
      config.journal = { sqlite: join(at, 'journal.db') };
    });
    const at = site;
    const archive = at.path(inbound, 'archive');
    await at.start('none');
    at.drop(inbound, 'first.xml', orderXml({ number: 'PO-1', lines: [{ id: '10', quantity: '1' }] }));
    await until('the first to be archived', () => lying(archive).length === 1 || undefined);
    await fillJournal(at, disk);
    // a large version 2 finds no room; a small version 3 might
    const large = Array.from({ length: 400 }, (_, n) => ({ id: `${n + 1}0`, quantity: '2' }));
    at.drop(inbound, 'large.xml', orderXml({ number: 'PO-1', lines: large }));
    await until('the alarm', async () => (await reasonOf(at, 'journal')) || undefined);
    await until('the file to be refused', () => alarms(at, 'file-not-taken') > 0 || undefined);
    at.drop(inbound, 'small.xml', orderXml({ number: 'PO-1', lines: [{ id: '10', quantity: '3' }] }));
    for (let n = 0; n < 20; n += 1) expect(await webhook(at, 'no room')).toBe(503);
    expect(await reasonOf(at, 'journal')).toMatch(/no room is left on its disk/);
    // told when it begins, not with every write
    expect(alarms(at, 'journal-not-written')).toBeLessThan(10);
    expect(at.simulator.ledger()).toHaveLength(1);
    disk.free();
    await until('all to be archived', () => lying(archive).length === 3 || undefined, 60);
    await until('the alarm to end', async () => ((await reasonOf(at, 'journal')) === '' ? true : undefined));
    expect(await webhook(at, 'room')).toBe(202);
    const messages = await at.gateway.journal.list({ limit: 10_000 });
    everyFileOnce(['first.xml', 'large.xml', 'small.xml'], messages, [lying(archive)]);
    sentAndAdmitted(messages, at.simulator.ledger());
    inOrder(at.simulator.ledger(), versionOf, () => 3);
  }, 120_000);

  it('of the log: the work goes on, and it is written again when there is room', () => {
    disk = smallDisk(1);
    const path = join(disk.folder, 'gateway.log');
    const file = openSync(path, 'a');
    const log = createLogger('info', { destination: openLogOutput(file) });
    log.info('before');
    disk.fill();
    for (let n = 0; n < 1000; n += 1) log.info({ n, pad: 'x'.repeat(200) }, 'no room');
    disk.free();
    log.info('after');
    closeSync(file);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(lines.length).toBeLessThan(50);
    expect(lines.at(0)).toContain('before');
    expect(lines.at(-1)).toContain('after');
  });

  it('of the journal while the exchange answers: nothing is sent twice', async () => {
    disk = smallDisk(4);
    const at = await underWay(disk);
    await fillJournal(at, disk);
    at.simulator.clearFaults();
    await until('the answer', () => at.simulator.ledger().length === 1 || undefined);
    await until('the alarm', async () => (await reasonOf(at, 'journal')) || undefined);
    disk.free();
    const message = await until('it to be settled', async () => {
      const [found] = await at.gateway.journal.list({ limit: 10, find: 'a.xml' });
      return found?.state === 'settled' ? found : undefined;
    });
    expect(message).toMatchObject({ outcome: 'delivered', possiblyTwice: false });
    expect(at.simulator.ledger()).toHaveLength(1);
  }, 120_000);

  it('of the journal while what is under way ends with the config before: the next site takes up what was in hand', async () => {
    disk = smallDisk(4);
    const at = await underWay(disk);
    at.editConfig(({ channels }) => {
      channels['orders-json'].notFound = { patience: '3h' };
    });
    await until('the end of the site before', () => alarms(at, 'config-drains') > 0 || undefined);
    await fillJournal(at, disk);
    at.simulator.clearFaults();
    await until('the answer', () => at.simulator.ledger().length === 1 || undefined);
    await until('the config', () => alarms(at, 'config-taken') + alarms(at, 'config-waits') > 0 || undefined);
    disk.free();
    at.drop(inbound, 'b.xml', orderXml({ number: 'PO-1', lines: [{ id: '10', quantity: '2' }] }));
    const settled = async (find: string) => {
      const [found] = await at.gateway.journal.list({ limit: 10, find });
      return found?.state === 'settled' ? found : undefined;
    };
    expect(await until('it to be settled', () => settled('a.xml'))).toMatchObject({ possiblyTwice: true });
    expect(await until('its successor', () => settled('b.xml'))).toMatchObject({ outcome: 'delivered' });
  }, 120_000);

  it('of an outbound folder: the message waits, an alarm says why, and it is published when there is room', async () => {
    disk = smallDisk(2);
    site = await siteOn(disk, (config, at) => {
      mkdirSync(join(at, 'responses'));
      Object.assign(config.channels.responses ?? {}, { to: { folder: join(at, 'responses') } });
    });
    const at = site;
    const folder = disk.folder;
    await at.start();
    disk.fill();
    at.simulator.putOrder({
      order: {
        companyId: at.simulator.companyId,
        supplierAccountNumber: '540830',
        purchaseOrderNumber: 'PO-1',
      },
      lines: [
        {
          position: '10',
          item: { number: 'P-10', name: 'Part', purchaseUnitOfMeasureIso: 'C62' },
          deliverySchedule: [{ position: '1', date: '2026-04-01', quantity: 5 }],
        },
      ],
    });
    at.simulator.act({ order: 'PO-1', action: 'accept' });
    await until(
      'the alarm',
      async () => /No room is left/.test(await reasonOf(at, 'folder of responses')) || undefined,
    );
    expect(alarms(at, 'folder-unavailable')).toBe(1);
    const waiting = await until(
      'it to wait',
      async () => (await at.gateway.journal.list({ state: 'waiting', limit: 1 }))[0],
    );
    expect(waiting.reason).toBe(`No room is left on the disk of ${join(folder, 'responses')} (ENOSPC).`);
    expect(alarms(at, 'message-not-worked-on')).toBe(0);
    const files = () => lying(join(folder, 'responses'));
    expect(files()).toEqual([]);
    disk.free();
    await until('it to be published', () => files().length === 1 || undefined, 60);
    await until('the alarm to end', async () =>
      (await reasonOf(at, 'folder of responses')) === '' ? true : undefined,
    );
  }, 120_000);

  it.each([
    ['full', (small: SmallDisk) => small.fill(), (small: SmallDisk) => small.free()],
    [
      'read-only',
      (small: SmallDisk) => small.setReadOnly(true),
      (small: SmallDisk) => small.setReadOnly(false),
    ],
  ])(
    'or a %s one, of an inbound folder with its archive: the file waits where it is',
    async (_, spoil, mend) => {
      disk = smallDisk(2);
      site = await siteOn(disk, (config, at) => {
        mkdirSync(join(at, 'orders'));
        const from = { folder: join(at, 'orders'), settle: { interval: '50ms' }, byDate: false };
        Object.assign(config.channels['orders-json'] ?? {}, { from });
      });
      const at = site;
      await at.start('none');
      const folder = `../${disk.folder.split('/').at(-1)}/orders`;
      // refused by the exchange, so that a report has to be written
      at.simulator.fault({ match: '/v2/api-connector', status: 400, delayMs: held, times: 1 });
      at.drop(folder, 'a.xml', orderXml({ number: 'PO-1' }));
      await until(
        'it to be sent',
        () => at.simulator.requests().some(({ path }) => path.includes('api-connector')) || undefined,
      );
      spoil(disk);
      at.simulator.clearFaults();
      await until('the alarm', async () => {
        return (await reasonOf(at, 'folder of orders-json')) || undefined;
      });
      expect(alarms(at, 'file-not-moved')).toBe(1);
      mend(disk);
      await until('it to be moved', () => lying(at.path(folder, 'error')).length === 3 || undefined, 60);
      await until('the alarm to end', async () =>
        (await reasonOf(at, 'folder of orders-json')) === '' ? true : undefined,
      );
    },
    120_000,
  );
});
