import { readFileSync, renameSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { afterAll, afterEach, expect, it } from 'vitest';
import { findSample, readExposition } from '../src/metrics/testkit/exposition.ts';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { Site, until } from './kit/site.ts';

/** The numbers that a running gateway tells. */

let site: Site;
afterAll(lendWorkers());
afterEach(() => site?.close());

async function read(path: string) {
  const { statusCode, headers, body } = await request(`${site.gateway.operatorUrl}${path}`);
  return { status: statusCode, type: String(headers['content-type']), text: await body.text() };
}

const metrics = async () => readExposition((await read('/metrics')).text);

it('tells what was done, what is open, and how the machine is', async () => {
  site = await Site.open();
  await site.start('none');
  site.drop('erp/out/orders', 'good.xml', orderXml({ number: 'PO-1' }));
  site.drop('erp/out/orders', 'bad.xml', '<Order/>');
  await site.ended('good.xml');
  await site.ended('bad.xml');
  expect(await read('/metrics')).toMatchObject({
    status: 200,
    type: expect.stringMatching(/^text\/plain; version=0\.0\.4/),
  });
  const told = await until('the refused document to be told', async () => {
    const page = await metrics();
    return findSample(page, 'scsn_gateway_messages', { channel: 'orders', state: 'rejected' }) === 1
      ? page
      : undefined;
  });
  const value = (name: string, labels = {}) => findSample(told, `scsn_gateway_${name}`, labels);
  expect(value('messages_total', { channel: 'orders', outcome: 'delivered' })).toBe(1);
  expect(value('messages_total', { channel: 'orders', outcome: 'rejected' })).toBe(1);
  expect(value('exchange_answers_total', { operation: 'sci-connector/order', status: '200' })).toBe(1);
  expect(value('exchange_request_seconds_count', { operation: 'sci-connector/order' })).toBe(1);
  expect(value('journal_commit_seconds_count')).toBeGreaterThan(4);
  expect(value('journal_bytes')).toBeGreaterThan(4096);
  expect(value('disk_free_bytes')).toBeGreaterThan(0);
  expect(value('folder_usable', { channel: 'orders' })).toBe(1);
  expect(value('folder_scan_seconds', { channel: 'orders' })).toBeGreaterThan(0);
  expect(value('messages', { state: 'parked' })).toBeUndefined();
  const { status, type, text } = await read('/status.json');
  expect([status, type]).toEqual([200, expect.stringContaining('application/json')]);
  expect(JSON.parse(text)).toMatchObject({ rejectedLastDay: 1, parked: 0, foldersAway: 0 });
  renameSync(site.path('erp/out/orders'), site.path('erp/out/away'));
  await until('the folder to be told as away', async () =>
    findSample(await metrics(), 'scsn_gateway_folder_usable', { channel: 'orders' }) === 0 ? true : undefined,
  );
});

it('is asked by the alert rules and the dashboard for nothing that a running gateway does not tell', async () => {
  site = await Site.open();
  await site.start('none');
  site.drop('erp/out/orders', 'good.xml', orderXml({ number: 'PO-1' }));
  await site.ended('good.xml');
  const page = await metrics();
  const root = new URL('../ops/', import.meta.url);
  const text = ['prometheus/alerts.yaml', 'grafana/scsn-gateway.json']
    .map((path) => readFileSync(fileURLToPath(new URL(path, root)), 'utf8'))
    .join();
  const names = new Set(
    [...text.matchAll(/\b(?:scsn_gateway|process)_\w+/g)].map(([name]) =>
      name.replace(/_(bucket|sum|count)$/, ''),
    ),
  );
  expect(names.size).toBeGreaterThan(10);
  expect([...names].filter((name) => !page.has(name))).toEqual([]);
});
