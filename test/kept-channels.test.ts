import { readFileSync } from 'node:fs';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { runCommand } from '../src/cli/command-line.ts';
import { withJournalBeside } from '../src/journal/open/open-journal.ts';
import { acceptConfig } from '../src/operator/decisions/accept-config.ts';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { Site, until } from './kit/site.ts';

vi.setConfig({ testTimeout: 60_000 });

/** A changed config takes no channel away that still holds something, unless a person says so. */

let site: Site;
afterAll(lendWorkers());
afterEach(() => site?.close());

const said = (code: string): number => site.log.filter((line) => line.includes(`"code":"${code}"`)).length;

const reasons = async (code: string): Promise<readonly string[]> =>
  (await site.gateway.health()).reasons.filter((one) => one.code === code).map(({ what }) => what.en);

/** A site with an order that waits for an exchange which does not take it. */
async function withWaitingOrder(): Promise<string> {
  site = await Site.open();
  await site.start('none');
  site.simulator.fault({ match: '/v2/api-connector', status: 503, times: 100 });
  site.drop('erp/out/orders-json', 'a.xml', orderXml({ number: 'PO-1' }));
  await until(
    'the order to wait',
    async () => (await site.messages()).some(({ state }) => state === 'waiting') || undefined,
  );
  return readFileSync(site.path('gateway.yaml'), 'utf8');
}

const without = (channel: string): void =>
  site.editConfig(({ channels }) => {
    delete channels[channel];
  });

/** Another text than that of the file. */
const acceptAnother = (text: string): Promise<void> =>
  withJournalBeside({ sqlite: site.path('data/journal.db') }, (journal) =>
    acceptConfig(journal, text, { who: 'anna', reason: 'moved to another gateway' }),
  );

it('a reload without a channel that has open messages is not taken, is amber and says so, until the file is whole again', async () => {
  const right = await withWaitingOrder();
  without('orders-json');
  expect(await site.gateway.reload()).toMatchObject({ kind: 'refused' });
  const [reason = ''] = await reasons('config');
  expect(reason).toContain('orders-json (1 open messages, 0 files)');
  expect(reason).toContain('gateway config accept');
  site.simulator.clearFaults();
  // what it held has ended, and a half-written file is no whole one for that
  expect(await site.ended('a.xml')).toMatchObject({ outcome: 'delivered' });
  expect(await site.gateway.reload()).toMatchObject({ kind: 'refused' });
  site.saveConfig(right);
  expect(await site.gateway.reload()).toEqual({ kind: 'unchanged' });
  expect(await reasons('config')).toEqual([]);
});

it('what a person accepts is taken; its messages are parked, and come back with their channel', async () => {
  const right = await withWaitingOrder();
  without('orders-json');
  expect(await site.gateway.reload()).toMatchObject({ kind: 'refused' });
  await acceptAnother('another text');
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await runCommand(['config', 'accept', '--config', site.path('gateway.yaml'), '--reason', 'it moves']);
  vi.restoreAllMocks();
  await until('the config to be taken', () => said('config-taken') || undefined, 30);
  await until('it to say what it left', () => said('channel-missing') || undefined);
  await until(
    'it to be parked',
    async () => (await site.messages()).some(({ state }) => state === 'parked') || undefined,
  );
  site.simulator.clearFaults();
  site.saveConfig(right);
  expect(await site.gateway.reload()).toEqual({ kind: 'taken' });
  expect(await site.ended('a.xml')).toMatchObject({ outcome: 'delivered', place: 'archive/a.xml' });
});

it('a start takes such a file, says what it left, and the messages come back with the channel', async () => {
  const right = await withWaitingOrder();
  await site.stop();
  without('orders-json');
  await site.start('none');
  await until(
    'it to be parked',
    async () => (await site.messages()).some(({ state }) => state === 'parked') || undefined,
  );
  // it is told after it is written
  await expect
    .poll(() => site.log.find((line) => line.includes('channel-missing')))
    .toContain('1 of its messages');
  site.simulator.clearFaults();
  await site.stop();
  site.saveConfig(right);
  await site.start('none');
  expect(await site.ended('a.xml')).toMatchObject({ outcome: 'delivered' });
});

it('files that wait in its folder count too, and those that another channel takes do not', async () => {
  site = await Site.open({
    config: ({ channels }) => Object.assign(channels.orders?.from ?? {}, { settle: { interval: '1m' } }),
  });
  await site.start('none');
  site.drop('erp/out/orders', 'a.xml', orderXml({ number: 'PO-1' }));
  site.editConfig(({ channels }) => {
    channels.renamed = channels.orders;
    delete channels.orders;
  });
  expect(await site.gateway.reload()).toEqual({ kind: 'taken' });
  without('renamed');
  expect(await site.gateway.reload()).toMatchObject({
    kind: 'refused',
    reason: { nl: expect.stringContaining('renamed (0 open berichten, 1 bestanden)') },
  });
  expect(await site.gateway.reload()).toMatchObject({ kind: 'refused' });
});
