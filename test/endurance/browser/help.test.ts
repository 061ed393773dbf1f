import { describe, expect, it } from 'vitest';
import { hasChromium } from '../../browser/kit/chromium.ts';
import { usePagesSite } from '../../browser/kit/pages-site.ts';

describe.skipIf(!hasChromium)('the manual in the pages', () => {
  const site = usePagesSite();

  it.each(['/help', '/help?page=parked', '/help?page=findings&at=gln-check-digit'])(
    '%s is sound in both languages, at every width',
    async (path) => await site.expectSound(path),
  );

  it('finds the code of a finding, and leads to its row', async () => {
    const { page, complaints, close } = await site.open('/help');
    await page.getByLabel('A word, or the code of a finding').fill('gln-check-digit');
    await page
      .getByRole('link', { name: /gln-check-digit/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'Findings' }).waitFor();
    expect(new URL(page.url()).search).toBe('?page=findings&at=gln-check-digit');
    await page.locator('#gln-check-digit.at').waitFor();
    expect(await page.locator('#gln-check-digit').boundingBox()).toMatchObject({ y: expect.closeTo(64, -2) });
    expect(complaints).toEqual([]);
    await close();
  });

  it('follows links from page to page, and back', async () => {
    const { page, close } = await site.open('/help?page=alarms');
    await page.getByRole('main').getByRole('link', { name: '/health', exact: false }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Watching over the gateway' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Alarms' }).waitFor();
    await close();
  });

  it('shows Dutch readers the Dutch pages first, and says what is not there', async () => {
    const { page, close } = await site.open('/help', { locale: 'nl-NL' });
    expect(await page.getByRole('heading', { level: 2 }).first().textContent()).toBe('In het Nederlands');
    await page.goto(`${site.server.url}/help?page=nothing`);
    await page.getByRole('heading', { name: 'De handleiding heeft geen pagina “nothing”.' }).waitFor();
    await close();
  });
});
