import { describe, expect, it } from 'vitest';
import { computeHealth } from '../../../src/operator/health/health.ts';
import { expectAccessible, expectSoundAt, hasChromium } from '../../browser/kit/chromium.ts';
import { fact, usePagesSite } from '../../browser/kit/pages-site.ts';

describe.skipIf(!hasChromium)('the shell of the pages', () => {
  const site = usePagesSite();

  it('opens without a complaint, and is accessible at all widths', async () => {
    const { page, complaints, close } = await site.open('/');
    await expectSoundAt(page, [1440, 1024, 360]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('speaks Dutch to whose browser does, and changes on request', async () => {
    const { page, complaints, close } = await site.open('/', { locale: 'nl-NL' });
    await page.getByRole('link', { name: 'Overzicht' }).waitFor();
    await page.getByRole('button', { name: /m\.janssen/ }).click();
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('link', { name: 'Overview' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
    expect(complaints).toEqual([]);
    await close();
    // the window of another knows nothing of it
    const other = await site.open('/', { locale: 'nl-NL' });
    await other.page.getByRole('link', { name: 'Overzicht' }).waitFor();
    await other.close();
  });

  it('shows users only to who may change them', async () => {
    site.server.role = 'operate';
    const { page, close } = await site.open('/');
    await page.getByRole('link', { name: 'Channels' }).waitFor();
    expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0);
    await close();
  });

  it('has on a phone a place for each page that is looked at often, with what it counts, and the others behind one', async () => {
    const { page, close } = await site.open('/channels', {
      locale: 'nl-NL',
      viewport: { width: 390, height: 844 },
    });
    const bar = page.getByRole('navigation', { name: 'Hoofdmenu' });
    await bar.getByRole('link', { name: /^Berichten ?14$/ }).waitFor();
    expect(await bar.locator('svg:visible').count()).toBe(4);
    const more = bar.getByRole('button', { name: 'Meer' });
    expect(await more.getAttribute('class')).toContain('current');
    await more.click();
    expect(await bar.getByRole('link', { name: 'Kanalen' }).getAttribute('aria-current')).toBe('page');
    await expectAccessible(page);
    await close();
  });

  it('says that an address has no page, and lets nothing of another site in', async () => {
    const { page, close } = await site.open('/no/such/page');
    await page.getByRole('heading', { name: 'There is no such page.' }).waitFor();
    const policy = (await page.request.get(page.url())).headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'nonce-[A-Za-z0-9+/=]{20,}'(;|$)/);
    expect(policy).toContain("trusted-types 'none'");
    await close();
  });

  it('skips to the page and begins there after each link, for who has no mouse', async () => {
    const { page, complaints, close } = await site.open('/messages');
    const focused = () => page.evaluate(() => document.activeElement?.id);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('content');
    expect(new URL(page.url()).pathname).toBe('/messages');
    await page.getByRole('link', { name: 'Alarms' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/alarms');
    expect(await focused()).toBe('content');
    await page.keyboard.press('/');
    expect(await focused()).toBe('find');
    expect(complaints).toEqual([]);
    await close();
  });

  it('lists the keys, gives the focus back, and can switch single letters off', async () => {
    const { page, complaints, close } = await site.open('/channels');
    await page.getByRole('link', { name: 'Alarms' }).focus();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    await dialog.waitFor();
    await expectAccessible(page);
    for (let n = 0; n < 4; n += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('dialog, body')?.nodeName)).toMatch(
        /DIALOG|BODY/,
      );
    }
    await dialog.getByRole('checkbox').uncheck();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Alarms/);
    await page.keyboard.type('go');
    expect(new URL(page.url()).pathname).toBe('/channels');
    await page.getByRole('button', { name: /m\.janssen/ }).click();
    await page.getByRole('button', { name: 'Keys' }).click();
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.type('go');
    await page.waitForURL(`${site.server.url}/`);
    expect(complaints).toEqual([]);
    await close();
  });

  it('has health, page and site in the title and the icon of its window', async () => {
    site.server.health = computeHealth([fact('exchange-away', '', 'No answer from `exchange.example`.')]);
    const { page, close } = await site.open('/channels');
    await expect.poll(() => page.title()).toMatch(/^⛔ \d+ of \d+ channels .* · Gateway · erp-1$/);
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toContain('ac231b');
    await close();
  });
});
