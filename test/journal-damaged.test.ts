import { readdirSync } from 'node:fs';
import { afterAll, afterEach, expect, it } from 'vitest';
import { rescueJournal } from '../src/journal/salvage/rescue-journal.ts';
import { overwrite, pageUses } from '../src/journal/testkit/damage.ts';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { Site } from './kit/site.ts';

let site: Site;
afterAll(lendWorkers());
afterEach(() => site.close());

const order = (number: string): Buffer => orderXml({ number, lines: [{ id: '10', quantity: '1' }] });

it('pages of the journal that are overwritten under a running gateway: nothing goes on, health is red, and a rescue does', async () => {
  site = await Site.open();
  await site.start();
  for (const number of ['1', '2', '3']) site.drop('erp/out/orders', `${number}.xml`, order(number));
  for (const number of ['1', '2', '3']) await site.ended(`${number}.xml`);
  await site.stop();
  const [page] = pageUses(site.path('data/journal.db')).filter(
    ({ table, kind }) => table === 'message' && kind === 'leaf',
  );
  await site.start();
  const { journal } = site.gateway;
  overwrite(site.path('data/journal.db'), [page?.page ?? 0], 'garbage');
  while (await journal.checkPart());

  expect(await site.gateway.health()).toMatchObject({
    status: 'red',
    reasons: expect.arrayContaining([
      expect.objectContaining({
        ...{ code: 'journal', level: 'red' },
        what: expect.objectContaining({ en: expect.stringContaining('gateway journal rescue') }),
      }),
    ]),
  });
  expect(await site.call('/events', '{"any":"thing"}')).toBe(503);
  site.drop('erp/out/orders', 'after.xml', order('after'));
  await site.stop();
  expect([...site.files('erp/out/orders'), ...site.files('erp/out/orders/.gateway')]).toContainEqual(
    expect.stringContaining('after.xml'),
  );
  expect(site.simulator.ledger().map(({ key }) => key)).not.toContain('after');

  await expect(site.start()).rejects.toThrow(/is damaged .*no gateway starts on it.*gateway journal rescue/);
  const { lost } = await rescueJournal(site.path('data/journal.db'));
  const gone = page?.messages ?? [];
  for (const id of gone) expect(lost.join('\n')).toMatch(new RegExp(`Message ${id} .*is lost`));
  expect(readdirSync(site.path('data')).some((name) => name.includes('.before-'))).toBe(true);
  await site.start();
  const after = await site.ended('after.xml');
  expect(after).toMatchObject({ outcome: 'delivered' });
  expect(after.id).toBeGreaterThan(Math.max(...gone, 3));
});
