import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packageFile } from '../../../src/package.ts';
import { expectAccessible, hasChromium } from '../../browser/kit/chromium.ts';
import {
  choose,
  expectSound,
  kept,
  result,
  sampleFile,
  useFormatSite,
} from '../../browser/kit/format-site.ts';

/** A new format from each kind of file that is no plain table of orders, with what one corrects there. */

describe.skipIf(!hasChromium)('a new format from a sample of another kind', () => {
  const { open, draftOf } = useFormatSite();

  it('corrects records of fixed places by mouse and keyboard', async () => {
    const { page, complaints, close } = await open();
    await choose(page, 'bestellingen.txt');
    await page.getByRole('heading', { level: 1, name: /^3 kinds of records/ }).waitFor();
    await expectSound(page);
    const supplier = page.getByRole('combobox', { name: '28–37: what it is in an order' });
    await supplier.selectOption('supplier');
    await result(page).getByText('540830').waitFor();
    // an order number without its first four characters: by keys, split and joined again
    const split = page.getByRole('button', { name: 'Split number' });
    await split.focus();
    await page.keyboard.press('Enter');
    // the first part is the same in all orders, and so is no number any more
    await page.getByRole('slider', { name: 'Beginning of c6' }).waitFor();
    const boundary = page.getByRole('slider').nth(1);
    const before = 12;
    await boundary.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => Number(await boundary.getAttribute('aria-valuenow'))).toBe(before - 1);
    expect(await boundary.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => Number(await boundary.getAttribute('aria-valuenow'))).toBe(before);
    const box = await boundary.boundingBox();
    const ruler = await page.locator('.sample-ruler-text').boundingBox();
    if (!box || !ruler) throw new Error('There is no ruler.');
    await page.mouse.move(box.x, box.y + 10);
    await page.mouse.down();
    const characters = (await page.locator('.sample-ruler-text').innerText()).length;
    await page.mouse.move(box.x - (2 * ruler.width) / characters, box.y + 10, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => Number(await boundary.getAttribute('aria-valuenow'))).toBe(before - 2);
    await boundary.focus();
    await page.keyboard.press('Delete');
    await expect.poll(() => page.getByRole('slider').count()).toBe(5);
    await result(page).getByText('4500017811').waitFor();
    // a text is no detail, but what ends the file
    await page
      .getByRole('button', { name: /records TEKST/ })
      .first()
      .click();
    await page.getByLabel('A record of this type').selectOption('trailer');
    await page.getByRole('list', { name: 'What is not right yet' }).waitFor();
    await page.getByLabel('A record of this type').selectOption('detail');
    await page.getByText('This is a valid order.').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('corrects segments of EDIFACT by keys: what those of a code are, where a value goes, what is left out and why', async () => {
    const { page, complaints, close } = await open();
    const text = readFileSync(packageFile('src', 'formats', 'edifact', 'fixtures', 'orders.edi'), 'utf8');
    const buffer = Buffer.from(text.replaceAll('NAD+SU', 'NAD+MF').replace('+SUP-9:SA::91', '+SUP-9:ZZZ'));
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'Orders ACME.edi', mimeType: 'text/plain', buffer });
    await page
      .getByRole('heading', {
        level: 1,
        name: /^EDIFACT with 2 orders and \d+ places of values; \d+ go nowhere/,
      })
      .waitFor();
    await expectSound(page);
    const group = page.getByRole('combobox', { name: /^NAD MF .*what these segments are/ });
    await group.focus();
    await page.keyboard.type('the supplier');
    await result(page).getByText('AccountID>70012').waitFor();
    await kept(page);
    const held = Promise.withResolvers<void>();
    await page.route('**/sample/notes', (route) => held.promise.then(() => route.continue()));
    const item = page.getByRole('row', { name: /SUP-9/ }).getByRole('combobox');
    await item.selectOption({ label: 'item of the supplier' });
    await result(page).getByText('SUP-9').waitFor();
    await page.getByRole('row', { name: /SUP-9.*SellersItemIdentification\/ID/ }).waitFor();
    const phone = page.getByRole('row', { name: /\+31 10 1234567/ });
    await phone.getByRole('combobox').selectOption({ label: 'leave out…' });
    await page.locator('.sample-reason:focus').waitFor();
    await page.keyboard.type('nobody ');
    // the page is drawn anew while somebody types
    const answered = page.waitForResponse(/sample\/notes/);
    held.resolve();
    await answered;
    await page.keyboard.type('rings');
    await page.keyboard.press('Tab');
    await page.getByText('The format and the mapping as files').click();
    await page.getByText('# nobody rings').waitFor();
    await kept(page);
    await page.reload();
    await page.getByText('# nobody rings').waitFor({ state: 'attached' });
    expect(await phone.getByRole('textbox').inputValue()).toBe('nobody rings');
    await expectSound(page);
    await page.getByRole('button', { name: 'Keep in a draft…' }).click();
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Keep it' }).click();
    await page.waitForURL(/\/mappings\/orders-acme-to-order\?source=fixture:sample/);
    await page.locator('.wb-result').getByText('4500001001').first().waitFor();
    expect((await draftOf('orders-acme-to-order'))['orders-acme-to-order.yaml']).toContain('# nobody rings');
    expect(Object.keys(await draftOf('orders-acme-to-order'))).toContain('formats/orders-acme.yaml');
    expect(complaints).toEqual([]);
    await close();
  });

  it('makes orders of a pasted table with rows of several kinds, each corrected by clicks', async () => {
    const { page, complaints, close } = await open();
    const text = readFileSync(sampleFile('record-types.csv'), 'utf8').replace(
      /(?=R;20)/,
      'T;bitte anrufen\n',
    );
    await page.getByLabel('Or paste a few lines of it:').fill(text);
    await page.getByRole('button', { name: 'Use this text' }).click();
    await page
      .getByRole('heading', {
        level: 1,
        name: '3 kinds of records with 11 fields, 2 orders; 9 are placed. Where does column 4 of H belong?',
      })
      .waitFor();
    await expectSound(page);
    await page.getByRole('combobox', { name: 'column 4: what it is in an order' }).selectOption('supplier');
    await result(page).getByText('540830').waitFor();
    await page.getByText('This is a valid order.').waitFor();
    // by keys: what rows of another kind hold, and that they are no text of the line but stand behind all orders
    await page.getByRole('button', { name: 'Line 3: records T' }).press('Enter');
    const note = page.getByRole('combobox', { name: 'column 2: what it is in an order' });
    await note.selectOption({ label: 'note' });
    await result(page).getByText('bitte anrufen').waitFor();
    await page.getByLabel('A record of this type').selectOption('trailer');
    await note.waitFor({ state: 'detached' });
    await page.getByLabel('A record of this type').selectOption('detail');
    await result(page).getByText('bitte anrufen').waitFor();
    // a row is headings, and it is not
    const row = page.getByRole('button', { name: /^Line 3: use it as headings/ });
    await row.press('Enter');
    await page.getByRole('heading', { level: 1, name: /^2 kinds of records/ }).waitFor();
    await row.press('Enter');
    await page.getByRole('heading', { level: 1, name: /^3 kinds of records/ }).waitFor();
    await page.getByRole('button', { name: 'Keep in a draft…' }).click();
    await page.getByLabel('Name of the format').fill('old-erp');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/mappings\/old-erp-to-order\?source=fixture:sample/);
    const draft = await draftOf('old-erp-to-order');
    expect(draft['formats/old-erp.yaml']).toContain('  lines:\n    $type: R\n');
    expect(draft['fixtures/old-erp-to-order.sample/expected.xml']).toContain('PO-9001');
    expect(complaints).toEqual([]);
    await close();
  });

  it('makes of a supplier’s table order responses, keeps how sure each column is in view, and says what a channel needs', async () => {
    const { page, complaints, close } = await open({ viewport: { width: 1440, height: 900 } });
    await choose(page, 'bevestigingen.csv');
    await page
      .getByRole('heading', {
        level: 1,
        name: 'A table with 2 order responses and 16 columns; 15 are placed. Where does Besteld aantal belong?',
      })
      .waitFor();
    await page.getByText('This is a valid order response.').waitFor();
    await page.getByText(/^These are order responses, by what the columns/).waitFor();
    const sure = page.locator('.sample-fields tbody tr').first().locator('td').last();
    const table = await page.locator('.sample-sideways').boundingBox();
    const cell = await sure.boundingBox();
    if (!table || !cell) throw new Error('There is no table.');
    expect(Math.round(cell.x + cell.width)).toBeLessThanOrEqual(Math.round(table.x + table.width));
    await expectSound(page);
    // as orders they lack what orders need, and as responses they are whole again
    await page.getByLabel('It holds').selectOption('order');
    await page.getByRole('heading', { level: 1, name: /^A table with 2 orders/ }).waitFor();
    await page.getByLabel('It holds').selectOption('response');
    await page.getByText('This is a valid order response.').waitFor();
    const left = page.getByRole('combobox', { name: 'Besteld aantal: what it is in an order response' });
    await left.selectOption({ label: 'leave out…' });
    await page.keyboard.type('the order says it');
    await page.keyboard.press('Tab');
    await page.getByRole('heading', { level: 1, name: /16 are placed\.$/ }).waitFor();
    await page.getByText('A channel for them in gateway.yaml').click();
    await page.getByText('complete-order-response, order-response-to-exchange').waitFor();
    await page.getByRole('button', { name: 'Keep in a draft…' }).click();
    await page.getByLabel('Name of the format').fill('acme-responses');
    await page.getByText('Its mapping is called acme-responses-to-order-response.').waitFor();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('A channel for them in gateway.yaml').click();
    await dialog.getByText('document: acme-responses').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keep it' }).click();
    await page.waitForURL(/\/mappings\/acme-responses-to-order-response\?source=fixture:sample/);
    await page.locator('.wb-result').getByText('4500017821').first().waitFor();
    const draft = await draftOf('acme-responses-to-order-response');
    expect(draft['fixtures/acme-responses-to-order-response.sample/expected.xml']).toContain(
      '<cbc:LineStatusCode>accepted</cbc:LineStatusCode>',
    );
    expect(complaints).toEqual([]);
    await close();
  });
});
