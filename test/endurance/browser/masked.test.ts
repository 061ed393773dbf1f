import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, hasChromium } from '../../browser/kit/chromium.ts';
import { type GuardedPages, startGuardedPages } from '../../browser/kit/guarded-pages.ts';

/** Pages as a reader sees them whom the values of documents do not concern. */
describe.skipIf(!hasChromium)('who sees documents masked', () => {
  let pages: GuardedPages;
  let secret: string;
  beforeAll(async () => {
    pages = await startGuardedPages();
    secret = await pages.addUser('ben', 'read', true);
  });
  afterAll(() => pages?.close());

  const idOf = async (name: string): Promise<number> => {
    const [message] = await pages.server.journal.list({ find: name, limit: 1 });
    return message?.id ?? 0;
  };
  const textOf = (page: Page): Promise<string> => page.getByRole('main').innerText();

  /** Of the demo's orders: a name, a text and a price. */
  const values = /Ellersloot|Bearing|Spacer|12[.,]75/i;

  it.each([
    ['en-GB', 1440, 'Masked for you'],
    ['nl-NL', 360, 'gemaskeerd'],
  ])('looks at a message, and finds pseudonyms and codes (%s, %i wide)', async (locale, width, note) => {
    const id = await idOf('disputed-line.xml');
    const size = { viewport: { width, height: 800 }, locale };
    const { page, complaints, close } = await pages.open(`/messages/${id}`, secret, size);
    await page.getByText(note).first().waitFor();
    const text = await textOf(page);
    expect(text).toContain('line-status-disputed');
    expect(text).toContain('<cbc:');
    expect(text).not.toMatch(values);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await expectAccessible(page);
    expect(complaints).toEqual([]);
    await close();
  });

  it.each([
    '/',
    '/messages',
    '/messages?needs=action',
    '/find?q=450001',
    '/orders/4500017820',
    '/channels',
    '/alarms',
  ])('finds no value on %s', async (path) => {
    const { page, complaints, close } = await pages.open(path, secret);
    await page.locator('main[aria-busy]').waitFor({ state: 'detached' });
    expect(await textOf(page)).not.toMatch(values);
    expect(
      await page
        .getByRole('main')
        .getByRole('button', { name: /retry|discard/i })
        .count(),
    ).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('sees the same pseudonyms the next time', async () => {
    const id = await idOf('disputed-line.xml');
    const look = async (): Promise<string> => {
      const { page, close } = await pages.open(`/messages/${id}`, secret);
      await page.getByRole('list', { name: 'Document' }).waitFor();
      const text = await page.getByRole('list', { name: 'Document' }).innerText();
      await close();
      return text;
    };
    expect(await look()).toBe(await look());
  });

  it('tries a mapping with a masked document', async () => {
    const { page, close } = await pages.open('/mappings/order-to-exchange', secret);
    await page.getByText('Documents are masked for you').waitFor();
    await page.locator('.cm-line').getByText('cbc:').first().waitFor();
    expect(await textOf(page)).not.toMatch(values);
    await close();
  });
});
