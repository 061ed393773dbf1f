import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { request } from 'undici';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { runCommandLine } from '../src/cli/testkit/ran.ts';
import { buildFormats } from '../src/formats/format-registry.ts';
import { loadMapping } from '../src/mapping/load-mapping.ts';
import { mappingFolders } from '../src/pipeline/channel/mapping-folders.ts';
import { loadSchemas } from '../src/scsn/load-schemas.ts';
import { csvOrders } from './kit/csv.ts';
import { orderXml } from './kit/documents.ts';
import { patience } from './kit/machine.ts';
import { moved } from './kit/move.ts';
import { Site, until } from './kit/site.ts';

vi.setConfig({ testTimeout: 180_000 * patience });

let site: Site;
afterEach(() => site.close());

/** Saves as editors do that write beside the file and rename into its place. */
function save(file: string, text: string): void {
  mkdirSync(dirname(site.path('own', file)), { recursive: true });
  writeFileSync(site.path('own/.saving'), text);
  renameSync(site.path('own/.saving'), site.path('own', file));
}

const mapping = (member: string): void =>
  save(
    'order-to-exchange.yaml',
    `mapping: order-to-exchange\nextends: scsn-gateway/order-to-exchange\ntarget:\n  order: { ${member} }\n`,
  );

const answer = z.object({
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), reason: z.string().optional() })),
});

async function health() {
  const { statusCode, body } = await request(`${site.gateway.operatorUrl}/health/ready`);
  const { checks } = answer.parse(await body.json());
  return { status: statusCode, ...checks.find(({ name }) => name === 'mappings') };
}

/** Until the health page says of the mappings what the expression finds; undefined: that all is well. */
const untilHealth = (reason: RegExp | undefined) =>
  until(
    `health to say ${reason}`,
    async () => {
      const now = await health();
      return (reason ? reason.test(now.reason ?? '') : now.reason === undefined) ? now : undefined;
    },
    60,
  );

/** What an order became: its description at the exchange, and the hash of the mapping that made it. */
async function sent(number: string) {
  site.drop('erp/out/orders-json', `${number}.xml`, orderXml({ number, note: 'note' }));
  const { outcome, mapping: hash } = await site.ended(`${number}.xml`);
  const order = site.simulator.orders().find((one) => JSON.stringify(one).includes(`"${number}"`));
  return { outcome, hash, description: /"description":"(edition \d)"/.exec(JSON.stringify(order))?.[1] };
}

function hashNow(): string | undefined {
  const schemas = loadSchemas();
  const formats = buildFormats(() => schemas);
  const loaded = loadMapping('order-to-exchange', mappingFolders(site.path('own')), formats);
  schemas.dispose();
  return loaded.mapping?.hash;
}

const gatewayCheck = async (...more: readonly string[]): Promise<string> =>
  (await runCommandLine(site.folder, 'check', '--offline', ...more)).out;

it('takes up what is right, keeps what ran before when it is wrong, and says so until it is mended', async () => {
  site = await Site.open({ config: (config) => Object.assign(config, { mappings: 'own' }) });
  await site.start('none');
  expect(await untilHealth(/own is not there/)).toMatchObject({ status: 200, ok: true });
  const delivered = await sent('PO-1');
  expect(delivered).toMatchObject({ outcome: 'delivered', hash: hashNow(), description: undefined });

  mapping('description: { $text: edition 1 }');
  await until('the edit to be used', () => site.log.some((line) => line.includes('in use now')) || undefined);
  await untilHealth(undefined);
  const first = await sent('PO-2');
  expect(first).toEqual({ outcome: 'delivered', hash: hashNow(), description: 'edition 1' });
  expect(first.hash).not.toBe(delivered.hash);

  mapping('descripton: { $text: edition 2 }');
  const wrong = /order-to-exchange\.yaml:4:\d+ .*order has no descripton.*description/;
  expect(await untilHealth(wrong)).toMatchObject({ status: 200, ok: true });
  expect(await gatewayCheck()).toMatch(wrong);
  expect(await gatewayCheck('--language', 'nl')).toMatch(/fout: order heeft geen descripton/);
  expect(site.log.some((line) => line.includes('mappings-not-used') && wrong.test(line))).toBe(true);
  expect(await sent('PO-3')).toEqual(first);

  mapping('description: { $text: edition 2 }');
  await untilHealth(undefined);
  expect(await sent('PO-4')).toEqual({ outcome: 'delivered', hash: hashNow(), description: 'edition 2' });
  await moved(site.path('own'), site.path('away'));
  await untilHealth(/own is not there; those that were read before are used/);
  expect(await sent('PO-5')).toMatchObject({ description: 'edition 2' });
  await moved(site.path('away'), site.path('own'));
  await untilHealth(undefined);
});

