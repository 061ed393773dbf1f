import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { computeHealth } from '../../../src/operator/health/health.ts';
import { hasChromium } from '../../browser/kit/chromium.ts';
import { endEverything, fact, parkOrders, usePagesSite } from '../../browser/kit/pages-site.ts';

describe.skipIf(!hasChromium)('the page of channels', () => {
  const site = usePagesSite();

  it('is sound in both languages, at every width', async () => {
    site.server.health = computeHealth([fact('folder', 'orders-csv', 'The folder is gone.')]);
    await site.expectSound('/channels');
  });

  it('shows what came and went today, the last file, and what was ignored and why; the troubled ones first', async () => {
    site.server.health = computeHealth([fact('folder', 'shipments', 'The folder is gone.')]);
    const { page, complaints, close } = await site.open('/channels');
    await page.getByRole('heading', { level: 1, name: '4 of 11 channels need a look.' }).waitFor();
    const rows = page.getByRole('table').getByRole('row');
    const csv = rows.filter({ hasText: 'orders-csv' });
    expect(await csv.textContent()).toMatch(/1 refused.*orders-three\.csv.*3 \/ 2/);
    expect(await rows.filter({ hasText: ': shipments' }).textContent()).toContain('A folder cannot be used');
    expect(await rows.filter({ hasText: ': supplier-orders' }).textContent()).toMatch(
      /\d × There is nothing to say to the supplier's ERP/,
    );
    const names = await rows.locator('.channel').allTextContents();
    expect(names.findIndex((name) => name.includes('shipments'))).toBeLessThan(4);
    expect(complaints).toEqual([]);
    await close();
  });

  it('says that all are well', async () => {
    await endEverything(site.server.journal);
    const { page, close } = await site.open('/channels', { locale: 'nl-NL' });
    await page.getByRole('heading', { level: 1, name: 'Alle 11 kanalen zijn in orde.' }).waitFor();
    await parkOrders(site.server.journal, 'orders-json', 2, 'STK');
    await page.getByRole('heading', { level: 1, name: '1 van 11 kanalen vraagt aandacht.' }).waitFor();
    await page.getByRole('row', { name: /orders-json 2 te beslissen/ }).waitFor();
    await close();
  });

  it('looks at one of them now, and says what is wrong with it', async () => {
    const { page, complaints, close } = await site.open('/channels');
    const [name = '', settings] =
      Object.entries(site.server.config().channels).find(([, { to }]) => 'exchange' in to) ?? [];
    const folder =
      settings && 'exchange' in settings.to && 'folder' in settings.from ? settings.from.folder : '';
    if (folder) rmSync(folder, { recursive: true, force: true });
    await page.getByRole('button', { name: `Check now: ${name}`, exact: true }).click();
    await page.getByText(new RegExp(`^${name} was checked at`)).waitFor();
    const found = page.getByRole('status').filter({ hasText: 'was checked' });
    expect(await found.textContent()).toMatch(/wrong: folder of/);
    expect(await found.textContent()).toMatch(/wrong: .*127\.0\.0\.1/);
    expect(complaints).toEqual([]);
    await close();
  });

  it('lets a reader look and check nothing', async () => {
    site.server.role = 'read';
    const { page, close } = await site.open('/channels');
    expect(await page.getByRole('button', { name: /Check now/ }).count()).toBe(0);
    const answer = await fetch(`${site.server.url}/api/channels/orders/check`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).toBe(403);
    await close();
  });
});
