import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible, hasChromium } from '../../browser/kit/chromium.ts';
import { usePagesSite } from '../../browser/kit/pages-site.ts';

describe.skipIf(!hasChromium)('edit and resend', () => {
  const site = usePagesSite();

  async function openEditor(name: string, options = {}) {
    const [message] = await site.server.journal.list({ find: name, limit: 1 });
    const id = message?.id ?? 0;
    const opened = await site.open(`/messages/${id}/edit`, options);
    await opened.page.getByRole('textbox', { name: /^(Your version|Uw versie)/ }).waitFor();
    return { id, ...opened };
  }

  /** In the document that is edited, as a person would: find it, and type over it. */
  async function typeOver(page: Page, old: string, text: string): Promise<void> {
    await page.locator('.cm-line', { hasText: old }).first().click();
    await page.keyboard.press('Home');
    const line = await page.locator('.cm-line', { hasText: old }).first().innerText();
    for (let n = 0; n < line.indexOf(old) - line.search(/\S/); n++) await page.keyboard.press('ArrowRight');
    for (let n = 0; n < old.length; n++) await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.type(text);
  }

  const findDraft = (id: number) => site.server.journal.drafts.findDraft('m.janssen', `message ${id}`);

  const heading = (page: Page, name: RegExp | string) => page.getByRole('heading', { level: 1, name });

  it.each([360, 1024, 1440])('opens without a complaint, and is accessible, %i wide', async (width) => {
    const { page, complaints, close } = await openEditor('decimal-comma.xml', {
      viewport: { width, height: 800 },
    });
    // the answer is seen first, and in the editor the line with the finding
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.locator('.cm-line', { hasText: '12,75' }).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(complaints).toEqual([]);
    await close();
  });

  it('says while one types what would become of it, shows the difference, and sends it with a reason', async () => {
    const { id, page, complaints, close } = await openEditor('decimal-comma.xml');
    await heading(page, 'Nothing is changed yet.').waitFor();
    expect(await page.getByRole('button', { name: `Send instead of ${id}` }).isDisabled()).toBe(true);
    // what there is to change is marked before anything is
    await page.locator('.cm-lintRange-error', { hasText: '12,75' }).waitFor();
    await page.getByText('Use a point as decimal mark').waitFor();
    await typeOver(page, '12,75', '12x75');
    await heading(page, /^Your version would be refused: 1 cause\.$/).waitFor();
    await page.locator('.answer code', { hasText: '12x75' }).waitFor();
    await typeOver(page, '12x75', '12.75');
    await heading(page, /^Your version would be sent/).waitFor();
    const differs = page.getByRole('list', { name: 'What differs' });
    expect(await differs.locator('.removed .l').allInnerTexts()).toEqual([expect.stringContaining('12,75')]);
    expect(await differs.locator('.added .l').allInnerTexts()).toEqual([expect.stringContaining('12.75')]);
    await page.getByText(/^draft kept \d/).waitFor();
    await page.getByLabel('Why (kept in the journal with both versions)').fill('the ERP cannot export again');
    await page.getByRole('button', { name: `Send instead of ${id}` }).click();
    await page
      .getByRole('dialog')
      .getByText(/carries the corrected document/)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByText(`Message ${id}`).waitFor();
    const corrected = (await site.server.journal.list({ limit: 5 })).find(({ corrects }) => corrects === id);
    const bytes = await site.server.journal.part(corrected?.id ?? 0, 'received');
    const original = await site.server.journal.part(id, 'received');
    expect(Buffer.from(bytes ?? []).toString()).toBe(
      Buffer.from(original ?? [])
        .toString()
        .replace('12,75', '12.75'),
    );
    expect(await site.server.journal.history(id)).toMatchObject([
      { action: 'resend', who: 'm.janssen', reason: 'the ERP cannot export again' },
    ]);
    await expect.poll(() => findDraft(id)).toBeUndefined();
    expect(complaints).toEqual([]);
    await close();
  });

  it('a draft is there in another window, and goes with undo', async () => {
    const first = await openEditor('disputed-line.xml');
    await typeOver(first.page, 'disputed', 'added');
    await first.page.getByText(/^draft kept \d/).waitFor();
    await first.close();
    const { id, page, close } = await openEditor('disputed-line.xml', { locale: 'nl-NL' });
    await page.locator('.cm-line', { hasText: '>added<' }).waitFor();
    await heading(page, /^Uw versie zou /).waitFor();
    await page.getByRole('button', { name: 'Alles ongedaan maken' }).click();
    await heading(page, 'Er is nog niets gewijzigd.').waitFor();
    await expect.poll(() => findDraft(id)).toBeUndefined();
    await close();
  });

  it('without a connection the text stays, and it says that the draft is not kept', async () => {
    const { id, page, close } = await openEditor('disputed-line.xml');
    await page.route('**/draft', (route) => route.abort());
    await page.route('**/check', (route) => route.abort());
    await typeOver(page, 'disputed', 'revised');
    await page.getByText('the draft is not kept: no connection').waitFor();
    await heading(page, 'Your version could not be checked.').waitFor();
    await page.unroute('**/draft');
    await page.unroute('**/check');
    await page.keyboard.press('Control+s');
    await page.getByText(/^draft kept \d/).waitFor();
    await page.keyboard.type(' ');
    await heading(page, /^Your version would /).waitFor();
    // the next one begins with what the journal has
    await page.getByRole('button', { name: 'Undo all' }).click();
    await expect.poll(() => findDraft(id)).toBeUndefined();
    await close();
  });

  it('asks for the password once nobody is typing: what is typed stays in the text', async () => {
    const { page, close } = await openEditor('disputed-line.xml');
    const json = { code: 'no-session', text: 'Please log in again.', details: {} };
    await page.route('**/check', (route) => route.fulfill({ status: 401, json }));
    const refused = page.waitForResponse((answer) => answer.status() === 401);
    await typeOver(page, 'disputed', 'revised');
    await refused;
    // keys as fast as people press them
    await page.keyboard.type(' and the rest of a longer remark', { delay: 50 });
    const login = page.getByRole('dialog', { name: 'Log in again' });
    await login.waitFor();
    expect(await login.getByLabel('Password').inputValue()).toBe('');
    await page.locator('.cm-line', { hasText: 'revised and the rest of a longer remark' }).waitFor();
    await close();
  });

  it('keeps what was typed a moment before somebody goes on to another page', async () => {
    const { id, page, close } = await openEditor('supplier-unknown.xml');
    await page.keyboard.type('<!-- soon -->');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByText(`Message ${id}`).waitFor();
    await expect.poll(async () => (await findDraft(id))?.content).toContain('<!-- soon -->');
    await site.server.journal.drafts.removeDraft('m.janssen', `message ${id}`);
    await close();
  });

  it('of two windows the second does not overwrite what the first one typed, before somebody says which stays', async () => {
    const first = await openEditor('supplier-unknown.xml');
    const second = await openEditor('supplier-unknown.xml');
    await first.page.keyboard.type(' ');
    await first.page.getByText(/^draft kept \d/).waitFor();
    await second.page.keyboard.type('  ');
    const asked = second.page.getByRole('alert').filter({ hasText: 'in another window' });
    await asked.waitFor();
    await second.page.getByText('from the text of the other window').waitFor();
    const find = () => site.server.journal.drafts.findDraft('m.janssen', `message ${first.id}`);
    expect((await find())?.edition).toBe(1);
    await expectAccessible(second.page);
    await asked.getByRole('button', { name: 'Keep what stands here' }).click();
    await expect.poll(async () => (await find())?.edition).toBe(2);
    await asked.waitFor({ state: 'detached' });
    const mine = (await find())?.content;
    await first.page.keyboard.type('x');
    await first.page.getByRole('button', { name: 'Take the other' }).click();
    await first.page.getByText(/^draft kept \d/).waitFor();
    expect(await find()).toMatchObject({ edition: 2, content: mine });
    expect(await first.page.locator('.cm-content').innerText()).not.toContain('x ');
    await first.close();
    await second.close();
  });

  it('is not for who may only read, nor for what the exchange wrote', async () => {
    const [event] = await site.server.journal.list({ find: 'OrderLinesAcceptedBySupplier', limit: 1 });
    const { page, close } = await site.open(`/messages/${event?.id}/edit`);
    await heading(page, /cannot be edited here/).waitFor();
    site.server.role = 'read';
    await page.reload();
    await heading(page, 'This needs the role “operate”.').waitFor();
    await close();
  });
});
