import { describe, expect, it } from 'vitest';
import { hasChromium } from '../../browser/kit/chromium.ts';
import { endEverything, parkOrders, usePagesSite } from '../../browser/kit/pages-site.ts';

describe.skipIf(!hasChromium)('lists of messages', () => {
  const site = usePagesSite();
  const queryOf = (url: string): Record<string, string> => Object.fromEntries(new URL(url).searchParams);

  it.each(['/messages', '/messages?needs=action', '/messages?channel=nothing'])(
    '%s is sound in both languages, at every width',
    async (path) => {
      await parkOrders(site.server.journal, 'orders-json', 1, 'STK');
      await site.expectSound(path);
    },
  );

  it('keeps its filters in the address, and takes them off again', async () => {
    const { page, complaints, close } = await site.open('/messages');
    const rows = page.getByRole('table').getByRole('row');
    await rows.nth(10).waitFor();
    await page.getByRole('combobox', { name: 'Channel' }).selectOption('orders-csv');
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('rejected');
    await page.getByRole('row', { name: /orders-three\.csv #2/ }).waitFor();
    expect(queryOf(page.url())).toEqual({ channel: 'orders-csv', outcome: 'rejected' });
    expect(await rows.count()).toBe(2);
    await page.reload();
    await page.getByRole('row', { name: /orders-three\.csv #2/ }).waitFor();
    await page.getByRole('button', { name: /Outcome refused/ }).click();
    await page.getByRole('row', { name: /orders-three\.csv #3/ }).waitFor();
    expect(queryOf(page.url())).toEqual({ channel: 'orders-csv' });
    await page.getByLabel('Any number, name or word').fill('no such file');
    await page.getByRole('heading', { name: 'No message fits these filters.' }).waitFor();
    await page.getByRole('link', { name: 'Take the last filter off' }).click();
    await page.getByRole('row', { name: /orders-three\.csv #3/ }).waitFor();
    const field = page.getByLabel('Any number, name or word');
    expect(await field.inputValue()).toBe('');
    // a pause in the middle of a word, and keys that do something outside of the field
    await field.focus();
    await page.keyboard.type('orders-thr');
    await page.waitForURL(/find=orders-thr/);
    await page.keyboard.type('ee.csv #3');
    await page.waitForURL(/find=orders-three/);
    expect(await field.inputValue()).toBe('orders-three.csv #3');
    await expect.poll(() => rows.count()).toBe(2);
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page
      .getByRole('row', { name: /orders-three\.csv #3/ })
      .getByRole('link')
      .and(page.locator(':focus'))
      .waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('says of an unknown word in the address what is wrong, in the language of the reader, and takes it off', async () => {
    const { page, close } = await site.open('/messages?state=foo', { locale: 'nl-NL' });
    await page.getByText('“state” kan niet “foo” zijn, wel “received”, “ready”').waitFor();
    expect(await page.getByRole('main').count()).toBe(1);
    await page.getByRole('link', { name: 'Haal het laatste filter weg' }).click();
    await page.getByRole('table').getByRole('row').nth(10).waitFor();
    expect(queryOf(page.url())).toEqual({});
    await close();
  });

  it('has the filters that can be added behind a button on a phone, and those that are on before it', async () => {
    const { page, close } = await site.open('/messages', { viewport: { width: 390, height: 800 } });
    const bar = page.getByRole('search').filter({ has: page.getByLabel('Any number, name or word') });
    const channel = page.getByRole('combobox', { name: 'Channel' });
    expect((await bar.boundingBox())?.height).toBeLessThan(100);
    expect(await channel.isVisible()).toBe(false);
    await page.getByLabel('Any number, name or word').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await channel.waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await channel.selectOption('orders-csv');
    await page.getByRole('button', { name: /^Channel orders-csv/ }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Outcome' }).isVisible()).toBe(false);
    await close();
  });

  it('has buttons and fields as large as a thumb on a phone, and takes a row by its whole corner', async () => {
    const { page, close } = await site.open('/messages', { viewport: { width: 390, height: 800 } });
    for (const path of ['/messages', '/messages/1', '/channels', '/users']) {
      await page.goto(site.server.url + path);
      await page.locator('main[aria-busy]').waitFor({ state: 'detached' });
      await page.getByRole('main').getByRole('button').first().waitFor();
      const small = await page.evaluate(() =>
        [...document.querySelectorAll('button, select, input:not([type=checkbox], .find input)')]
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 40)
          .map(({ outerHTML }) => outerHTML),
      );
      expect(small.filter((html) => !html.includes('link'))).toEqual([]);
    }
    await page.goto(`${site.server.url}/messages`);
    const first = page.getByRole('checkbox').first();
    await first.locator('..').click({ position: { x: 35, y: 35 } });
    expect(await first.isChecked()).toBe(true);
    await close();
  });

  it('stays as wide as the window, and readable, however long numbers, names and values are', async () => {
    const { journal } = site.server;
    const long = '9'.repeat(120);
    const name = `${long}.xml`;
    const source = { kind: 'file', id: 'long', name, size: 1, mtime: 1 } as const;
    const received = {
      channel: 'orders-json',
      direction: 'inbound',
      name,
      source,
      bytes: Buffer.from('<Order/>'),
    } as const;
    const [id = 0] = await journal.receive([received]);
    await journal.storeChecked(id, { orderKey: 'long', purchaseOrderNumber: long, findings: [] });
    const finding = {
      code: 'table-miss',
      severity: 'park',
      message: `Nothing for \`${long}\`.`,
      advice: `Add ${long}.`,
      value: long,
    } as const;
    await journal.park(id, finding.message, [finding]);
    const { page, close } = await site.open('/', { viewport: { width: 360, height: 800 } });
    for (const path of ['/', '/messages', '/messages?needs=action', `/messages/${id}`, `/orders/${long}`]) {
      await page.goto(site.server.url + path);
      await page.getByRole('main').getByText(long).first().waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${site.server.url}/messages`);
    const why = page.locator(`[data-message="${id}"] .m-why`);
    await why.waitFor();
    expect((await why.boundingBox())?.width).toBeGreaterThan(150);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
    await endEverything(journal);
    await close();
  });

  it('shows characters that turn the writing, in names and in findings', async () => {
    const { journal } = site.server;
    const name = 'PO-\u202elmx.7711\u0085\u200f.xml';
    const source = { kind: 'file', id: 'turned', name, size: 1, mtime: 1 } as const;
    const bytes = Buffer.from('<Order>\u202e7711</Order>');
    const [id = 0] = await journal.receive([
      { channel: 'orders-json', direction: 'inbound', name, source, bytes },
    ]);
    const message = 'The table `unit` has no entry for `\u2066STK\u202e`.';
    const finding = { code: 'table-miss', severity: 'park', message, advice: 'Add it.' } as const;
    await journal.park(id, message, [finding]);
    for (const path of ['/messages', `/messages/${id}`]) {
      const { page, complaints, close } = await site.open(path);
      await page.getByText('PO-\\u202elmx.7711').first().waitFor();
      const shown = await page.evaluate(() => document.documentElement.outerHTML);
      expect(shown).not.toMatch(/[\u0085\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
      expect(complaints).toEqual([]);
      await close();
    }
  });

  it('goes to older ones and back by a cursor that does not move, whatever comes meanwhile', async () => {
    const { page, close } = await site.open('/messages');
    const numbers = () =>
      page.locator('[data-message]').evaluateAll((all) => all.map((one) => one.getAttribute('data-message')));
    await page.locator('[data-message]').nth(49).waitFor();
    const first = await numbers();
    await page.getByRole('link', { name: 'Older' }).click();
    await page.getByRole('link', { name: 'Newer' }).waitFor();
    const second = await numbers();
    expect(Math.max(...second.map(Number))).toBeLessThan(Math.min(...first.map(Number)));
    await parkOrders(site.server.journal, 'orders-json', 3, 'ROL');
    await page.reload();
    await page.getByRole('link', { name: 'Newer' }).waitFor();
    expect(await numbers()).toEqual(second);
    await page.getByRole('link', { name: 'Newer' }).click();
    await page.locator(`[data-message="${first[0]}"]`).waitFor();
    expect(await numbers()).toEqual(first);
    await close();
  });

  it('counts newer ones and shows them on request; a row that changes, changes in its place', async () => {
    const { journal } = site.server;
    const [id = 0] = await parkOrders(journal, 'orders-json', 1, 'STK');
    const { page, complaints, close } = await site.open('/messages');
    const row = page.locator(`[data-message="${id}"]`);
    await row.getByText('parked').waitFor();
    const before = await page.locator('[data-message]').count();
    await journal.enqueueCommand({ action: 'discard', message: id, force: false, reason: 'test' });
    await journal.carryOutCommands();
    await row.getByText('discarded').waitFor();
    await parkOrders(journal, 'orders-json', 2, 'STK');
    await page.getByRole('button', { name: '2 newer messages · show them' }).waitFor();
    expect(await page.locator('[data-message]').first().getAttribute('data-message')).toBe(`${id}`);
    expect(await page.locator('[data-message]').count()).toBe(before);
    await page.getByRole('button', { name: '2 newer messages · show them' }).click();
    await page.locator(`[data-message="${id + 2}"]`).waitFor();
    expect(await page.getByRole('button', { name: /newer message/ }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('is walked by keyboard: j, k, x, X, f and Enter', async () => {
    const { page, close } = await site.open('/messages');
    const rows = page.locator('[data-message]');
    await rows.nth(10).waitFor();
    for (const key of ['j', 'j', 'j', 'k', 'x', 'j', 'j', 'X']) await page.keyboard.press(key);
    await page.getByText('3 selected').waitFor();
    expect(await page.getByRole('row', { selected: true }).count()).toBe(3);
    await page.keyboard.press('f');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('list-find');
    await page.keyboard.press('x');
    expect(await page.getByText('3 selected').count()).toBe(1);
    await rows.nth(3).getByRole('link').focus();
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).pathname).toMatch(/^\/messages\/\d+$/);
    await close();
  });

  it('cuts a long name in its middle, and keeps it whole for whoever copies it', async () => {
    await parkOrders(site.server.journal, 'orders-json', 1, 'STK');
    const { page, close } = await site.open('/messages');
    const name = page.locator('.cut').first();
    const whole = await name.getAttribute('title');
    expect(whole).toMatch(/^PO-45000\d+_Ellersloot_Machinebouw.*_week48\.xml$/);
    expect(await name.textContent()).toBe(whole);
    expect(
      await name.evaluate(
        (cut) => (cut.firstElementChild?.scrollWidth ?? 0) > (cut.firstElementChild?.clientWidth ?? 0),
      ),
    ).toBe(true);
    await close();
  });

  it('groups what needs action by cause: how many, why, who acts', async () => {
    await endEverything(site.server.journal);
    await parkOrders(site.server.journal, 'orders-json', 4, 'STK');
    await parkOrders(site.server.journal, 'orders-json', 1, 'ROL');
    const { page, close } = await site.open('/messages?needs=action', { locale: 'nl-NL' });
    await page.getByRole('heading', { name: 'Voor 5 berichten is actie nodig, om 2 redenen.' }).waitFor();
    const lines = page.getByRole('main').getByRole('listitem');
    expect(await lines.first().textContent()).toContain('4 × In de tabel unit staat geen regel voor STK');
    await lines.first().getByText('waarschijnlijk is C62 bedoeld').waitFor();
    const mending = lines.first().getByRole('link', { name: 'Open de tabel' });
    expect(await mending.getAttribute('href')).toMatch(
      /^\/mappings\/order-to-exchange\/tables\?table=unit&source=message:\d+$/,
    );
    await lines.first().getByRole('link', { name: 'Bekijk de 4' }).click();
    await page.locator('[data-message]').nth(3).waitFor();
    expect(await page.locator('[data-message]').count()).toBe(4);
    expect(queryOf(page.url())).toMatchObject({ needs: 'action', finding: 'table-miss', value: 'STK' });
    await close();
  });

  it('lets a reader select nothing', async () => {
    site.server.role = 'read';
    const { page, close } = await site.open('/messages');
    await page.locator('[data-message]').first().waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    expect(await page.getByText(/selected/).count()).toBe(0);
    await close();
  });
});
