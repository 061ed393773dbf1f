import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type CommandRun, runCommandLine } from '../src/cli/testkit/ran.ts';
import { ReplayPool, ReplayTimeout } from '../src/replay/rerun/replay-pool.ts';
import { orderXml } from './kit/documents.ts';
import { patience } from './kit/machine.ts';
import { Site, until } from './kit/site.ts';

/** An edit is published where it does what it should; what it frees goes on. */

let site: Site;
const name = 'order-to-exchange';

const gateway = (...words: readonly string[]): Promise<CommandRun> => runCommandLine(site.folder, ...words);

const edit = (file: string, text: string): void => site.write(`edited/${file}`, text);

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
vi.setConfig({ testTimeout: 120_000 * patience });
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
  const late = () => Promise.reject(new ReplayTimeout('It does not end within 20 seconds.'));
  const spy = vi.spyOn(ReplayPool.prototype, 'run').mockImplementation(function (
    this: ReplayPool,
    name,
    task,
  ) {
    return name === 'compareStep' ? late() : run.call(this, name, task);
  });
  const { code, err } = await publish();
  spy.mockRestore();
  expect([code, files()]).toEqual([1, []]);
  expect(err).toContain('Not all messages could be compared in time');
});

it('refuses a folder that lacks files of the running one, unless they are to go', async () => {
  site.write(`own/${name}.yaml`, stopping);
  edit('tables/party-schemes.add.csv', 'scheme,kind\nODD,account\n');
  const { err, code } = await publish();
  expect(err).toContain(`holds files that edited lacks: ${name}.yaml.`);
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
});

it('takes files away that the edit deletes, shows what that does, and keeps them', async () => {
  mkdirSync(site.path('edited'));
  const { out: there } = await gateway('map', 'copy', 'copied');
  expect(there).toContain('1 files of');
  rmSync(site.path('copied', `${name}.yaml`));
  const without = ['map', 'publish', '-m', 'copied'] as const;
  expect((await gateway(...without)).err).toContain(`that copied lacks: ${name}.yaml.`);
  const { out, code } = await gateway(...without, '--delete');
  expect(out).toContain('1 × parked → sent (not-this-one)');
  expect(out).toContain(`${name}.yaml (deleted)`);
  expect([code, files()]).toEqual([0, ['.published']]);
  const [stamp = ''] = readdirSync(site.path('own/.replaced'));
  expect(readFileSync(site.path('own/.replaced', stamp, `${name}.yaml`), 'utf8')).toBe(stopping);
});

it('names the parked messages that it frees, and just they are tried again', async () => {
  await gateway('map', 'copy', 'freeing');
  site.write('freeing/tables/party-schemes.add.csv', 'scheme,kind\nODD,account\n');
  const { out, code } = await gateway('map', 'publish', '-m', 'freeing');
  expect(out).toContain('Parked messages that this edit frees: 1');
  expect(out).toContain('gateway journal retry --replay 3');
  expect(out).toContain(`Versions: ${name} v`);
  expect(code).toBe(0);
  await site.start('none');
  const retry = ['journal', 'retry'] as const;
  const mapped = [...retry, '--parked', '--mapping'] as const;
  expect((await gateway(...mapped, 'order-to-order')).out).toContain('There are no messages to retry');
  expect((await gateway(...mapped, 'no-such')).err).toContain('No channel of the config uses the mapping');
  expect((await gateway(...mapped, name)).out).toContain('To retry: 1 message');
  expect((await gateway(...retry, '--replay', '9')).err).toContain('Nothing was published as number 9');
  expect((await gateway(...retry, '--replay', '3')).out).toContain('To retry: 1 message');
  await gateway(...retry, '--replay', '3', '--yes');
  await until('the parked order to be sent', async () =>
    (await site.ended('PO-2.xml')).outcome === 'delivered' ? true : undefined,
  );
  await site.stop();
  const again = await gateway(...retry, '--replay', '3');
  expect(again.out).toContain('1 of the 1 that it frees are not parked any more.');
});

const describing = (field: string, text: string): string =>
  `mapping: ${name}\nextends: scsn-gateway/${name}\ntarget:\n  order:\n    ${field}: { $text: ${text} }\n`;

it('refuses where somebody else has published meanwhile, shows both edits, and puts one on top of the other', async () => {
  for (const person of ['anna', 'bert', 'carl']) await gateway('map', 'copy', person);
  const publishOf = (person: string, ...words: readonly string[]) =>
    gateway('map', 'publish', '-m', person, '--reason', `as ${person} says`, ...words);
  site.write(`anna/${name}.yaml`, describing('description', 'anna'));
  site.write('bert/tables/units-to-exchange.add.csv', 'erp,iso\nC62,PCE\n');
  site.write(`carl/${name}.yaml`, describing('description', 'carl'));
  expect((await publishOf('anna')).code).toBe(0);
  const { err, out, code } = await publishOf('carl');
  expect([code, err]).toEqual([1, expect.stringContaining('is not what carl was copied from')]);
  expect(out).toMatch(/publish by .* \(as anna says\)/);
  expect(out).toContain(`${name}.yaml: added`);
  expect((await publishOf('carl', '--onto')).err).toContain(`Both have changed ${name}.yaml`);
  expect((await publishOf('bert')).err).toContain('is not what bert was copied from');
  expect(files()).not.toContain('tables');
  expect((await publishOf('bert', '--onto')).code).toBe(0);
  for (const folder of ['own', 'bert']) {
    expect(site.read(folder, `${name}.yaml`)).toContain('anna');
    expect(site.read(`${folder}/tables`, 'units-to-exchange.add.csv')).toContain('PCE');
  }
  // bert's folder says what runs now: his next edit begins there
  site.write(`bert/${name}.yaml`, describing('description', 'bert'));
  expect((await publishOf('bert')).code).toBe(0);
});

it('merges two edits of one mapping rule by rule', async () => {
  const two = (description: string, city: string): string =>
    `${describing('description', description)}    supplierParty: { city: { $text: ${city} } }\n`;
  await gateway('map', 'copy', 'start');
  site.write(`start/${name}.yaml`, two('a', 'b'));
  expect((await gateway('map', 'publish', '-m', 'start')).code).toBe(0);
  for (const person of ['dora', 'emil']) await gateway('map', 'copy', person);
  site.write(`dora/${name}.yaml`, two('dora', 'b'));
  site.write(`emil/${name}.yaml`, two('a', 'emil'));
  expect((await gateway('map', 'publish', '-m', 'dora')).code).toBe(0);
  const { out, err } = await gateway('map', 'publish', '-m', 'emil');
  expect(err).toContain('is not what emil was copied from');
  expect(out).toContain(`${name}.yaml target/order/description/$text: a → dora`);
  expect(out).toContain(`${name}.yaml target/order/supplierParty/city/$text: b → emil`);
  expect((await gateway('map', 'publish', '-m', 'emil', '--onto')).code).toBe(0);
  expect(site.read('own', `${name}.yaml`)).toBe(two('dora', 'emil'));
});

it('tells by whom each version was given its number, and why', async () => {
  const { out } = await gateway('map', 'history', name);
  expect(out).toMatch(/^v\d+ .* as anna says /m);
  const rows = out
    .trim()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
  const made = rows.map(([version, , , by, , messages]) => [version, by === '-', messages]);
  // the first was there before anything was published; what freed PO-2 made it, under the number of its publishing
  expect(made.slice(1, 4)).toEqual([
    ['v1', true, '1'],
    ['v2', false, '0'],
    ['v3', false, '1'],
  ]);
  expect(made.slice(4).every(([, byHand]) => byHand === false)).toBe(true);
});