it('begins with a broken mapping: health is red, its messages wait, and go on by themselves when it is mended', async () => {
  site = await Site.open({ config: (config) => Object.assign(config, { mappings: 'own' }) });
  mapping('description: "concat(cbc:ID"');
  await site.start('none');
  expect(await untilHealth(/their messages wait: .*order-to-exchange\.yaml:4:\d+/)).toMatchObject({
    status: 200,
    ok: false,
  });
  expect(await site.gateway.health()).toMatchObject({ status: 'red', reasons: [{ code: 'mappings' }] });
  site.drop('erp/out/orders-json', 'a.xml', orderXml({ number: 'PO-1' }));
  await until('the order to wait', async () => {
    const [message] = await site.messages();
    return message?.state === 'waiting' && /order-to-exchange\.yaml:4:/.test(message.reason ?? '')
      ? true
      : undefined;
  });
  mapping('description: { $text: edition 1 }');
  expect(await untilHealth(undefined)).toMatchObject({ status: 200 });
  expect(await site.ended('a.xml', 1, 40)).toMatchObject({ outcome: 'delivered' });
});

const delivered = readFileSync(new URL('../mappings/formats/csv-order.yaml', import.meta.url), 'utf8');

/** The delivered format under a name of the site's own, with one more heading for quantities. */
const format = (heading: string): void =>
  save(
    'formats/acme-order.yaml',
    delivered
      .replace('format: csv-order', 'format: acme-order')
      .replace('[ Aantal, Menge', `[ ${heading}, Aantal, Menge`),
  );

const acmeOrders = {
  from: { folder: 'erp/out/acme', files: '*.csv', done: '.done', settle: { interval: '50ms' } },
  document: 'acme-order',
  map: ['acme-order-to-order', 'order-to-exchange'],
  to: { exchange: 'api-connector/order' },
};

/** What became of a CSV of one order whose quantities stand below that heading. */
async function dropped(number: string, heading: string) {
  site.drop('erp/out/acme', `${number}.csv`, csvOrders([{ number }]).replace('Aantal', heading));
  site.drop('erp/out/acme', `${number}.csv.done`, '');
  return (await site.ended(`${number}.csv`)).outcome;
}

it('takes up an edited format, and keeps the one before when it is wrong', async () => {
  site = await Site.open({
    config(config) {
      Object.assign(config, { mappings: 'own' });
      Object.assign(config.channels, { acme: acmeOrders });
    },
  });
  format('Aantal stuks');
  save(
    'acme-order-to-order.yaml',
    'mapping: acme-order-to-order\nextends: scsn-gateway/csv-order-to-order\nfrom: acme-order\n',
  );
  await site.start('none');
  expect(await dropped('PO-1', 'Aantal')).toBe('delivered');
  expect(await dropped('PO-2', 'Qty')).toBe('rejected');

  format('Qty');
  await until('the edit to be used', () => site.log.some((line) => line.includes('in use now')) || undefined);
  expect(await dropped('PO-3', 'Qty')).toBe('delivered');

  format('Qty, [');
  await untilHealth(/acme-order\.yaml:\d+/);
  expect(await dropped('PO-4', 'Qty')).toBe('delivered');
  expect(site.simulator.ledger().map(({ key }) => key)).toEqual(['PO-1', 'PO-3', 'PO-4']);
});
