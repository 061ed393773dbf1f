import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible, hasChromium, type WindowOptions } from '../../browser/kit/chromium.ts';
import { useMappingsSite } from '../../browser/kit/pages-site.ts';

const name = 'order-to-exchange';
const path = 'tables/units-to-exchange.add.csv';
const head = 'unit in the ERP,unit at the exchange\n';

/** Runs in the page: what the clipboard holds comes to where the focus is. */
function pasteText(text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  document.activeElement?.dispatchEvent(event);
}

describe.skipIf(!hasChromium)('the tables of a mapping', () => {
  const site = useMappingsSite();
  const file = () => join(site.folder, 'mappings', path);

  beforeAll(() => mkdirSync(join(site.folder, 'mappings', 'tables')));
  beforeEach(async () => {
    rmSync(file(), { force: true });
  });

  const open = async (options: WindowOptions = {}, query = 'table=unit') => {
    const opened = await site.newPage(options);
    await opened.page.goto(`${site.server.url}/mappings/${name}/tables?${query}`);
    await opened.page.locator('.wb-grid').waitFor();
    return opened;
  };
  /** A busy machine may run only some of the messages in the time that an answer has. */
  const allMessagesAreRun = () =>
    expect
      .poll(
        async () => {
          const answer = await fetch(`${site.server.url}/api/mappings/${name}/missing`);
          return (await answer.json()).isIncomplete;
        },
        { timeout: 240_000, interval: 1000 },
      )
      .toBe(false);
  const keptFiles = async () =>
    JSON.parse((await site.server.journal.drafts.listDrafts(`mapping ${name}`))[0]?.content ?? '{}');

  it.each([
    [360, 'en-GB'],
    [1024, 'nl-NL'],
    [1440, 'en-GB'],
  ])('opens without a complaint, and is accessible, %i wide in %s', async (width, locale) => {
    writeFileSync(file(), `${head}STK,C62\n`);
    const { page, complaints, close } = await open({ viewport: { width, height: 800 }, locale });
    await page
      .getByText(
        locale === 'nl-NL' ? 'C62 komt terug als C62, niet als STK.' : 'C62 comes back as C62, not as STK.',
      )
      .waitFor();
    await page.locator('aside [role="status"]').waitFor({ state: 'detached', timeout: 120_000 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await expectAccessible(page);
    expect(complaints).toEqual([]);
    await close();
  });

  it('takes rows by keyboard alone and from a spreadsheet, and keeps them in the draft', async () => {
    const { page, complaints, close } = await open();
    await page.getByRole('button', { name: '+ Row' }).press('Enter');
    await page.keyboard.type('STK');
    await page.keyboard.press('Tab');
    await page.keyboard.type('C62');
    await page.keyboard.press('Enter');
    await page.keyboard.type('gone');
    await page.keyboard.press('Control+Delete');
    await page.keyboard.press('Enter');
    await page.evaluate(pasteText, 'ROL\tRO\r\n"A ""b"""\tMTR\r\n');
    await page.getByText(/draft kept \d\d:\d\d/).waitFor();
    await page.getByText('It has no row for RO.').waitFor();
    expect(await keptFiles()).toEqual({ [path]: `${head}STK,C62\nROL,RO\n"A ""b""",MTR\n` });
    expect(existsSync(file())).toBe(false);
    await page.reload();
    expect(await page.getByLabel('unit in the ERP, row 2').inputValue()).toBe('ROL');
    expect(complaints).toEqual([]);
    await close();
  });

  it('takes thousands of rows from a spreadsheet, says which is wrong, leads to it, and takes them back', async () => {
    const { page, complaints, close } = await open();
    const rows = Array.from({ length: 5_000 }, (_, n) => (n === 4_321 ? `E${n}\t` : `E${n}\tC62`));
    await page.getByRole('button', { name: 'Paste from Excel…' }).click();
    await page.getByLabel('Cells').focus();
    await page.evaluate(pasteText, rows.join('\r\n'));
    await page.getByText('5,000 rows.').waitFor();
    await page.getByText('Row 4,322 has no key or no value.').waitFor();
    await page.getByRole('button', { name: 'Put in 5,000 rows' }).click();
    await page.getByText('Rows 1 to 200 of 5,000').waitFor();
    await page.getByText(/draft kept \d\d:\d\d/).waitFor();
    await page.getByRole('button', { name: 'Row 4322' }).click();
    await page.locator('.wb-grid input:focus').waitFor();
    expect(await page.locator('.wb-grid input:focus').inputValue()).toBe('E4321');
    expect(await page.locator('.wb-grid input:focus').getAttribute('aria-invalid')).toBe('true');
    await page.keyboard.press('Tab');
    await page.keyboard.type('MTR');
    await page.getByRole('button', { name: 'Row 4322' }).waitFor({ state: 'detached' });
    // what was typed is one step, the paste the other
    await page.keyboard.press('Control+z');
    expect(await page.locator('.wb-grid input:focus').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.wb-grid .is-own').first().waitFor({ state: 'detached' });
    await expect.poll(keptFiles).toEqual({ [path]: head });
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('leaves a million rows out of the field: it says so at once', async () => {
    const { page, complaints, close } = await open();
    await page.getByRole('button', { name: 'Paste from Excel…' }).click();
    await page.getByLabel('Cells').focus();
    await page.evaluate(pasteText, `${'K\tC62\n'.repeat(999_999)}K\tC62`);
    await page
      .getByRole('alert')
      .getByText('That would be 1,000,000 rows: this page takes 10,000.')
      .waitFor();
    expect(await page.getByLabel('Cells').inputValue()).toBe('');
    expect(await page.getByRole('button', { name: /^Put in/ }).isDisabled()).toBe(true);
    await page.evaluate(pasteText, 'STK\tC62');
    await page.getByRole('button', { name: 'Put in 1 row' }).click();
    await page.locator('.wb-grid .is-own').first().waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('keeps what was typed a moment before somebody goes on, beside the text of the mapping', async () => {
    const { page, close } = await open();
    await page.getByRole('button', { name: '+ Row' }).click();
    await page.keyboard.type('STK\tC62');
    await page.getByLabel('unit in the ERP, row 1').fill('STK');
    await page.getByLabel('unit at the exchange, row 1').fill('C62');
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.locator('.wb-panes').waitFor();
    await expect.poll(keptFiles).toEqual({ [path]: `${head}STK,C62\n` });
    await page.reload();
    await page.getByRole('button', { name: 'Make it mine' }).click();
    await page.getByText(/draft kept/).waitFor();
    await expect.poll(async () => Object.keys(await keptFiles()).sort()).toEqual([`${name}.yaml`, path]);
    await close();
  });

  it('loses no row that is typed while the gateway does not answer, over another page too', async () => {
    const { page, close } = await open();
    await page.route('**/draft', (route) => route.abort());
    await page.getByRole('button', { name: '+ Row' }).click();
    await page.getByLabel('unit in the ERP, row 1').fill('A, b');
    await page.getByLabel('unit at the exchange, row 1').fill('C62');
    await page.getByText('The draft is not kept: the gateway does not answer.').waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { name: 'Versions' }).waitFor();
    await page.goBack();
    expect(await page.getByLabel('unit in the ERP, row 1').inputValue()).toBe('A, b');
    await page.unroute('**/draft');
    await page.getByRole('button', { name: '+ Row' }).click();
    await page.getByLabel('unit in the ERP, row 2').fill('ROL');
    await expect.poll(keptFiles).toEqual({ [path]: `${head}"A, b",C62\nROL,\n` });
    await close();
  });

  it('adds a value that was met in a message and is in no table, by one click, also where another table is shown', async () => {
    await allMessagesAreRun();
    const { page, close } = await open({}, 'table=unit');
    const add = page.getByRole('button', { name: /^Add .* to supplier$/ }).first();
    await add.waitFor({ timeout: 120_000 });
    // its rule has a default: said, but nothing to be done
    const quiet = page.locator('.wb-missing li.is-quiet').filter({ hasText: 'in supplier' });
    await quiet.getByText('goes on as it is').first().waitFor();
    const key = /^Add (.*) to supplier$/.exec((await add.getAttribute('aria-label')) ?? '')?.[1] ?? '';
    await add.click();
    await page.locator('.wb-grid .is-own input:focus').waitFor();
    await page.keyboard.type('4711');
    await page.getByText(/draft kept/).waitFor();
    const kept = await keptFiles();
    expect(Object.keys(kept)).toEqual([expect.stringContaining('suppliers')]);
    expect(JSON.stringify(kept)).toContain(`${key},4711`);
    // how often it came stands beside it, and what needs no row is hidden
    await page.getByRole('columnheader', { name: 'Seen in 30 days' }).waitFor();
    expect(await page.locator('.wb-met').first().textContent()).toMatch(/^[1-9]/);
    const listed = page.locator('.wb-missing li');
    const before = await listed.count();
    await page.getByRole('button', { name: /^Hide/ }).first().click();
    await page.getByText('1 hidden in this browser').waitFor();
    expect(await listed.count()).toBe(before - 1);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await listed.nth(before - 1).waitFor();
    await close();
  });

  it('publishes rows through the same gate as a mapping: what is wrong is refused, what is right is compared', async () => {
    const { page, complaints, close } = await open();
    await page.getByRole('button', { name: '+ Row' }).click();
    await page.getByLabel('unit in the ERP, row 1').fill('STK');
    await page.getByLabel('unit at the exchange, row 1').fill('C62');
    await page.getByText(/draft kept/).waitFor();
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByText(/Compared with \d+ messages/).waitFor({ timeout: 150_000 });
    await page.getByLabel(/What did you change|Why is that right/).fill('pieces');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText(/^Published/).waitFor({ timeout: 60_000 });
    expect(readFileSync(file(), 'utf8')).toBe(`${head}STK,C62\n`);
    expect(await keptFiles()).toEqual({});
    expect(complaints).toEqual([]);
    await close();
  });

  it('never takes back unseen what somebody else has published in the same table', async () => {
    const { page, close } = await open();
    await page.getByRole('button', { name: '+ Row' }).click();
    await page.keyboard.type('STK');
    await page.getByText(/draft kept/).waitFor();
    writeFileSync(file(), `${head}ROL,RO\n`);
    await page.reload();
    await page.getByText('Someone has changed this mapping since you began.').waitFor();
    expect(await page.getByRole('button', { name: '+ Row' }).count()).toBe(0);
    expect(readFileSync(file(), 'utf8')).toContain('ROL,RO');
    await close();
  });

  it('shows who may not edit the rows as they are, and no button', async () => {
    site.server.role = 'operate';
    writeFileSync(file(), `${head}STK,C62\n`);
    const { page, close } = await open();
    await page.getByText('Only an administrator can edit.').waitFor();
    expect(await page.getByLabel('unit in the ERP, row 1').getAttribute('readonly')).not.toBeNull();
    expect(await page.getByRole('button', { name: /Row|Publish|Add/ }).count()).toBe(0);
    await close();
  });

  it('is read only on a phone, and says so', async () => {
    writeFileSync(file(), `${head}STK,C62\n`);
    const { page, close } = await open({ viewport: { width: 390, height: 844 } });
    await page.getByText('This screen is too small to edit').waitFor();
    expect(await page.getByLabel('unit in the ERP, row 1').getAttribute('readonly')).not.toBeNull();
    expect(await page.getByRole('button', { name: /Row|Publish|Add/ }).count()).toBe(0);
    // a desk of 1280 at twice its size
    await page.setViewportSize({ width: 640, height: 400 });
    await page.getByRole('button', { name: '+ Row' }).waitFor();
    await close();
  });
});
