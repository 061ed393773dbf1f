import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, hasChromium } from '../../browser/kit/chromium.ts';
import { type GuardedPages, password, startGuardedPages } from '../../browser/kit/guarded-pages.ts';
import { tokenOfLink } from '../../browser/kit/pages-server.ts';

describe.skipIf(!hasChromium)('users, the audit and the own account', () => {
  let pages: GuardedPages;
  let anna: string;
  beforeAll(async () => {
    pages = await startGuardedPages();
    anna = await pages.addUser('anna', 'administer');
    await pages.addUser('l.visser', 'read', true);
  });
  afterAll(() => pages?.close());

  const accounts = () => pages.server.journal.accounts;
  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
  const dialog = (page: Page) => page.getByRole('dialog');

  it.each([
    ['/users', 360, 'nl-NL'],
    ['/users', 1440, 'en-GB'],
    ['/account', 390, 'nl-NL'],
  ] as const)('%s is sound, %i wide, in %s', async (path, width, locale) => {
    const { page, complaints, close } = await pages.open(path, anna, {
      ...{ viewport: { width, height: 800 }, locale },
    });
    await page.getByRole('table').last().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await expectAccessible(page);
    const opens = path === '/users' ? /Add user…|Gebruiker toevoegen…/ : 'Wachtwoord wijzigen…';
    await page.getByRole('button', { name: opens }).click();
    await expectAccessible(page);
    expect(complaints).toEqual([]);
    await close();
  });

  it('who logs out while the gateway does not answer is told that the session may go on there', async () => {
    const { page, close } = await pages.open('/account', await pages.logIn('anna'));
    const logOut = async () => {
      await page.getByRole('button', { name: /language, log out/ }).click();
      await page.getByRole('button', { name: 'Log out', exact: true }).click();
      await page.getByRole('heading', { name: 'Log in' }).waitFor();
    };
    await page.route('**/api/logout', (route) => route.abort());
    await logOut();
    await page.getByRole('alert').filter({ hasText: 'you may still be logged in there' }).waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/logout');
    await page.getByLabel('Name', { exact: true }).fill('anna');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await logOut();
    expect(await page.getByRole('alert').count()).toBe(0);
    await close();
  });

  it('a colleague is added with the keyboard; the link is shown once and works once', async () => {
    const { page, complaints, close } = await pages.open('/users', anna);
    await page.getByRole('button', { name: 'Add user…' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Ben');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Link for ben' }).waitFor();
    const link = await page.getByLabel('It is shown this once').inputValue();
    expect(link).toMatch(/\/welcome#[\w-]{43}$/);
    await page.keyboard.press('Escape');
    await row(page, 'ben')
      .getByText(/link not used, 1[45] min left/)
      .waitFor();
    expect(await page.content()).not.toContain(link.split('#')[1]);
    await row(page, 'added the user ben, who may see and decide').getByText('anna').waitFor();

    const other = await pages.open(new URL(link).pathname + new URL(link).hash);
    await other.page.getByLabel('New password').fill(password);
    await other.page.keyboard.press('Enter');
    await other.page.getByRole('link', { name: 'Messages' }).first().waitFor();
    expect(await other.page.getByRole('link', { name: 'Users' }).count()).toBe(0);
    const again = await pages.open(new URL(link).pathname + new URL(link).hash);
    await again.page.getByRole('heading', { name: 'This link has been used' }).waitFor();
    expect(complaints).toEqual([]);
    for (const one of [other, again]) await one.close();
    await close();
  });

  it('a changed role ends the sessions of that user; the last administrator stays', async () => {
    const carl = await pages.addUser('carl', 'read');
    const { page, close } = await pages.open('/users', anna);
    await page.getByRole('button', { name: 'Change carl' }).click();
    await dialog(page)
      .getByRole('radio', { name: /operate/ })
      .check();
    await dialog(page).getByLabel('Why').fill('replaces ben');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await row(page, 'carl may now see and decide').getByText('replaces ben').waitFor();
    const his = await pages.open('/account', carl);
    await his.page.getByRole('heading', { name: 'Log in' }).waitFor();
    await his.close();

    await page.getByRole('button', { name: 'Change anna' }).click();
    await dialog(page).getByRole('button', { name: 'Remove…' }).click();
    await dialog(page).getByRole('button', { name: 'Remove' }).waitFor();
    await expectAccessible(page);
    await dialog(page).getByLabel('Why').fill('she leaves');
    await dialog(page).getByRole('button', { name: 'Remove' }).click();
    await dialog(page).getByRole('alert').getByText('the last administrator').waitFor();
    expect(await dialog(page).getByLabel('Why').inputValue()).toBe('she leaves');
    await close();
  });

  it('in two tabs the second says that the user is gone, and keeps what was typed', async () => {
    await pages.addUser('dora', 'read');
    const first = await pages.open('/users', anna);
    const second = await pages.open('/users', anna);
    for (const { page } of [first, second]) {
      await page.getByRole('button', { name: 'Change dora' }).click();
      await dialog(page).getByLabel('Why').fill('moved');
    }
    await dialog(first.page).getByRole('button', { name: 'Remove…' }).click();
    await dialog(first.page).getByLabel('Why').fill('moved');
    await dialog(first.page).getByRole('button', { name: 'Remove' }).click();
    await row(first.page, 'removed the user dora').waitFor();
    await dialog(second.page)
      .getByRole('radio', { name: /operate/ })
      .check();
    await dialog(second.page).getByRole('button', { name: 'Save' }).click();
    await dialog(second.page).getByRole('alert').getByText('There is no user dora.').waitFor();
    expect(await dialog(second.page).getByLabel('Why').inputValue()).toBe('moved');
    for (const one of [first, second]) await one.close();
  });

  it('a token is shown once, works, and is revoked', async () => {
    const { page, close } = await pages.open('/users', anna);
    await page.getByRole('button', { name: 'Make a token…' }).click();
    await dialog(page).getByLabel('Name').fill('nightly');
    await dialog(page).getByRole('button', { name: 'Make the token' }).click();
    const token = await page.getByLabel('It is shown this once').inputValue();
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    const ask = () =>
      fetch(`${pages.server.url}/api/overview`, { headers: { Authorization: `Bearer ${token}` } });
    expect((await ask()).status).toBe(200);
    await page.reload();
    await row(page, 'nightly').first().getByRole('button').click();
    await dialog(page).getByLabel('Why').fill('not used');
    await dialog(page).getByRole('button', { name: 'Remove' }).click();
    await row(page, 'removed the token nightly').waitFor();
    expect((await ask()).status).toBe(401);
    await close();
  });

  it('what failed is found by the address, and leaves as a file', async () => {
    await fetch(`${pages.server.url}/api/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
      body: JSON.stringify({ name: 'admin', password: 'admin' }),
    });
    const { page, close } = await pages.open('/users', anna);
    await page.getByRole('button', { name: 'Failed or refused' }).click();
    await row(page, 'failed to log in as “admin”').getByText('unknown').waitFor();
    expect(page.url()).toContain('refused=only');
    expect(await row(page, 'added the user').count()).toBe(0);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    expect((await saved).suggestedFilename()).toBe('audit.csv');
    await close();
  });

  it('a session that ends over a form takes nothing that was typed', async () => {
    const secret = await pages.logIn('anna');
    const { page, close } = await pages.open('/users', secret);
    await page.getByRole('button', { name: 'Add user…' }).click();
    await dialog(page).getByLabel('Name').fill('emma');
    await accounts().endSessions(
      { kind: 'user', name: 'anna' },
      { kind: 'system', name: 'root', address: '' },
    );
    await dialog(page).getByRole('button', { name: 'Add and make a link' }).click();
    const login = page.getByRole('dialog', { name: 'Log in again' });
    await login.getByLabel('Password').fill(password);
    await login.getByRole('button', { name: 'Log in' }).click();
    await login.waitFor({ state: 'detached' });
    expect(await dialog(page).getByLabel('Name').inputValue()).toBe('emma');
    await dialog(page).getByRole('button', { name: 'Add and make a link' }).click();
    await page.getByRole('dialog', { name: 'Link for emma' }).waitFor();
    await close();
    anna = await pages.logIn('anna');
  });

  it('whoever came in by a link is asked for no password when the session has ended', async () => {
    const { page, close } = await pages.open(`/welcome#${await tokenOfLink(pages.server.journal)}`);
    const channels = page.getByRole('link', { name: 'Channels' });
    await channels.waitFor();
    const root = { kind: 'system', name: 'root' } as const;
    await accounts().endSessions(root, { ...root, address: '' });
    await channels.click();
    const login = page.getByRole('dialog', { name: 'Log in again, root' });
    await login.getByText('gateway pages').waitFor();
    expect(await login.getByLabel('Password').count()).toBe(0);
    await login.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor();
    await close();
  });

  it('another password ends the other sessions, and this one goes on', async () => {
    await pages.addUser('fred', 'operate');
    const [here, elsewhere] = [await pages.logIn('fred'), await pages.logIn('fred')];
    const { page, close } = await pages.open('/account', here);
    await page.getByRole('heading', { name: 'You may see and decide.' }).waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(4);
    await page.getByRole('button', { name: 'Change password…' }).click();
    await dialog(page).getByLabel('Password until now').fill('not this one at all');
    await dialog(page).getByLabel('New password').fill('another horse in its stable');
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('alert').waitFor();
    await dialog(page).getByLabel('Password until now').fill(password);
    await page.keyboard.press('Enter');
    await page.getByText('Your other sessions have ended.').waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    const other = await pages.open('/account', elsewhere);
    await other.page.getByRole('heading', { name: 'Log in' }).waitFor();
    await other.close();
    await close();
  });

  it('who may not administer sees neither the page nor a button of it', async () => {
    const reader = await pages.logIn('l.visser');
    const { page, close } = await pages.open('/users', reader);
    await page.getByRole('heading', { name: 'This needs the role “administer”.' }).waitFor();
    expect(await page.getByRole('button', { name: /user|token|CSV/i }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0);
    await close();
  });
});
