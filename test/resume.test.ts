import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, expect, it } from 'vitest';
import { loadConfig } from '../src/config/load/load-config.ts';
import { openOutboundFolder } from '../src/folders/outbound/publishing-folder.ts';
import { createId } from '../src/folders/unique-id.ts';
import type { Journal } from '../src/journal/journal.ts';
import type { NewMessage } from '../src/journal/model/message.ts';
import { openSqliteJournal } from '../src/journal/sqlite/open-sqlite.ts';
import { sampleRecord } from '../src/journal/testkit/sample-record.ts';
import { changeState, emptyState } from '../src/pipeline/order-state/order-state.ts';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { Site, until } from './kit/site.ts';

/** What a crash can leave behind at each step, laid down by hand, and what the next start makes of it. */

let site: Site;
afterAll(lendWorkers());

afterEach(() => site.close());

const bytes = orderXml({ number: 'PO-1' });
const prepared = Buffer.from(
  '{"order":{"purchaseOrderNumber":"PO-1","supplierAccountNumber":"540830","companyId":"c"},"lines":[]}',
);

/** The site's journal, in the state that `crash` leaves; no gateway runs. */
async function left(crash: (journal: Journal) => Promise<void>): Promise<void> {
  site = await Site.open();
  const { config } = await loadConfig(site.path('gateway.yaml'));
  const journal = openSqliteJournal(config?.journal.sqlite ?? '');
  await crash(journal);
  await journal.close();
}

const claimed = { kind: 'file', id: 'no-such-claim', name: 'a.xml', size: bytes.length, mtime: 1 } as const;

const inbound: NewMessage = {
  channel: 'orders-json',
  direction: 'inbound',
  name: 'a.xml',
  source: claimed,
  bytes,
};

const plan = JSON.stringify({
  change: { delivered: { fingerprint: 'f', bytes: 'b', lines: {} } },
  fields: {},
  findings: [],
});
const identity = {
  address: 'buyer/c/PO-1',
  purchaseOrderNumber: 'PO-1',
  orderKey: 'inbound/buyer/c/PO-1',
  findings: [],
};
const parts = { bytes: prepared, plan, mapping: '', saw: sampleRecord, findings: [] };

/** The message, once it is settled and its file lies where it belongs. */
const outcome = () =>
  until('the message to end', () =>
    site.withJournal(async (journal) => {
      const message = await journal.message(1);
      const open = await journal.listUnfiled();
      return message?.state === 'settled' && open.length === 0 ? message : undefined;
    }),
  );

/** Its first attempt has begun. */
async function attempted(journal: Journal): Promise<void> {
  await journal.receive([inbound]);
  await journal.storeChecked(1, identity);
  await journal.claim({ direction: 'inbound', count: 1, due: Date.now(), busy: [] });
  await journal.startDelivery(1, parts);
}

it('sends the same bytes again when the answer of an attempt was lost, and says so', async () => {
  await left(attempted);
  await site.start();
  expect(await outcome()).toMatchObject({ possiblyTwice: true });
  const [attempt, again] = await site.withJournal((journal) => journal.attempts(1));
  expect(attempt).toMatchObject({ unknown: true });
  expect(again).toMatchObject({ what: 'deliver' });
  // the simulator refuses an order without lines: that these bytes arrived shows that nothing was prepared anew
  expect(again?.status).toBe(400);
});

it('does not send again what a later version has overtaken, which a person had let pass', async () => {
  const later = Buffer.from(`${bytes}<!-- later -->`);
  await left(async (journal) => {
    await attempted(journal);
    await journal.endAttempt(1, 1, { status: 0, detail: 'no answer', unknown: true });
    await journal.wait(1, Date.now(), 'no answer');
    await journal.enqueueCommand({ action: 'release', message: 1, force: false, reason: 'the buyer calls' });
    await journal.carryOutCommands();
    await journal.receive([{ ...inbound, bytes: later, source: { ...claimed, id: 'another-claim' } }]);
    await journal.storeChecked(2, identity);
    await journal.claim({ direction: 'inbound', count: 1, due: 0, busy: [] });
    await journal.startDelivery(2, parts);
    const change = { delivered: { fingerprint: 'g', bytes: 'b', lines: {} } };
    const by = {
      channel: inbound.channel,
      direction: 'inbound',
      message: 2,
      arrival: 2 * 2 ** 20,
      at: '2026-03-02',
    } as const;
    const state = JSON.stringify(changeState(emptyState, change, by));
    await journal.settle(2, {
      outcome: 'delivered',
      reason: '',
      findings: [],
      change: () => ({ state, bodies: [], revision: 1 }),
    });
  });
  await site.start();
  const ended = await until('the older one to end', () =>
    site.withJournal(async (journal) => {
      const message = await journal.message(1);
      return message?.state === 'settled' ? message : undefined;
    }),
  );
  expect(ended).toMatchObject({ outcome: 'outdated', findings: [{ code: 'newer-was-delivered' }] });
  expect(site.simulator.ledger()).toEqual([]);
});

