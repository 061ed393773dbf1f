import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { packageFile } from '../../src/package.ts';
import { expectAccessible, hasChromium, type WindowOptions } from './kit/chromium.ts';
import { useMappingsSite } from './kit/pages-site.ts';

/** A new format from a file of the ERP, as a mapping specialist makes one: to a draft, and from there to what runs. */

const sampleFile = (name: string) => packageFile('src', 'workbench', 'sample', 'fixtures', name);

describe.skipIf(!hasChromium)('a new format from a sample', () => {
  const site = useMappingsSite();
  const who = 'm.janssen';

  const open = async (options: WindowOptions = {}, path = '/formats/new') => {
    const opened = await site.newPage(options);
    await opened.page.goto(`${site.server.url}${path}`);
    await opened.page.getByRole('heading', { level: 1 }).waitFor();
    return opened;
  };
  const choose = async (page: Page, name: string): Promise<void> => {
    await page.locator('input[type=file]').setInputFiles(sampleFile(name));
    await page.locator('.sample-code').waitFor();
  };
  const result = (page: Page) => page.locator('.sample-code');
  /** Until the gateway has kept what was said last. */
  const kept = (page: Page) => page.getByText(/draft kept/).waitFor();
  const draftOf = async (mapping: string): Promise<Readonly<Record<string, string>>> => {
    const draft = await site.server.journal.drafts.findDraft(who, `mapping ${mapping}`);
    return draft ? JSON.parse(draft.content) : {};
  };
  const expectSound = async (page: Page) => {
    for (const width of [360, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await expectAccessible(page);
  };

  it('makes of a table a format, a mapping and a fixture in a draft, and publishes them like any other', async () => {
    const { page, complaints, close } = await open({}, '/mappings');
    await page.getByRole('link', { name: 'New format from a file…' }).click();
    await page.getByRole('heading', { level: 1, name: /A new format/ }).waitFor();
    await expectSound(page);
    await choose(page, 'bestellingen.csv');
    await page
      .getByRole('heading', {
        level: 1,
        name: 'A table with 3 orders and 13 columns; 12 are placed. Where does Kleur belong?',
      })
      .waitFor();
    await page.getByText('This is a valid order.').waitFor();
    await result(page).getByText('4500017811').waitFor();
    await page.getByText('1 value goes nowhere').waitFor();
    await expectSound(page);
    // the colour is a note of the line
    await page.getByRole('button', { name: /^Kleur/ }).click();
    await page.keyboard.type('note');
    await page.getByText('1 value goes nowhere').waitFor({ state: 'detached' });
    await kept(page);
    await page.reload();
    await result(page).getByText('Note>zink').waitFor();
    await page.getByRole('button', { name: 'Next order' }).click();
    await result(page).getByText('4500017812').waitFor();
    await page.getByRole('button', { name: 'Keep in a draft…' }).click();
    await page.getByLabel('Name of the format').fill('acme-bestellingen');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/mappings\/acme-bestellingen-to-order\?source=fixture:sample/);
    await page.locator('.wb-result').getByText('4500017812').first().waitFor();
    expect(existsSync(join(site.folder, 'mappings', 'formats'))).toBe(false);
    expect(Object.keys(await draftOf('acme-bestellingen-to-order')).sort()).toEqual([
      'acme-bestellingen-to-order.yaml',
      'fixtures/acme-bestellingen-to-order.sample/document.csv',
      'fixtures/acme-bestellingen-to-order.sample/expected.xml',
      'formats/acme-bestellingen.yaml',
    ]);
    // what is typed from now on is tried with the format of the draft
    await page.locator('.wb-mapping .cm-content').getByText('{ $text: New }').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('# of the old ERP\n');
    await kept(page);
    await page.goto(`${site.server.url}/mappings/acme-bestellingen-to-order/fixtures`);
    await page.getByRole('button', { name: 'Run all' }).click();
    await page.getByRole('heading', { name: 'The fixture passes with your draft.' }).waitFor();
    await page.goto(`${site.server.url}/mappings`);
    await page.getByRole('link', { name: 'acme-bestellingen-to-order' }).click();
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
    await expect
      .poll(() => existsSync(join(site.folder, 'mappings', 'formats', 'acme-bestellingen.yaml')))
      .toBe(true);
    expect(complaints).toEqual([]);
    await close();
  });

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

  it('asks how many decimals digits have that zeros fill up, and shows what each answer makes of them', async () => {
    const { page, complaints, close } = await open();
    const rows = [
      ...['KOP  450001781120261126540830    EUR', 'REGEL00010 A-100     Flansch   0000120ST 000125020261211'],
      ...['KOP  450001781220261127540831    EUR', 'REGEL00010 A-102     Ring      0000500ST 000001220261211'],
    ];
    const buffer = Buffer.from(`${rows.join('\n')}\n`);
    const file = { name: 'implied.txt', mimeType: 'text/plain', buffer };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('combobox', { name: '24–33: what it is in an order' }).selectOption('supplier');
    const asks = (place: string) =>
      page.getByRole('heading', { level: 1, name: `How many decimals has ${place} of REGEL?` }).waitFor();
    await asks('32–38');
    await page.getByRole('button', { name: 'REGEL is an order line' }).click();
    const typeOf = (place: string) => page.getByRole('combobox', { name: `${place}: what its values are` });
    await typeOf('32–38').selectOption({ label: 'number: 120' });
    await asks('42–48');
    await typeOf('42–48').selectOption({ label: 'number: 12.50' });
    await result(page).getByText('12.50').waitFor();
    await page.getByRole('heading', { level: 1, name: /11 are placed\.$/ }).waitFor();
    expect(await page.locator('header.answer svg.ok').count()).toBe(1);
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

  it('takes a file that is dropped, and what a message came as', async () => {
    const { page, complaints, close } = await open();
    const dropped = await page.evaluateHandle(
      (text) => {
        const data = new DataTransfer();
        data.items.add(new File([text], 'Dropped orders.csv'));
        return data;
      },
      readFileSync(sampleFile('record-types.csv'), 'utf8'),
    );
    await page.getByRole('region', { name: 'File' }).dispatchEvent('drop', { dataTransfer: dropped });
    await page.getByRole('heading', { name: /^Dropped orders\.csv/ }).waitFor();
    await result(page).getByText('PO-9001').waitFor();
    await page.getByRole('button', { name: 'Another sample…' }).click();
    await page.getByLabel(/^Or take what a message came as/).fill('4711000');
    await page.getByRole('button', { name: 'Use this message' }).click();
    await page.getByRole('alert').getByText('There is no such message').waitFor();
    const [message] = (await site.server.journal.pages.page({ channel: 'orders', limit: 1 })).messages;
    await page.getByLabel(/^Or take what a message came as/).fill(String(message?.id));
    await page.keyboard.press('Enter');
    await page
      .getByRole('heading', { name: message?.name ?? 'none' })
      .first()
      .waitFor();
    expect(complaints.filter((one) => !one.includes('404'))).toEqual([]);
    await close();
  });

  it('is not well as long as no order comes of the sample', async () => {
    const { page, complaints, close } = await open();
    const buffer = Buffer.from('Kleur;Maat\nrood;XL\nblauw;M\n');
    const file = { name: 'kleuren.csv', mimeType: 'text/csv', buffer };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('No lines of an order are recognised yet').waitFor();
    expect(await page.locator('header.answer svg.warn').count()).toBe(1);
    expect(complaints).toEqual([]);
    await close();
  });

  it('speaks Dutch', async () => {
    const { page, complaints, close } = await open({ locale: 'nl-NL' });
    await page.getByRole('heading', { level: 1, name: /Een nieuw formaat/ }).waitFor();
    await choose(page, 'bestellingen.csv');
    await page.getByRole('heading', { level: 1, name: /12 hebben een plaats. Waar hoort Kleur\?/ }).waitFor();
    await page.getByText('Dit is een geldige order.').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('is not for readers; where mappings come through git it can be tried and not kept', async () => {
    site.server.role = 'operate';
    const reader = await open({}, '/mappings');
    expect(await reader.page.getByRole('link', { name: 'New format from a file…' }).count()).toBe(0);
    await reader.close();
    site.server.role = 'administer';
    site.server.config = () => ({ ...site.server.startConfig, workbench: 'readOnly' });
    const { page, complaints, close } = await open();
    await choose(page, 'bestellingen.csv');
    await page.getByText('This is a valid order.').waitFor();
    expect(await page.getByRole('button', { name: 'Keep in a draft…' }).isDisabled()).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  });

  it('keeps what is said while there is no connection', async () => {
    const { page, close } = await open();
    await choose(page, 'bestellingen.csv');
    await page.route('**/api/formats/**', (route) => route.abort());
    const select = page.getByRole('combobox', { name: 'Kleur: what it is in an order' });
    await select.selectOption('note');
    await page.getByRole('alert').first().waitFor();
    await page.unroute('**/api/formats/**');
    await kept(page);
    await page.reload();
    await result(page).getByText('Note>zink').waitFor();
    await close();
  });
});
