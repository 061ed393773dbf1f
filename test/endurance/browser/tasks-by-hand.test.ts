import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeHealth } from '../../../src/operator/health/health.ts';
import { hasChromium } from '../../browser/kit/chromium.ts';
import { type GuardedPages, startGuardedPages } from '../../browser/kit/guarded-pages.ts';
import { fact, parkOrders } from '../../browser/kit/pages-site.ts';

/**
 * What somebody does who has never read the manual: from the overview, by what the pages say, with no more clicks than here. A click is a
 * button, a link or a choice; what is typed is typed.
 */
describe.skipIf(!hasChromium)('a task without the manual', () => {
  let pages: GuardedPages;
  let secret: string;
  beforeAll(async () => {
    pages = await startGuardedPages();
    secret = await pages.addUser('anna', 'administer');
  });
  afterAll(() => pages?.close());

  /** Counts what is clicked from here on. */
  async function begin() {
    const { page, close } = await pages.open('/', secret);
    const counted = { clicks: 0 };
    const click = async (what: Locator): Promise<void> => {
      counted.clicks += 1;
      await what.click();
    };
    return { page, close, counted, click };
  }
  const button = (where: Page | Locator, name: string | RegExp) => where.getByRole('button', { name });
  const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

  it('finds an order: no click, its number and Enter', async () => {
    const { page, close, counted } = await begin();
    await page.keyboard.type('/');
    await page.keyboard.type('4500017802');
    await page.keyboard.press('Enter');
    await heading(page, /^2 orders fit|The supplier proposes/).waitFor();
    // it is the whole number
    expect(await page.getByText('Type the whole number').count()).toBe(0);
    expect(counted.clicks).toBe(0);
    await close();
  });

  it('explains a parked one: one click from the overview', async () => {
    const { page, close, counted, click } = await begin();
    const line = page.getByRole('listitem').filter({ hasText: 'disputed' });
    await click(line.getByRole('link', { name: 'See it' }));
    await heading(page, /^Parked: the line is disputed/).waitFor();
    await page.getByText('Purchasing has to act.').waitFor();
    await page.getByRole('note').getByText('Settle it with the other party').waitFor();
    expect(counted.clicks).toBe(1);
    await close();
  });

  it('fixes forty at once: three clicks and a reason', async () => {
    await parkOrders(pages.server.journal, 'orders-json', 40, `U${randomBytes(2).toString('hex')}`);
    const { page, close, counted, click } = await begin();
    await click(page.getByRole('link', { name: 'See the 40' }));
    await click(button(page, 'Retry all of these…'));
    const dialog = page.getByRole('dialog', { name: 'Retry 40 messages' });
    await dialog.getByLabel('Why').fill('the unit is in the table now');
    await click(button(dialog, 'Retry 40'));
    await heading(page, /^Retrying: \d+ of 40\.$/).waitFor();
    expect(counted.clicks).toBe(3);
    await close();
  });

  it('corrects and resends one: four clicks, the value and a reason', async () => {
    const { page, close, counted, click } = await begin();
    await page.keyboard.type('/');
    await page.keyboard.type('decimal-comma.xml');
    await page.keyboard.press('Enter');
    await heading(page, 'The order was refused.').waitFor();
    await click(page.getByRole('link', { name: 'To the message' }));
    await click(page.getByRole('link', { name: 'Edit and resend' }));
    await click(page.locator('.cm-line', { hasText: '12,75' }));
    await page.keyboard.press('Home');
    const line = await page.locator('.cm-line', { hasText: '12,75' }).innerText();
    for (let n = line.search(/\S/); n < line.indexOf(','); n += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Delete');
    await page.keyboard.type('.');
    await heading(page, /^Your version would be sent/).waitFor();
    await page.getByLabel(/^Why/).fill('the ERP cannot export it again');
    await click(button(page, /^Send instead of/));
    await page.getByRole('dialog').getByText('carries the corrected document').waitFor();
    expect(counted.clicks).toBe(4);
    await close();
  });

  it('silences an alarm: three clicks and a reason', async () => {
    pages.server.health = computeHealth([fact('exchange-away', '', 'No answer from `exchange.example`.')]);
    const { page, close, counted, click } = await begin();
    await click(
      page
        .getByRole('navigation')
        .getByRole('link', { name: /^Alarms/ })
        .first(),
    );
    const line = page.getByRole('listitem').filter({ hasText: 'The exchange cannot be reached' });
    await click(button(line, 'Silence…'));
    const dialog = page.getByRole('dialog', { name: 'Silence alarms' });
    await dialog.getByLabel('Why').fill('they told us');
    await click(button(dialog, 'Silence'));
    await line.getByText('silenced').waitFor();
    expect(counted.clicks).toBe(3);
    await close();
  });

  it('adds a colleague: four clicks and a name', async () => {
    const { page, close, counted, click } = await begin();
    await click(page.getByRole('link', { name: 'Users' }));
    await click(button(page, 'Add user…'));
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('carl');
    await click(dialog.getByRole('radio', { name: /operate/ }));
    await click(dialog.getByRole('button', { name: /^(Add|Make)/ }));
    const link = page.getByRole('dialog', { name: 'Link for carl' });
    expect(await link.getByRole('textbox').inputValue()).toContain('/welcome#');
    expect(counted.clicks).toBe(4);
    await close();
  });
});
