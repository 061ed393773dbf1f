import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Ran, ran } from '../src/cli/testkit/ran.ts';
import { DoesNotEnd, ReplayPool } from '../src/replay/pool.ts';
import { orderXml } from './kit/documents.ts';
import { Site, until } from './kit/site.ts';

/** An edit is published where it does what it should; what it frees goes on. */

let site: Site;
const name = 'order-to-exchange';

const gateway = (...words: readonly string[]): Promise<Ran> => ran(site.folder, ...words);

function edit(file: string, text: string): void {
  mkdirSync(dirname(site.path('edited', file)), { recursive: true });
  writeFileSync(site.path('edited', file), text);
}

const stopping = `mapping: ${name}
extends: scsn-gateway/${name}
stop:
  - { when: "cbc:ID = 'PO-1'", as: parked, code: not-this-one, say: A person decides., advice: Decide. }
`;

const files = () => site.files('own');
const publish = (...words: readonly string[]) => gateway('map', 'publish', '-m', 'edited', ...words);

beforeAll(async () => {
  site = await Site.open({ config: (config) => Object.assign(config, { mappings: 'own' }) });
  mkdirSync(site.path('own'));
  await site.start('none');
  const odd = orderXml({ number: 'PO-2' }).toString();
  for (const [number, text] of [
    ['PO-1', orderXml({ number: 'PO-1' })],
    ['PO-2', odd.replace('<cbc:ID>540830', '<cbc:ID schemeID="ODD">540830')],
  ] as const) {
    site.drop('erp/out/orders-json', `${number}.xml`, text);
    await site.ended(`${number}.xml`);
  }
  await site.stop();
});
afterAll(() => site.close());
beforeEach(() => rmSync(site.path('edited'), { recursive: true, force: true }));

it('refuses what is broken, and what would stop messages that were sent', async () => {
  edit(`${name}.yaml`, stopping.replace('as: parked', 'as: nothing'));
  expect(await publish()).toMatchObject({ code: 1, err: expect.stringContaining('not right yet') });
  edit(`${name}.yaml`, stopping);
  const { code, out, err } = await publish();
  expect([code, files()]).toEqual([1, []]);
  expect(out).toContain('1 × sent → parked (not-this-one)');
  expect(err).toContain('say with --reason why that is right. Nothing was published.');
});

it('refuses what could not be compared in time: nobody knows what it would stop', async () => {
  edit(`${name}.yaml`, stopping);
  const run = Reflect.get(ReplayPool.prototype, 'run');
  const late = () => Promise.reject(new DoesNotEnd('It does not end within 20 seconds.'));
  const spy = vi.spyOn(ReplayPool.prototype, 'run').mockImplementation(function (
    this: ReplayPool,
    name,
    task,
  ) {
    return name === 'compared' ? late() : run.call(this, name, task);
  });
  const { code, err } = await publish();
  spy.mockRestore();
  expect([code, files()]).toEqual([1, []]);
  expect(err).toContain('Not all messages could be compared in time');
});

it('refuses a folder that lacks files which would take part', async () => {
  writeFileSync(site.path('own', `${name}.yaml`), stopping);
  edit('tables/party-schemes.add.csv', 'scheme,kind\nODD,account\n');
  const { err, code } = await publish();
  expect(err).toContain('holds files that edited lacks and that would take part in orders-json');
  expect(code).toBe(1);
  rmSync(site.path('own', `${name}.yaml`));
});

it('publishes with a reason, which is kept', async () => {
  edit(`${name}.yaml`, stopping);
  expect((await publish('--reason', 'PO-1 was a test')).code).toBe(0);
  expect(readFileSync(site.path('own', `${name}.yaml`), 'utf8')).toBe(stopping);
  const [entry] = await site.withJournal((journal) => journal.history());
  expect(entry).toMatchObject({ subject: 'mappings', action: 'map publish', reason: 'PO-1 was a test' });
  expect(entry?.result).toContain('1 × sent → parked (not-this-one)');
  expect((await publish()).out).toContain('there is nothing to publish');
  rmSync(site.path('own', `${name}.yaml`));
});

it('names the parked messages that it frees, and they are tried again together', async () => {
  edit('tables/party-schemes.add.csv', 'scheme,kind\nODD,account\n');
  const { out, code } = await publish();
  expect(out).toContain('Parked messages that this edit frees: 1');
  expect(code).toBe(0);
  await site.start('none');
  const retry = ['journal', 'retry', '--parked', '--mapping'] as const;
  expect((await gateway(...retry, 'order-to-order')).out).toContain('There are no messages to retry');
  expect((await gateway(...retry, 'no-such')).err).toContain('No channel of the config uses the mapping');
  expect((await gateway(...retry, name)).out).toContain('To retry: 1 message');
  await gateway(...retry, name, '--yes');
  await until('the parked order to be sent', async () =>
    (await site.ended('PO-2.xml')).outcome === 'delivered' ? true : undefined,
  );
  await site.stop();
});
