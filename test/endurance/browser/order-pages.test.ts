import { describe, expect, it } from 'vitest';
import { expectSoundAt, hasChromium } from '../../browser/kit/chromium.ts';
import { usePagesSite } from '../../browser/kit/pages-site.ts';

describe.skipIf(!hasChromium)('where is that order', () => {
  const site = usePagesSite();

  it.each(['/find?q=45', '/orders/4500017802?party=204518', '/orders/4500017820'])(
    '%s opens without a complaint, and is accessible at all widths',
    async (path) => {
      const { page, complaints, close } = await site.open(path);
      await expectSoundAt(page, [1440, 1024, 360]);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  it('is on paper without bar and buttons', async () => {
    const { page, close } = await site.open('/orders/4500017820');
    const shown = page.locator(':is(.bar, .acts, .b):visible');
    expect(await shown.count()).toBeGreaterThan(2);
    await page.emulateMedia({ media: 'print' });
    expect(await shown.count()).toBe(0);
    await close();
  });

  it('a party of any length leaves room for the number of the order on a phone', async () => {
    const { journal } = site.server;
    for (const end of ['1', '2']) {
      const source = { kind: 'file', id: `long-${end}`, name: 'long.xml', size: 1, mtime: 1 } as const;
      const file = { name: 'long.xml', source, bytes: Buffer.from(`<Order>${end}</Order>`) };
      const [id = 0] = await journal.receive([{ channel: 'orders', direction: 'inbound', ...file }]);
      const number = `LONG-${'0'.repeat(60)}${end}`;
      const keys = [
        { kind: 'purchase order', value: number },
        { kind: 'party', value: 'ROELOFS-'.repeat(8) },
      ] as const;
      await journal.storeChecked(id, { orderKey: number, purchaseOrderNumber: number, keys, findings: [] });
      await journal.park(id, 'Long.', []);
    }
    const { page, close } = await site.open('/find?q=LONG-0', { viewport: { width: 390, height: 844 } });
    const number = page.getByRole('link', { name: /^LONG-0/ }).first();
    expect((await number.boundingBox())?.width).toBeGreaterThan(100);
    await close();
  });

  it('a part of a number lists its orders, those that need action first; a party chooses', async () => {
    const { page, close } = await site.open('/');
    await page.keyboard.press('/');
    await page.keyboard.type('45000178');
    await page.keyboard.press('Enter');
    await page
      .getByRole('heading', { level: 1, name: /^19 orders fit 45000178; 11 of them need action\.$/ })
      .waitFor();
    await page.getByText('Type the whole number to go straight to its order.').waitFor();
    expect(await page.getByRole('row').nth(1).innerText()).toContain(
      'The order is parked: someone must decide.',
    );
    await page.getByRole('button', { name: '+ Party' }).click();
    await page.getByLabel('Add a party').fill('204518');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /^3 orders fit/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('party')).toBe('204518');
    await page.getByRole('button', { name: 'Take off Party 204518' }).click();
    await page.getByRole('heading', { level: 1, name: /^19 orders fit/ }).waitFor();
    await close();
  });

  it('one hit goes straight to the order, and back leaves the search', async () => {
    const { page, close } = await site.open('/');
    await page.getByLabel('Find an order').fill('4500017820');
    await page.keyboard.press('Enter');
    await page
      .getByRole('heading', { level: 1, name: 'The order is parked: someone must decide.' })
      .waitFor();
    expect(new URL(page.url()).pathname).toBe('/orders/4500017820');
    await page.goBack();
    await page.waitForURL(`${site.server.url}/`);
    await close();
  });

  it('an order answers first; its way, its lines and what happened stand below', async () => {
    const { page, complaints, close } = await site.open('/orders/4500017802?party=204518');
    await page
      .getByRole('heading', { level: 1, name: 'The supplier proposes a change of line 00010.' })
      .waitFor();
    await page.getByText('Purchasing has to act.').waitFor();
    await page.getByText('we buy from 204518, Draaierij Roelofs & Zn.').waitFor();
    const track = page.getByRole('list', { name: 'The way of this order' });
    expect(await track.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^Order sent/),
      expect.stringMatching(/^Supplier answered\s+line 00010 supplier proposes, line 00020 accepted/),
      expect.stringMatching(/^Shipped/),
      expect.stringMatching(/^ERP collects it/),
    ]);
    const proposed = page.getByRole('row', { name: /00010 SHF-5520/ });
    expect(await proposed.innerText()).toContain('purchasing answers');
    expect(await proposed.locator('del').allInnerTexts()).toContain('deliveries of 100 + 150');
    expect(await proposed.locator('ins').allInnerTexts()).toContain('100 + 90 + 60');
    const steps = page.locator('.rail .ev');
    expect(await steps.first().innerText()).toMatch(/^now/);
    await page.getByRole('link', { name: 'show each' }).first().click();
    await page.waitForURL(/all=1/);
    await page.getByText('Ignored').first().waitFor();
    const first = page.locator('.rail .id a').last();
    expect(await first.getAttribute('href')).toBe(`/messages/${(await first.innerText()).slice(1)}`);
    expect(complaints).toEqual([]);
    await close();
  });

  it('a line that the supplier rejected is for purchasing, in the supplier’s words', async () => {
    const { page, close } = await site.open('/orders/4500017803?party=204518', { locale: 'nl-NL' });
    await page
      .getByRole('heading', {
        level: 1,
        name: /^De leverancier wees regel 00140 af: “The tooling .* made”\.$/,
      })
      .waitFor();
    await page.getByText('Inkoop moet iets doen.').waitFor();
    await page.getByText('Inkoop wijzigt de order').waitFor();
    await close();
  });

  it('a number of two orders lets one choose, and an unknown one says so', async () => {
    const { page, close } = await site.open('/orders/4500017802');
    await page.getByRole('heading', { level: 1, name: '2 orders have the number 4500017802.' }).waitFor();
    await page
      .getByRole('row', { name: /D10077/ })
      .getByRole('link')
      .click();
    await page.getByText('Order 4500017802 · we supply to D10077').waitFor();
    await page.goto(`${site.server.url}/orders/450001780`);
    await page.getByRole('heading', { level: 1, name: /^\d orders fit 450001780\.$/ }).waitFor();
    await page.goto(`${site.server.url}/orders/none`);
    await page.getByRole('heading', { level: 1, name: 'There is no order none in the journal.' }).waitFor();
    await close();
  });

  it('says what can be searched for where nothing was asked', async () => {
    const { page, close } = await site.open('/find?q=', { locale: 'nl-NL' });
    await page.getByRole('heading', { level: 1, name: 'Welke order zoekt u?' }).waitFor();
    await close();
  });

  it('who may not decide is told who has to', async () => {
    site.server.role = 'read';
    const { page, close } = await site.open('/orders/4500017820');
    await page.getByText('The exchange’s help desk has to act.').waitFor();
    expect(await page.getByRole('link', { name: 'Decide' }).count()).toBe(0);
    site.server.role = 'administer';
    await page.reload();
    await page.getByRole('link', { name: 'Decide' }).waitFor();
    await close();
  });
});
