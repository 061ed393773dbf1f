import { describe, expect, it } from 'vitest';
import { computeHealth } from '../../../src/operator/health/health.ts';
import { hasChromium } from '../../browser/kit/chromium.ts';
import { endEverything, fact, parkOrders, usePagesSite } from '../../browser/kit/pages-site.ts';

/** What the demo leaves: 2 parked for two causes, 12 refused. */
describe.skipIf(!hasChromium)('the overview', () => {
  const site = usePagesSite();
  const away = () =>
    computeHealth([
      fact('exchange-away', '', 'No answer from `exchange.example`.'),
      fact('not-collected', 'responses', '3 files have not been collected.'),
      fact('not-collected', 'shipments', '3 files have not been collected.'),
      fact('search', 'responses', 'The search failed.'),
    ]);

  it('is sound in both languages, at every width', async () => {
    site.server.health = away();
    await site.expectSound('/');
  });

  it('names the worst trouble, and never says that nobody has to act while something below needs action', async () => {
    site.server.health = away();
    const { page, complaints, close } = await site.open('/');
    await page
      .getByRole('heading', { level: 1, name: /^The exchange has not answered since .*\d\d:\d\d\.$/ })
      .waitFor();
    await page.getByText('2 documents need a decision and 12 a fix in the ERP, for other reasons').waitFor();
    expect(await page.getByText('Nobody has to do anything').count()).toBe(0);
    // what follows from it is not told beside it
    await page.getByText('2 other things are wrong too: see below.').waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'search for news' }).count()).toBe(0);
    const lines = page.getByRole('main').getByRole('listitem');
    await lines.filter({ hasText: 'The line is disputed' }).getByText('Purchasing').waitFor();
    await lines
      .filter({ hasText: '12 documents were refused' })
      .getByRole('link', { name: 'See the 12' })
      .waitFor();
    await page.getByRole('button', { name: 'Who to call' }).click();
    await page.getByRole('dialog', { name: 'Who to call' }).getByText('alarms.whoToCall').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('does not call a channel OK whose files lie uncollected, also one that shares its folder', async () => {
    site.server.health = away();
    const { page, close } = await site.open('/');
    for (const name of ['responses', 'shipments'])
      await page.getByRole('row', { name: new RegExp(`: ${name} not collected`) }).waitFor();
    await page.getByRole('row', { name: /: supplier-orders OK/ }).waitFor();
    await page.getByRole('row', { name: /: orders-json 2 to decide/ }).waitFor();
    await close();
  });

  it('says what waits for a decision where nothing stands still', async () => {
    const { page, close } = await site.open('/', { locale: 'nl-NL' });
    await page.getByRole('heading', { level: 1, name: /^2 documenten wachten op een beslissing/ }).waitFor();
    await page.getByText('Iemand moet beslissen; nog 12 vragen herstel in het ERP.').waitFor();
    await close();
  });

  it('follows what changes without a reload: a parked one with whom it is up to, and then that all is well', async () => {
    const { journal } = site.server;
    await endEverything(journal);
    const { page, complaints, close } = await site.open('/');
    await page.getByRole('heading', { level: 1, name: 'All is well.' }).waitFor();
    await page.getByText('Nobody has to do anything.').waitFor();
    await parkOrders(journal, 'orders-json', 2, 'STK');
    await page.getByRole('heading', { level: 1, name: /^2 documents wait for a decision/ }).waitFor();
    const line = page.getByRole('main').getByRole('listitem').filter({ hasText: 'no entry for STK' });
    await line.getByText('You').waitFor();
    await line.getByText('probably C62 is meant').waitFor();
    await line.getByRole('link', { name: 'Open the table' }).waitFor();
    await endEverything(journal);
    await page.getByRole('heading', { level: 1, name: 'All is well.' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('does not say that nobody has to act while a task is open, and leads to it', async () => {
    const { journal } = site.server;
    await endEverything(journal);
    const { page, complaints, close } = await site.open('/');
    await page.getByRole('heading', { level: 1, name: 'All is well.' }).waitFor();
    const source = { kind: 'file', id: 'task', name: 'task.xml', size: 1, mtime: 1 } as const;
    const bytes = Buffer.from('<Order/>');
    const [asked = 0] = await journal.receive([
      { channel: 'orders-json', direction: 'inbound', name: 'task.xml', source, bytes },
    ]);
    const address = 'buyer/5f0c3b1e/4711';
    await journal.storeChecked(asked, {
      orderKey: 'task',
      address,
      purchaseOrderNumber: '4711',
      findings: [],
    });
    const finding = {
      code: 'cancel-in-portal',
      severity: 'warning',
      message: 'Line 10 is cancelled.',
      advice: 'Cancel it there.',
    } as const;
    await journal.settle(asked, {
      ...{ outcome: 'delivered', reason: '', findings: [] },
      tasks: [{ line: '10', finding, asks: 'all 10' }],
    });
    await page.getByRole('heading', { level: 1, name: '1 task is open at the exchange.' }).waitFor();
    await page.getByText('Purchasing has to act.').waitFor();
    const line = page.getByRole('main').getByRole('listitem').filter({ hasText: 'line 10 is cancelled' });
    await line.getByText(/^order 4711 · since \d\d:\d\d$/).waitFor();
    await line.getByRole('link', { name: 'See it' }).click();
    await page.getByRole('region', { name: 'Open tasks' }).getByText('Line 10 is cancelled.').waitFor();
    await journal.enqueueCommand({ action: 'done', message: asked, force: false, reason: 'done' });
    await journal.carryOutCommands();
    expect(complaints).toEqual([]);
    await close();
  });

  it('gives an operator what an administrator needs to mend the cause', async () => {
    await parkOrders(site.server.journal, 'orders-json', 3, 'ROL');
    site.server.role = 'operate';
    const { page, close } = await site.open('/', { permissions: ['clipboard-read', 'clipboard-write'] });
    const line = page.getByRole('main').getByRole('listitem').filter({ hasText: 'no entry for ROL' });
    await line.getByText('An administrator').waitFor();
    expect(await line.getByRole('link', { name: 'Open the table' }).count()).toBe(0);
    await line.getByRole('button', { name: 'Copy for a ticket' }).click();
    await page.getByText('Copied.').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain('3 × The table `unit` has no entry for `ROL`.');
    expect(copied).toContain(`${site.server.url}/messages?needs=action`);
    await close();
  });

  it('shows a hundred channels with a filter, the troubled ones first', async () => {
    await parkOrders(site.server.journal, 'orders-json', 1, 'KAR');
    const { channels } = site.server.config();
    const [name = '', settings] = Object.entries(channels)[0] ?? [];
    site.server.config = () => ({
      ...site.server.startConfig,
      channels: {
        ...channels,
        ...Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`extra-${n}`, settings ?? never(name)])),
      },
    });
    const { page, close } = await site.open('/');
    const rows = page.getByRole('table').getByRole('row');
    expect(await rows.nth(1).textContent()).toContain('orders-json');
    expect(await rows.count()).toBeLessThan(40);
    await page.getByLabel('Part of a channel’s name').fill('extra-9');
    await page.getByRole('row', { name: /extra-99/ }).waitFor();
    expect(await rows.count()).toBe(12);
    await page.getByRole('button', { name: 'Only those that need action' }).click();
    await page.getByText('No channel fits these filters.').waitFor();
    await close();
  });
});

const never = (name: string): never => {
  throw new Error(`There is no channel ${name}.`);
};
