import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium } from '../../browser/kit/chromium.ts';
import { parkOrders, usePagesSite } from '../../browser/kit/pages-site.ts';

/** What can go wrong under any page: it says so, and nothing typed is lost. */
describe.skipIf(!hasChromium)('a page', () => {
  const site = usePagesSite();
  const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

  it('shows where it will stand after 300 ms, and nothing before', async () => {
    const { page, close } = await site.open('/help', { endsContext: true });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const held = Promise.withResolvers<void>();
    let isAsked = false;
    await page.route('**/api/channels', async (route) => {
      isAsked = true;
      await held.promise;
      await route.continue();
    });
    await page.keyboard.type('gc');
    // the clock stands still, and with it what the page does after it has painted
    await expect.poll(() => page.clock.runFor(10).then(() => isAsked)).toBe(true);
    await page.clock.runFor(280);
    expect(await page.locator('.skel').count()).toBe(0);
    await page.clock.runFor(40);
    await page.getByText('Loading').waitFor({ state: 'attached' });
    expect(await page.locator('.skel').count()).toBe(3);
    await page.clock.resume();
    held.resolve();
    await page.getByRole('table').waitFor();
    expect(await page.locator('.skel').count()).toBe(0);
    await close();
  });

  it('says since when the gateway does not answer, keeps what it shows, and goes on by itself', async () => {
    const { page, close } = await site.open('/help');
    await page.route('**/api/live', (route) => route.abort());
    await page.reload();
    await page
      .getByText(/^No connection to the gateway since \d\d:\d\d\. What you typed is kept\.$/)
      .waitFor();
    await heading(page, /manual/i).waitFor();
    await page.unroute('**/api/live');
    await page.getByText('No connection to the gateway').waitFor({ state: 'detached' });
    await close();
  });

  it.each([
    ['a page', { body: '<html>Bad gateway' }],
    ['an object', { json: { message: 'no healthy upstream' } }],
  ])('says that nobody answers where %s of a proxy does, and does not ask one to log in', async (_, body) => {
    const { page, close } = await site.open('/help');
    await page.route('**/api/session', (route) => route.fulfill({ status: 502, ...body }));
    await page.reload();
    await heading(page, 'The gateway does not answer.').waitFor();
    await page.getByText('It is asked again by itself').waitFor();
    expect(await page.getByLabel('Password').count()).toBe(0);
    await page.unroute('**/api/session');
    await heading(page, /manual/i).waitFor();
    await close();
  });

  it('tells of a new version, and asks to be loaded anew where its script is there no more', async () => {
    const { page, close } = await site.open('/help');
    await page.route('**/api/session', async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      await route.fulfill({ response, json: { ...answer, site: { ...answer.site, version: '0.0.1' } } });
    });
    await page.route('**/assets/channels-page*.js', (route) => route.fulfill({ status: 404 }));
    await page.reload();
    await page.getByText('The gateway has a new version.').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Channels' }).click();
    await heading(page, 'This page could not be loaded.').waitFor();
    await page.unrouteAll();
    await page.getByRole('main').getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('table').waitFor();
    expect(await page.getByText('The gateway has a new version.').count()).toBe(0);
    await close();
  });

  it('asks for the password over what was typed when the session has ended', async () => {
    const [id] = await parkOrders(site.server.journal, 'orders-json', 1, 'STK');
    const { page, close } = await site.open(`/messages/${id}`);
    await page.keyboard.press('d');
    await page.getByLabel('Why (kept in the journal)').fill('exported twice');
    await page.route('**/decisions', (route) => route.fulfill({ status: 401, json: problem('no-session') }));
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    const login = page.getByRole('dialog', { name: 'Log in again' });
    await login.waitFor();
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('Escape');
    await page.route('**/api/login', async (route) => {
      const answer = await page.request.get(`${site.server.url}/api/session`);
      await route.fulfill({ json: await answer.json() });
    });
    await login.getByLabel('Password').fill('a long password');
    await page.keyboard.press('Enter');
    await login.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Why (kept in the journal)').inputValue()).toBe('exported twice');
    await page.unrouteAll();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await expect.poll(async () => (await site.server.journal.message(id ?? 0))?.outcome).toBe('discarded');
    await close();
  });

  it('says which role it needs, and who can give it', async () => {
    const { page, close } = await site.open('/help');
    const text = 'This needs the role “operate”.';
    await page.route('**/api/channels', (route) =>
      route.fulfill({ status: 403, json: { ...problem('not-allowed'), text } }),
    );
    await page.getByRole('navigation').getByRole('link', { name: 'Channels' }).click();
    await heading(page, text).waitFor();
    await page.getByText('An administrator can give it to you.').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await close();
  });

  it('takes a fault on itself, with what support needs to know', async () => {
    const { page, close } = await site.open('/help');
    await page.route('**/api/channels', (route) => route.fulfill({ status: 500, json: problem('fault') }));
    await page.getByRole('navigation').getByRole('link', { name: 'Channels' }).click();
    await page.getByText('The fault is ours. Nothing was changed.').waitFor();
    await page.getByText('Details for support').click();
    expect(await page.locator('pre').innerText()).toContain('"status": 500');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table').waitFor();
    await close();
  });
});

const problem = (code: string) => ({ code, text: '', details: {} });
