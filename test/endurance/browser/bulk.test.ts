import { describe, expect, it } from 'vitest';
import type { OutlookAnswer } from '../../../src/api/model/bulk-model.ts';
import { hasChromium } from '../../browser/kit/chromium.ts';
import { endEverything, parkOrders, usePagesSite } from '../../browser/kit/pages-site.ts';

describe.skipIf(!hasChromium)('decisions on many messages', () => {
  const site = usePagesSite();

  it('says what would become of each before anything is done', async () => {
    const { journal, url } = site.server;
    const parked = (await journal.list({ state: 'parked', limit: 20 })).map(({ id }) => id);
    const before = JSON.stringify(await journal.list({ limit: 1_000 }));
    const answer = await fetch(`${url}/api/decisions/outlook`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Accept-Language': 'nl' },
      body: JSON.stringify({ ids: parked }),
    });
    const { ends }: OutlookAnswer = await answer.json();
    expect(ends.flatMap(({ ids }) => ids).sort((a, b) => a - b)).toEqual(parked.sort((a, b) => a - b));
    expect(ends.map(({ text }) => text)).toContain('worden weer geparkeerd');
    expect(ends.filter(({ said, why }) => said === 'park' && why === '')).toEqual([]);
    expect(JSON.stringify(await journal.list({ limit: 1_000 }))).toBe(before);
  });

  it('plans first, asks why, and shows what became of each', async () => {
    const { journal } = site.server;
    await endEverything(journal);
    await parkOrders(journal, 'orders-json', 4, 'STK');
    const other = await parkOrders(journal, 'orders-json', 1, 'ROL');
    const { page, complaints, close } = await site.open('/messages?needs=action');
    // the gateway is away for a moment: it goes on where it was
    await page.route('**/decisions/outlook', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Retry 4…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Retry 4 messages' });
    await dialog.getByText('Nothing is done before you say so.').waitFor();
    await dialog.getByText('4 The table unit has no entry for STK.').waitFor();
    await dialog.getByText('0 may have arrived already').waitFor();
    await dialog.getByText('4 cannot be tried beforehand: never checked yet').waitFor();
    expect(await dialog.getByText('Tried just now').count()).toBe(0);
    expect(await journal.findBulkDecision(1)).toBeUndefined();
    await dialog.getByLabel('Why').fill('STK is in the table now');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Retrying: 0 of 4.' }).waitFor();
    while (await journal.advanceBulkDecisions()) await journal.carryOutCommands();
    await page.getByRole('heading', { name: '4 of 4 were retried.' }).waitFor();
    await page.getByText('STK is in the table now').waitFor();
    await page.getByText('m.janssen').last().waitFor();
    // those four alone
    expect((await journal.message(other[0] ?? 0))?.state).toBe('parked');
    expect(complaints.filter((text) => !text.includes('ERR_FAILED'))).toEqual([]);
    await close();
  });

  it('is stopped after a part; the page says who did, and what is left', async () => {
    const { journal } = site.server;
    await endEverything(journal);
    await parkOrders(journal, 'orders-json', 230, 'STK');
    const { page, close } = await site.open('/messages?state=parked');
    await page.getByRole('checkbox', { name: 'Select this page' }).check();
    await page.getByRole('button', { name: 'Take all that fit the filters' }).click();
    await page.getByRole('button', { name: 'Discard…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Discard 230 messages' });
    await dialog.getByLabel('Why').fill('they were tests');
    await dialog.getByRole('button', { name: 'Discard 230' }).click();
    await page.getByRole('heading', { name: 'Discarding: 0 of 230.' }).waitFor();
    await journal.advanceBulkDecisions();
    await page.getByRole('button', { name: 'Stop after this part' }).click();
    await page.getByText('It stops after this part.').waitFor();
    await journal.carryOutCommands();
    while (await journal.advanceBulkDecisions());
    await page.getByRole('heading', { name: '200 of 230 were discarded.' }).waitFor();
    await page.getByText('m.janssen stopped it; 30 stay as they are.').waitFor();
    expect((await journal.list({ state: 'parked', limit: 100 })).length).toBe(30);
    await site.expectSound(new URL(page.url()).pathname);
    await close();
  });

  it('leads to the message where it is about one', async () => {
    const [id = 0] = await parkOrders(site.server.journal, 'orders-json', 1, 'KAR');
    const { page, close } = await site.open(`/messages?finding=table-miss&value=KAR`);
    await page.getByRole('checkbox', { name: `Select message ${id}` }).check();
    await page.getByRole('button', { name: 'Discard…' }).click();
    await page.getByLabel('Why').fill('a test');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('definition').filter({ hasText: 'Discard 1 message' }).getByRole('link').click();
    await page.getByText(`Message ${id}`).waitFor();
    await close();
  });

  it('says where somebody else was first, and keeps the reason that was typed', async () => {
    const { journal } = site.server;
    await endEverything(journal);
    await parkOrders(journal, 'orders-json', 2, 'KAR');
    const { page, close } = await site.open('/messages?needs=action');
    await page.getByRole('button', { name: 'Retry 2…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Retry 2 messages' });
    await dialog.getByLabel('Why').fill('my reason');
    await endEverything(journal);
    await dialog.getByRole('button', { name: 'Retry 2' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'someone else was first' }).waitFor();
    expect(await dialog.getByLabel('Why').inputValue()).toBe('my reason');
    await close();
  });

  it('lets a reader plan nothing', async () => {
    site.server.role = 'read';
    await parkOrders(site.server.journal, 'orders-json', 2, 'STK');
    const { page, close } = await site.open('/messages?needs=action');
    expect(await page.getByRole('button', { name: /Retry|Acknowledge/ }).count()).toBe(0);
    const answer = await fetch(`${site.server.url}/api/decisions/plan`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ action: 'retry', ids: [1] }),
    });
    expect(answer.status).toBe(403);
    await close();
  });
});
