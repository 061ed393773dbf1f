import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasChromium } from '../../browser/kit/chromium.ts';
import {
  choose,
  expectSound,
  kept,
  result,
  sampleFile,
  useFormatSite,
} from '../../browser/kit/format-site.ts';

/**
 * A new format from a file of the ERP, as a mapping specialist makes one: to a draft, and from there to what runs. Other kinds of files:
 * new-format.test.ts.
 */

describe.skipIf(!hasChromium)('a new format from a sample', () => {
  const { site, open, draftOf } = useFormatSite();

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
    await page.getByText('there is nothing to compare with').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
    await expect
      .poll(() => existsSync(join(site.folder, 'mappings', 'formats', 'acme-bestellingen.yaml')))
      .toBe(true);
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
