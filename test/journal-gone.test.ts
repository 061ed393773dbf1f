import { readdirSync, rmSync } from 'node:fs';
import { afterAll, afterEach, expect, it } from 'vitest';
import { restoreJournal } from '../src/journal/sqlite/restore-journal.ts';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { freesOpenFiles } from './kit/machine.ts';
import { Site, until } from './kit/site.ts';

let site: Site;
afterAll(lendWorkers());
afterEach(() => site.close());

it.skipIf(!freesOpenFiles)(
  'a journal that is deleted under a running gateway stops receiving at once, and what it held can be put back',
  async () => {
    site = await Site.open();
    await site.start();
    const order = (number: string): Buffer => orderXml({ number, lines: [{ id: '10', quantity: '1' }] });
    site.drop('erp/out/orders', 'before.xml', order('before'));
    await site.ended('before.xml');
    const { journal } = site.gateway;

    for (const end of ['', '-wal', '-shm']) rmSync(site.path(`data/journal.db${end}`));
    expect(await site.call('/events', '{"any":"thing"}')).toBe(503);
    site.drop('erp/out/orders', 'after.xml', order('after'));
    expect(journal.trouble()?.en).toMatch(/journal\.db was deleted .*gateway journal restore FILE/);
    const saved = await until('the rescue', () =>
      readdirSync(site.path('data')).find((name) => /\.rescued-[^.]*Z$/.test(name)),
    );
    await site.stop();
    // where its writer put it, or claimed: that was a question of milliseconds
    expect(readdirSync(site.path('erp/out/orders'), { recursive: true })).toContainEqual(
      expect.stringMatching(/^(\.gateway.+)?after\.xml$/),
    );
    expect(site.simulator.ledger().map(({ key }) => key)).not.toContain('after');

    await expect(site.start()).rejects.toThrow(/journal\.db was deleted/);
    rmSync(site.path('data/journal.db.lock'));
    await restoreJournal(site.path('data/journal.db'), site.path('data', saved));
    await site.start();
    expect(await site.ended('after.xml')).toMatchObject({ outcome: 'delivered' });
    expect((await site.messages()).map(({ name }) => name)).toContain('before.xml');
  },
);
