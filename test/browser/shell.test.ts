import { rmSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, hasChromium, launchChromium, openPage } from './kit/chromium.ts';
import { copyDemoSite } from './kit/demo-site.ts';
import { type PagesServer, startPagesServer } from './kit/pages-server.ts';

describe.skipIf(!hasChromium)('the shell of the pages', () => {
  let folder: string;
  let server: PagesServer;
  let browser: Browser;

  beforeAll(async () => {
    folder = await copyDemoSite();
    server = await startPagesServer(folder);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([360, 1024, 1440])('opens without a complaint, and is accessible, %i wide', async (width) => {
    const { page, complaints, close } = await openPage(browser, { viewport: { width, height: 800 } });
    await page.goto(server.url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(complaints).toEqual([]);
    await close();
  });

  it('speaks Dutch to whose browser does, and changes on request', async () => {
    const { page, complaints, close } = await openPage(browser, { locale: 'nl-NL' });
    await page.goto(server.url);
    await page.getByRole('link', { name: 'Overzicht' }).waitFor();
    await page.getByRole('button', { name: /m\.janssen/ }).click();
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('link', { name: 'Overview' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows users only to who may change them', async () => {
    server.role = 'operate';
    const { page, close } = await openPage(browser);
    await page.goto(server.url);
    await page.getByRole('link', { name: 'Channels' }).waitFor();
    expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0);
    server.role = 'administer';
    await close();
  });

  it('says that an address has no page, and lets nothing of another site in', async () => {
    const { page, close } = await openPage(browser);
    const answer = await page.goto(`${server.url}/no/such/page`);
    await page.getByRole('heading', { name: 'There is no such page.' }).waitFor();
    const policy = answer?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'nonce-[A-Za-z0-9+/=]{20,}'(;|$)/);
    expect(policy).toContain("trusted-types 'none'");
    await close();
  });
});