it('does not send again what was answered and not settled', async () => {
  await left(async (journal) => {
    await attempted(journal);
    await journal.endAttempt(1, 1, { status: 200, detail: 'ok', unknown: false });
  });
  await site.start();
  expect(await outcome()).toMatchObject({ outcome: 'delivered', possiblyTwice: false });
  expect(site.simulator.ledger()).toEqual([]);
  expect(await site.withJournal((journal) => journal.orderState('buyer/c/PO-1'))).toContain(
    '"fingerprint":"f"',
  );
});

async function staged(journal: Journal): Promise<void> {
  const folder = await openOutboundFolder(
    { folder: site.path('erp/in/responses'), owner: `${journal.id} responses` },
    silent,
  );
  await journal.receive([
    {
      channel: 'responses',
      direction: 'outbound',
      name: 'event',
      source: { kind: 'webhook', method: 'POST' },
      bytes: Buffer.from('{}'),
    },
  ]);
  await journal.storeChecked(1, { ...identity, orderKey: 'outbound/responses/1' });
  await journal.claim({ direction: 'outbound', count: 1, due: Date.now(), busy: [] });
  await journal.startDelivery(1, parts);
  await journal.noteStaged(1, 1, await folder.stage('PO-1-000001.xml', Buffer.from('<done/>'), '1.1'));
}

const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

it('renames a staged file into place', async () => {
  await left(staged);
  await site.start();
  expect(await outcome()).toMatchObject({ outcome: 'delivered', place: 'PO-1-000001.xml' });
  expect(site.read('erp/in/responses', 'PO-1-000001.xml')).toBe('<done/>');
});

it('removes the temporary file of an attempt that died before it was journalled', async () => {
  await left(async (journal) => {
    await staged(journal);
    await journal.endAttempt(1, 1, { status: 0, detail: '', unknown: false });
    await journal.startRedelivery(1);
  });
  await site.start();
  await until('the sweep', () => (site.files('erp/in/responses').length === 0 ? true : undefined));
});

it('does not publish again what the ERP collected already', async () => {
  await left(staged);
  const folder = site.path('erp/in/responses');
  for (const name of site.files('erp/in/responses')) rmSync(`${folder}/${name}`);
  await site.start();
  expect(await outcome()).toMatchObject({ outcome: 'delivered' });
  expect(site.files('erp/in/responses')).toEqual([]);
});

it('moves the file of a message that was settled before the crash', async () => {
  site = await Site.open();
  await site.start('none');
  site.drop('erp/out/orders', 'a.xml', bytes);
  const { source } = await site.ended('a.xml');
  await site.stop();
  // back into the work folder, and out of the journal's knowledge of where it lies
  const id = source.kind === 'file' ? source.id : '';
  const { config } = await loadConfig(site.path('gateway.yaml'));
  const journal = openSqliteJournal(config?.journal.sqlite ?? '');
  mkdirSync(site.path(`erp/out/orders/.gateway/${journal.id}/${id}`), { recursive: true });
  renameSync(
    site.path('erp/out/orders/archive/a.xml'),
    site.path(`erp/out/orders/.gateway/${journal.id}/${id}/a.xml`),
  );
  await journal.close();
  const db = new DatabaseSync(site.path('data/journal.db'));
  db.exec('update message set filed = 0, place = null');
  db.close();
  await site.start('none');
  await until('the file to be archived', () =>
    existsSync(site.path('erp/out/orders/archive/a.xml')) ? true : undefined,
  );
  expect(site.simulator.ledger()).toHaveLength(1);
});

it('keeps the order when a crash left the claim of a later version and not that of an earlier one', async () => {
  site = await Site.open();
  await site.start('none');
  const { id } = site.gateway.journal;
  await site.stop();
  const folder = 'erp/out/orders';
  const version = (note: string) => orderXml({ number: 'PO-ORDER', note });
  site.drop(folder, 'a-1.xml', version('first'));
  const claim = site.path(folder, '.gateway', id, createId());
  mkdirSync(claim, { recursive: true });
  writeFileSync(join(claim, 'a-2.xml'), version('second'));
  await site.start('none');
  expect(await site.ended('a-2.xml')).toMatchObject({ outcome: 'delivered' });
  const notes = site.simulator.ledger().map(({ bytes }) => /<cbc:Note>(\w+)/.exec(bytes ?? '')?.[1]);
  expect(notes).toEqual(['first', 'second']);
});
