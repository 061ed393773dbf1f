import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
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

/** A format that is kept in a draft, changed beside a sample: as one does who has no shell. */

describe.skipIf(!hasChromium)('a format that is kept', () => {
  const { open, draftOf } = useFormatSite();

  const fileOf = async (mapping: string, path: string) => (await draftOf(mapping))[path] ?? '';

  async function keepAs(page: Page, name: string, file: string): Promise<void> {
    await choose(page, file);
    await page.getByRole('button', { name: 'Keep in a draft…' }).click();
    await page.getByLabel('Name of the format').fill(name);
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/mappings/${name}-to-order`));
  }

  it('has another name, one column more and other decimals, and its rules and fixtures follow', async () => {
    const { page, complaints, close } = await open();
    await keepAs(page, 'acme', 'bestellingen.csv');
    await page.getByRole('link', { name: 'Change the format…' }).click();
    await page.getByRole('heading', { level: 1, name: /as the format reads it now/ }).waitFor();
    await result(page).getByText('4500017811').waitFor();
    await page.getByRole('row', { name: /Aantal.*LineItem\/Quantity/ }).waitFor();
    await expectSound(page);
    const keep = page.getByRole('button', { name: 'Keep in a draft…' });
    expect(await keep.isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Aantal: name in the format' }).fill('amount');
    await page.keyboard.press('Tab');
    await page.getByText('What is different in the document').waitFor();
    await page.getByText('Nothing: the same document is made.').waitFor();
    await page.getByRole('listitem').getByText('quantity').first().waitFor();
    await page
      .getByRole('combobox', { name: 'Aantal: what its values are' })
      .selectOption({ label: 'number, the last 2 digits behind the mark' });
    await page
      .getByRole('combobox', { name: 'Kleur: whether the format reads it' })
      .selectOption({ label: 'is not read' });
    await kept(page);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: /with your change|rules? do/ }).waitFor();
    await page
      .getByRole('combobox', { name: 'Aantal: what its values are' })
      .selectOption({ label: 'number' });
    await expectSound(page);
    await keep.click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await page.waitForURL(/\/mappings\/acme-to-order\/fixtures\?tests=/);
    await page.getByRole('heading', { name: 'The fixture passes with your draft.' }).waitFor();
    const format = await fileOf('acme-to-order', 'formats/acme.yaml');
    expect(format).toContain('amount!: { column: Aantal, type: decimal }');
    expect(format).toContain('\nignore: [ Kleur ]\n');
    expect(format).not.toContain('column: Kleur');
    expect(await fileOf('acme-to-order', 'acme-to-order.yaml')).toContain('$from: amount');
    expect(complaints).toEqual([]);
    await close();
  });

  it('is read beside another file of the ERP, whose column is called otherwise', async () => {
    const english = await open();
    await keepAs(english.page, 'acme', 'bestellingen.csv');
    await english.close();
    const { page, complaints, close } = await open(
      { locale: 'nl-NL' },
      '/formats/change?mapping=acme-to-order',
    );
    await page.getByRole('heading', { level: 1, name: /zoals het formaat het nu leest/ }).waitFor();
    await page.getByRole('button', { name: 'Ander voorbeeld…' }).click();
    await page
      .getByRole('heading', { level: 1, name: 'Een ander voorbeeld voor het formaat acme' })
      .waitFor();
    const text = readFileSync(sampleFile('bestellingen.csv'), 'latin1').replace('Artikelnr', 'Onderdeel');
    await page.locator('input[type=file]').setInputFiles({
      ...{ name: 'nieuw.csv', mimeType: 'text/plain', buffer: Buffer.from(text, 'latin1') },
    });
    const choice = page.getByRole('combobox', { name: 'Onderdeel: of het formaat het leest' });
    await choice.selectOption({ label: 'is nu item' });
    await result(page).getByText('4500017811').waitFor();
    await page.getByText('Zoals het formaat bewaard is, komt er niets').waitFor();
    await expectSound(page);
    await page.getByRole('button', { name: 'Bewaar in een concept…' }).click();
    await page.getByRole('button', { name: 'Bewaar', exact: true }).click();
    await page.waitForURL(/\/mappings\/acme-to-order\/fixtures\?tests=/);
    expect(await fileOf('acme-to-order', 'formats/acme.yaml')).toContain('column: [ Artikelnr, Onderdeel ]');
    expect(complaints).toEqual([]);
    await close();
  });

  it('has fields that begin elsewhere, moved by keys', async () => {
    const { page, complaints, close } = await open();
    await keepAs(page, 'fixed', 'bestellingen.txt');
    await page.getByRole('link', { name: 'Change the format…' }).click();
    await page.getByRole('heading', { level: 1, name: /as the format reads it now/ }).waitFor();
    await expectSound(page);
    const before = await fileOf('fixed-to-order', 'formats/fixed.yaml');
    const boundary = page.getByRole('slider').nth(1);
    const at = Number(await boundary.getAttribute('aria-valuenow'));
    await boundary.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => Number(await boundary.getAttribute('aria-valuenow'))).toBe(at - 1);
    await page.getByRole('heading', { level: 1, name: /with your change/ }).waitFor();
    await page.getByRole('button', { name: 'Keep in a draft…' }).click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await page.waitForURL(/\/fixtures\?tests=/);
    const after = await fileOf('fixed-to-order', 'formats/fixed.yaml');
    expect(after).not.toBe(before);
    expect(after.split('\n').length).toBe(before.split('\n').length);
    expect(complaints).toEqual([]);
    await close();
  });

  it('says of a format that narrows a delivered one which file to change', async () => {
    const { page, close } = await open();
    const text = readFileSync(sampleFile('../../../formats/edifact/fixtures/orders.edi'), 'utf8');
    const buffer = Buffer.from(text);
    await page.locator('input[type=file]').setInputFiles({ name: 'edi.edi', mimeType: 'text/plain', buffer });
    await page.locator('.sample-code').waitFor();
    await page.getByRole('button', { name: 'Keep in a draft…' }).click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('link', { name: 'Change the format…' }).click();
    await page.getByText('Change formats/edi.yaml itself.').waitFor();
    await close();
  });
});
