import { describe, expect, it } from 'vitest';
import { expectAccessible, hasChromium } from './kit/chromium.ts';
import { usePagesSite } from './kit/pages-site.ts';

describe.skipIf(!hasChromium)('the shell of the pages', () => {
  const site = usePagesSite();

  it.each([360, 1024, 1440])('opens without a complaint, and is accessible, %i wide', async (width) => {
    const { page, complaints, close } = await site.open('/', { viewport: { width, height: 800 } });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
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
  });

  it('shows users only to who may change them', async () => {
    site.server.role = 'operate';
    const { page, close } = await site.open('/');
    await page.getByRole('link', { name: 'Channels' }).waitFor();
    expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0);
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
});
