import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeHealth } from '../../src/operator/health/health.ts';
import { expectAccessible, hasChromium } from './kit/chromium.ts';
import { type GuardedPages, password, startGuardedPages } from './kit/guarded-pages.ts';
import { fact, parkOrders } from './kit/pages-site.ts';

/** Each page of the gateway is opened once, and what it is for is done there once. What people do on them at length: test/endurance/browser. */

describe.skipIf(!hasChromium)('each page of the gateway', () => {
  let pages: GuardedPages;
  let anna: string;
  const nobody = undefined;
  beforeAll(async () => {
    pages = await startGuardedPages();
    anna = await pages.addUser('anna', 'administer');
  });
  afterAll(() => pages?.close());

  /** Opens it in a window of its own, where it is accessible and nothing complains while it is used. */
  async function look(
    secret: string | undefined,
    path: string,
    use: (page: Page) => Promise<void>,
  ): Promise<void> {
    const { page, complaints, close } = await pages.open(path, secret);
    await page.locator('main[aria-busy]').waitFor({ state: 'detached' });
    await expectAccessible(page);
    await use(page);
    // the browser notes that somebody has to log in
    expect(complaints.filter((one) => secret !== undefined || !one.includes('401'))).toEqual([]);
    await close();
  }

  const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const dialog = (page: Page) => page.getByRole('dialog');
  const idOf = async (name: string): Promise<number> => {
    const [message] = await pages.server.journal.list({ find: name, limit: 1 });
    return message?.id ?? 0;
  };

  it('/ says what waits for somebody, and finds an order', () =>
    look(anna, '/', async (page) => {
      await heading(page, /^2 documents wait for a decision/).waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('4500017820');
      await page.keyboard.press('Enter');
      await heading(page, 'The order is parked: someone must decide.').waitFor();
    }));

  it('/ is Dutch for who reads Dutch, and fits a phone', async () => {
    const size = { viewport: { width: 360, height: 800 }, locale: 'nl-NL' };
    const { page, complaints, close } = await pages.open('/', anna, size);
    await heading(page, /^2 documenten wachten op een beslissing/).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(complaints).toEqual([]);
    await close();
  });

  it('no page and no word of the bar is cut on half a screen, however long the name of who reads', async () => {
    const reader = await pages.addUser(
      'wilhelmina.van-der-heijden@ellersloot-machines.example',
      'administer',
    );
    const { page, close } = await pages.open('/', reader, { locale: 'nl-NL' });
    for (const path of [
      '/',
      '/messages',
      '/channels',
      '/alarms',
      '/mappings',
      '/users',
      '/find?q=45000178',
    ]) {
      await page.goto(pages.server.url + path);
      await page.locator('main:not([aria-busy]) h1').waitFor();
      for (const width of [721, 820, 960, 961, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const cut = await page.evaluate(() =>
          [document.documentElement, ...document.querySelectorAll('.nav, .tabbar')]
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map(({ nodeName }) => nodeName),
        );
        expect(cut, `${path} at ${width}`).toEqual([]);
      }
    }
    await close();
  });

  it('what the keys go to is never below a bar, at twice the size either', async () => {
    const { page, close } = await pages.open('/messages', anna, { viewport: { width: 720, height: 450 } });
    await page.locator('main:not([aria-busy]) h1').waitFor();
    const isCovered = (): boolean => {
      const [focused, box] = [document.activeElement, document.activeElement?.getBoundingClientRect()];
      const seen = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return !seen || !(focused?.contains(seen) || seen.contains(focused));
    };
    const keys = [...Array<string>(24).fill('Tab'), ...Array<string>(12).fill('Shift+Tab')];
    for (const [n, key] of keys.entries()) {
      await page.keyboard.press(key);
      expect(await page.evaluate(isCovered), `${n}: ${key}`).toBe(false);
    }
    await close();
  });

  it('a menu is next to what opens it for the keys, and gives the focus back', async () => {
    const { page, close } = await pages.open('/', anna);
    for (const [width, opener, first] of [
      [1440, page.getByRole('button', { name: /language, log out/ }), 'My account'],
      [390, page.getByRole('button', { name: 'More' }), 'Channels'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await opener.press('Enter');
      await page.keyboard.press('Tab');
      const focused = page.locator(':focus');
      expect(await focused.innerText()).toBe(first);
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: first, exact: true }).waitFor({ state: 'hidden' });
      expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
    }
    await close();
  });

  it.each([
    ['/messages', '.m-why'],
    ['/channels', '.ch-why:not(:empty)'],
  ])('%s has room for reasons on half a screen', async (path, reason) => {
    const { page, close } = await pages.open(path, anna, { locale: 'nl-NL' });
    await page.locator('main:not([aria-busy]) h1').waitFor();
    for (const width of [721, 820, 960]) {
      await page.setViewportSize({ width, height: 800 });
      const widths = await page.locator(reason).evaluateAll((all) => all.map((one) => one.clientWidth));
      expect(Math.min(...widths), `at ${width}`).toBeGreaterThan(500);
    }
    await close();
  });

  it('/messages says of those selected which a decision does not concern, and the page of the decision who still has to act', async () => {
    const [parked, refused] = [await idOf('disputed-line.xml'), await idOf('entity.xml')];
    const { journal } = pages.server;
    await look(anna, '/messages', async (page) => {
      for (const id of [parked, refused])
        await page.getByRole('checkbox', { name: `Select message ${id}`, exact: true }).check();
      await page.getByRole('button', { name: 'Close…' }).click();
      await dialog(page).getByText('1 is not a refused document that is open, and stays as it is').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('checkbox', { name: `Select message ${refused}`, exact: true }).uncheck();
      await page.getByRole('button', { name: 'Let later ones pass…' }).click();
      await dialog(page).getByLabel('Why').fill('the other orders are urgent');
      await page.keyboard.press('Control+Enter');
      await heading(page, 'Letting later ones pass: 0 of 1.').waitFor();
      while (await journal.advanceBulkDecisions()) await journal.carryOutCommands();
      await heading(page, '1 of 1 lets later ones pass.').waitFor();
      await page.getByText('1 still needs action.').waitFor();
    });
  });

  it('/messages shows those of a channel', () =>
    look(anna, '/messages', async (page) => {
      await page.getByRole('combobox', { name: 'Channel' }).selectOption('orders-csv');
      await page.getByRole('row', { name: /orders-three\.csv #2/ }).waitFor();
      expect(await page.getByRole('row', { name: /orders-json/ }).count()).toBe(0);
    }));

  it('/messages/:id is discarded with a reason', async () => {
    const id = await idOf('supplier-unknown.xml');
    await look(anna, `/messages/${id}`, async (page) => {
      await heading(page, /^Parked: /).waitFor();
      await page.keyboard.press('d');
      await dialog(page).getByLabel('Why (kept in the journal)').fill('exported again');
      await page.keyboard.press('Control+Enter');
      await heading(page, /^Discarded: /).waitFor();
    });
    expect(await pages.server.journal.history(id)).toMatchObject([
      { action: 'discard', who: 'anna', reason: 'exported again' },
    ]);
  });

  it('/messages/:id/edit checks what is typed, and sends it instead', async () => {
    const id = await idOf('decimal-comma.xml');
    await look(anna, `/messages/${id}/edit`, async (page) => {
      await heading(page, 'Nothing is changed yet.').waitFor();
      const line = page.locator('.cm-line', { hasText: '12,75' });
      await line.click();
      await page.keyboard.press('Home');
      const text = await line.innerText();
      for (let n = text.search(/\S/); n < text.indexOf(','); n += 1) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Delete');
      await page.keyboard.type('.');
      await heading(page, /^Your version would be sent/).waitFor();
      await page.getByRole('list', { name: 'What would be sent' }).getByText('12.75').first().waitFor();
      await page.getByLabel(/^Why/).fill('the ERP cannot export it again');
      await page.getByRole('button', { name: `Send instead of ${id}` }).click();
      await dialog(page).getByText('carries the corrected document').waitFor();
    });
    const { journal } = pages.server;
    const corrected = (await journal.list({ limit: 5 })).find(({ corrects }) => corrects === id);
    const bytes = await journal.part(corrected?.id ?? 0, 'received');
    expect(Buffer.from(bytes ?? []).toString()).toContain('12.75');
  });

  it('/decisions/:id tells what became of many messages', async () => {
    const { journal } = pages.server;
    await parkOrders(journal, 'orders-json', 3, 'STK');
    await look(anna, '/messages?needs=action', async (page) => {
      await page.setViewportSize({ width: 320, height: 568 });
      await page.getByRole('button', { name: 'Retry 3…' }).click();
      await dialog(page).getByText('Nothing is done before you say so.').waitFor();
      // what the trial adds above does not push the field below the buttons
      await dialog(page).getByRole('progressbar').waitFor({ state: 'detached' });
      const edgesOf = (element: Element) => element.getBoundingClientRect();
      const field = await dialog(page).getByLabel('Why').evaluate(edgesOf);
      const buttons = await dialog(page).locator('footer').evaluate(edgesOf);
      expect(field.bottom).toBeLessThanOrEqual(buttons.top);
      await dialog(page).getByLabel('Why').fill('STK is in the table now');
      await page.keyboard.press('Control+Enter');
      await heading(page, 'Retrying: 0 of 3.').waitFor();
      while (await journal.advanceBulkDecisions()) await journal.carryOutCommands();
      await heading(page, '3 of 3 were retried.').waitFor();
      await expectAccessible(page);
    });
  });

  it('/find lists orders, and a party chooses among them', () =>
    look(anna, '/find?q=45000178', async (page) => {
      await heading(page, /^19 orders fit 45000178/).waitFor();
      await page.getByRole('button', { name: '+ Party' }).click();
      await page.getByLabel('Add a party').fill('204518');
      await page.keyboard.press('Enter');
      await heading(page, /^3 orders fit/).waitFor();
    }));

  it('/orders/:number says how the order stands, and shows each step', () =>
    look(anna, '/orders/4500017802?party=204518', async (page) => {
      await heading(page, 'The supplier proposes a change of line 00010.').waitFor();
      await page.getByRole('link', { name: 'show each' }).first().click();
      await page.getByText('Ignored').first().waitFor();
    }));

  it('/channels checks one of them', () =>
    look(anna, '/channels', async (page) => {
      await page.getByRole('button', { name: 'Check now: orders-csv', exact: true }).click();
      await page.getByText(/^orders-csv was checked at/).waitFor();
    }));

  it('/alarms says what stands still, and one acknowledges it', async () => {
    pages.server.health = computeHealth([fact('exchange-away', '', 'No answer from `exchange.example`.')]);
    await look(anna, '/alarms', async (page) => {
      const line = page.getByRole('listitem').filter({ hasText: 'The exchange cannot be reached' });
      await line.getByRole('button', { name: 'Acknowledge' }).click();
      await dialog(page).getByLabel('Why').fill('I call them');
      await page.keyboard.press('Control+Enter');
      await line.getByText('I call them').waitFor();
      const heightOf = (todo: Element): number => todo.getBoundingClientRect().height;
      const closed = await line.locator('.todo').evaluate(heightOf);
      await page.emulateMedia({ media: 'print' });
      expect(await line.locator('.todo').evaluate(heightOf)).toBeGreaterThan(closed * 1.5);
    });
  });

  it('/help finds the code of a finding', () =>
    look(anna, '/help', async (page) => {
      await page.getByLabel('A word, or the code of a finding').fill('gln-check-digit');
      await page
        .getByRole('link', { name: /gln-check-digit/ })
        .first()
        .click();
      await page.locator('#gln-check-digit.at').waitFor();
    }));

  it('/users adds a colleague, whose link leads in by /welcome', async () => {
    let link = '';
    await look(anna, '/users', async (page) => {
      await page.getByRole('button', { name: 'Add user…' }).click();
      await dialog(page).getByLabel('Name').fill('ben');
      await page.keyboard.press('Enter');
      link = await page.getByLabel('It is shown this once').inputValue();
    });
    const { pathname, hash } = new URL(link);
    await look(nobody, pathname + hash, async (page) => {
      await page.getByLabel('New password').fill(password);
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Messages' }).first().waitFor();
      expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0);
    });
  });

  it('/users is amber where nobody may do everything', async () => {
    const { page, close } = await pages.open('/account', anna);
    await page.route('**/api/users', async (route) => {
      const { users, ...others } = await (await route.fetch()).json();
      const able = users.map((user: object) => ({ ...user, role: 'operate' }));
      await route.fulfill({ json: { ...others, users: able } });
    });
    await page.goto(`${pages.server.url}/users`);
    await heading(page, /; none may do everything/).waitFor();
    await page.locator('.answer svg.warn').waitFor();
    await page.getByText('Give someone that right').waitFor();
    await close();
  });

  it('/account changes the password of who is logged in', async () => {
    const carl = await pages.addUser('carl', 'operate');
    await look(carl, '/account', async (page) => {
      await page.getByRole('button', { name: 'Change password…' }).click();
      await dialog(page).getByLabel('Password until now').fill(password);
      await dialog(page).getByLabel('New password').fill('another horse in its stable');
      await page.keyboard.press('Enter');
      await page.getByText('Your other sessions have ended.').waitFor();
    });
  });

  it('who is not logged in logs in at the address that was asked for', async () => {
    await pages.addUser('dora', 'read');
    await look(nobody, '/channels', async (page) => {
      await page.getByLabel('Name').fill('dora');
      // on a phone, too, one sees where one logs in
      await page.setViewportSize({ width: 390, height: 800 });
      expect((await page.locator('.brand span').boundingBox())?.width).toBeGreaterThan(50);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Log in' }).click();
      await heading(page, /channels/).waitFor();
      expect(await page.getByRole('button', { name: /Check now/ }).count()).toBe(0);
    });
  });
});
