import { afterAll, afterEach, expect, it } from 'vitest';
import type { Message } from '../../src/journal/model/message.ts';
import { type CrashPoint, crashPoints } from '../../src/system/crash-point.ts';
import { ofSeveral } from './bundle-site.ts';
import { orderXml } from './documents.ts';
import { lendWorkers } from './lent-workers.ts';
import { patience } from './machine.ts';
import { freePort } from './port.ts';
import { GatewayProcess } from './process.ts';
import { everyFileOnce, sentAndAdmitted } from './promise.ts';
import { Site, until } from './site.ts';

/**
 * The process ends itself at each named point of the way; after the next start the promise holds. That one is in this process, where
 * all it needs is loaded already.
 */

let site: Site;
let gateway: GatewayProcess | undefined;

const inbound = 'erp/out/orders-json';

/** One channel in, one out; `from` says how the exchange's news come. */
async function open(from: 'webhook' | 'search'): Promise<void> {
  const port = await freePort();
  site = await Site.open({
    config(config) {
      config.http = {
        webhook: { listen: `127.0.0.1:${port}`, auth: { basic: { user: 'exchange', password: 'hook' } } },
      };
      for (const name of ['orders', 'order-responses', 'supplier-orders']) delete config.channels[name];
      Object.assign(config.exchange ?? {}, { upload: true });
      const search = { search: { every: '1s', since: '2020-01-01T00:00:00.000Z' } };
      Object.assign(config.channels.responses ?? {}, {
        from: from === 'search' ? search : { webhook: '/events' },
        documents: { place: 'beside' },
      });
    },
  });
  const auth = { basic: { user: 'exchange', password: 'hook' } };
  const url = `http://127.0.0.1:${port}/events`;
  // a GET notice has to be gathered, so that it passes every step
  if (from === 'webhook')
    site.simulator.setWebhooks([
      { url, shape: 'GET-PATH', auth },
      { url, auth },
    ]);
}

/** An order that the other side has accepted. */
function accepted(number: string): void {
  const objectId = site.simulator.addFile({
    filename: 'drawing.pdf',
    contentType: 'application/pdf',
    bytes: Buffer.from('a drawing'),
  });
  site.simulator.putOrder({
    order: {
      companyId: site.simulator.companyId,
      supplierAccountNumber: '540830',
      purchaseOrderNumber: number,
      documents: [{ code: 'D', name: 'drawing', objectId }],
    },
    lines: [
      {
        position: '10',
        item: { number: 'P-10', name: 'Part', purchaseUnitOfMeasureIso: 'C62' },
        deliverySchedule: [{ position: '1', date: '2026-04-01', quantity: 5 }],
      },
    ],
  });
  site.simulator.act({ order: number, action: 'accept' });
}

async function afterCrash(point: CrashPoint): Promise<readonly Message[]> {
  const config = site.path('gateway.yaml');
  gateway = GatewayProcess.spawn(config, point);
  expect(await gateway.gone(), point).toBe('SIGKILL');
  await site.start('kept');
  return until('all to end', async () => {
    await site.simulator.waitForWebhooks();
    const messages = await site.messages();
    const known = (direction: string) => messages.some((message) => message.direction === direction);
    const open = await site.withJournal((journal) => journal.listUnfiled());
    const ended = messages.every(({ state }) => state === 'settled' || state === 'parked');
    return known('inbound') && known('outbound') && ended && open.length === 0 ? messages : undefined;
  });
}

/** Only the inbound channel, with files that may not be renamed. */
async function openInPlace(claim: 'delete' | 'remember'): Promise<void> {
  site = await Site.open({
    config(config) {
      config.http = {};
      const { 'orders-json': channel } = config.channels;
      config.channels = { 'orders-json': channel ?? {} };
      Object.assign(channel?.from ?? {}, { claim });
    },
  });
}

/** Files that may not be renamed: it takes every file once, and each lies where it should, in one place. */
async function inPlace(claim: 'delete' | 'remember', point: CrashPoint): Promise<void> {
  await openInPlace(claim);
  site.drop(inbound, 'in.xml', orderXml({ number: 'PO-IN' }));
  const config = site.path('gateway.yaml');
  gateway = GatewayProcess.spawn(config, point);
  expect(await gateway.gone(), point).toBe('SIGKILL');
  await site.start('kept');
  await site.ended('in.xml');
  // whoever would take it again has done so when this one has ended
  site.drop(inbound, 'next.xml', orderXml({ number: 'PO-NEXT' }));
  await site.ended('next.xml');
  const archive = claim === 'delete' ? site.files(`${inbound}/archive`) : [];
  const messages = await site.messages();
  await until('the folder', () =>
    claim === 'remember' || site.files(inbound).length === 0 ? true : undefined,
  );
  everyFileOnce(['in.xml', 'next.xml'], messages, [archive, site.files(inbound)]);
  sentAndAdmitted(messages, site.simulator.ledger());
  expect(messages.map(({ outcome }) => outcome)).toEqual(['delivered', 'delivered']);
}

const bySearch: readonly CrashPoint[] = ['storing-search', 'moving-cursor'];

/** Both ways: it loses nothing and doubles nothing silently. */
async function bothWays(point: CrashPoint): Promise<void> {
  await open(bySearch.includes(point) ? 'search' : 'webhook');
  accepted('PO-OUT');
  site.drop(inbound, 'in.xml', orderXml({ number: 'PO-IN', file: ['terms.pdf', 'our terms'] }));
  const messages = await afterCrash(point);
  expect(await site.withJournal((journal) => journal.verify())).toEqual([]);
  everyFileOnce(['in.xml'], messages, [site.files(`${inbound}/archive`), site.files(inbound)]);
  sentAndAdmitted(
    messages,
    site.simulator.ledger().filter(({ key }) => key === 'PO-IN'),
  );
  expect(site.simulator.deliveries().every(({ state }) => state === 'delivered')).toBe(true);
  const [published, beside, ...others] = site.files('erp/in/responses').filter((n) => !n.startsWith('.'));
  expect(others).toEqual([]);
  expect(site.read('erp/in/responses', published ?? '')).toContain('PO-OUT');
  expect(site.read('erp/in/responses', beside ?? '')).toBe('a drawing');
  const uploads = site.simulator.files().filter(({ filename }) => filename === 'terms.pdf');
  // one under way when the process ends is uploaded again; none that the journal knows
  expect(uploads.length).toBeLessThanOrEqual(point === 'upload-noted' ? 1 : 2);
}

/** Not passed where files of one document are renamed; `outage-noted`: test/endurance/outage.test.ts, `deferred-begun`: test/deferred-retry.test.ts. */
const elsewhere: readonly CrashPoint[] = ['file-deleted', 'outage-noted', 'deferred-begun', ...ofSeveral];

/** Every case there is: a point, and how the files are claimed. */
export const crashes = [
  ['delete', 'file-stored'],
  ['delete', 'file-deleted'],
  ['remember', 'file-stored'],
  ...crashPoints.filter((point) => !elsewhere.includes(point)).map((point) => ['rename', point] as const),
] as const;

/** Tests that the promise holds after each of these crashes. */
export function holdsAfter(chosen: readonly (typeof crashes)[number][]): void {
  afterAll(lendWorkers());
  afterEach(async () => {
    await gateway?.kill();
    await site.close();
  });
  it.each(chosen)(
    'claim: %s, killed at %s: nothing is lost, nothing doubled silently, every file is in one place',
    (claim, point) => (claim === 'rename' ? bothWays(point) : inPlace(claim, point)),
    120_000 * patience,
  );
}
