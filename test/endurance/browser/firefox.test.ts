import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyDemoSite } from '../../browser/kit/demo-site.ts';
import { hasFirefox, openFirefox } from '../../browser/kit/firefox.ts';
import { type PagesServer, startPagesServer, tokenOfLink } from '../../browser/kit/pages-server.ts';

/** The other tests of pages are of Chromium: this one tells whether Firefox shows anything at all. */
describe.skipIf(!hasFirefox)('Firefox', () => {
  let folder: string;
  let server: PagesServer;

  beforeAll(async () => {
    folder = await copyDemoSite();
    server = await startPagesServer(folder, { url: 'http://127.0.0.1/', proxies: [] });
  });
  afterAll(async () => {
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('lets one in by a link, shows the overview, and finds an order', async () => {
    const page = await openFirefox();
    try {
      await page.goTo(`${server.url}/welcome#${await tokenOfLink(server.journal)}`);
      await page.waitForHeading(/^2 documents wait for a decision/);
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toMatch(/^rgb\(/);
      await page.type('/');
      await page.type('4500017820\uE007');
      await page.waitForHeading(/^The order is parked/);
      expect(await page.evaluate('location.pathname')).toBe('/orders/4500017820');
    } finally {
      await page.close();
    }
  });
});
