import { rmSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, launchForTests, openPage } from '../../browser/kit/chromium.ts';
import { copyDemoSite } from '../../browser/kit/demo-site.ts';
import { type PagesServer, startPagesServer, tokenOfLink } from '../../browser/kit/pages-server.ts';
import { startTlsProxy, type TlsProxy } from '../../browser/kit/tls-proxy.ts';

describe.skipIf(!hasChromium)('pages behind a proxy with TLS, below a path', () => {
  let folder: string;
  let proxy: TlsProxy;
  let server: PagesServer;
  let browser: Browser;

  beforeAll(async () => {
    folder = await copyDemoSite();
    proxy = await startTlsProxy('/gateway/');
    server = await startPagesServer(folder, { url: proxy.url, proxies: ['127.0.0.1'] });
    proxy.target = server.url;
    browser = await launchForTests();
  });
  afterAll(async () => {
    await browser?.close();
    proxy?.close();
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('let one in by a link, keep the path in all that is asked, and know the reader again', async () => {
    const { page, complaints, close } = await openPage(browser, { ignoreHTTPSErrors: true });
    page.setDefaultTimeout(15_000);
    await page.goto(`${proxy.url}welcome#${await tokenOfLink(server.journal)}`);
    await page.getByRole('heading', { level: 1, name: /wait for a decision/ }).waitFor();
    expect(page.url()).toBe(proxy.url);
    await page.getByText(/^live, /).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('4500017820');
    await page.keyboard.press('Enter');
    await page.waitForURL(({ pathname }) => pathname === '/gateway/orders/4500017820');
    await page.reload();
    await page.getByRole('heading', { level: 2, name: 'What happened' }).waitFor();
    await page
      .getByRole('main')
      .getByRole('link', { name: /^#\d+$/ })
      .first()
      .click();
    await page.waitForURL(`${proxy.url}messages/*`);
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Strict' });
    await page.getByRole('button', { name: /language, log out/ }).click();
    await page.getByRole('button', { name: 'Log out', exact: true }).click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    expect(proxy.strayed.filter((path) => path !== '/favicon.ico')).toEqual([]);
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
    await close();
  });
});
