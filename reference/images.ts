import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { buildOnce } from '../packaging/build-once.ts';
import { keepUntranslated } from '../src/findings/localized-text.ts';
import { computeHealth } from '../src/operator/health/health.ts';
import { packageFile } from '../src/package.ts';
import { hasChromium, launchChromium, openPage } from '../test/browser/kit/chromium.ts';
import { copyDemoSite } from '../test/browser/kit/demo-site.ts';
import { type PagesServer, startPagesServer } from '../test/browser/kit/pages-server.ts';

/** `npm run images`: the pictures of README and manual, in both languages, of what `npm run demo` leaves. Needs Debian's Chromium. */

const folder = packageFile('docs', 'images');

const pages = {
  overview: '/',
  order: '/orders/4500017803?party=204518',
  message: '/messages/%PARKED%',
  messages: '/messages?needs=action',
  workbench: '/mappings/order-to-exchange',
} as const;

const languages = { en: 'en-GB', nl: 'nl-NL' } as const;

/** Milliseconds in which a page that is there is still filled. */
const settles = 3_000;

async function takeAll(browser: Browser, server: PagesServer): Promise<void> {
  const [parked] = await server.journal.list({ limit: 1, state: 'parked' });
  for (const [language, locale] of Object.entries(languages))
    for (const [name, path] of Object.entries(pages)) {
      const { page, close } = await openPage(browser, { locale, viewport: { width: 1280, height: 800 } });
      await page.goto(server.url + path.replace('%PARKED%', String(parked?.id)));
      await page.locator('main').waitFor();
      await page.waitForTimeout(settles);
      const file = `${name}${language === 'en' ? '' : `.${language}`}.png`;
      await page.screenshot({ path: join(folder, file) });
      console.log(`docs/images/${file}`);
      await close();
    }
}

if (!hasChromium) throw new Error('The pictures need Chromium: apt-get install chromium');
process.env.GATEWAY_BUILD = await buildOnce();
mkdirSync(folder, { recursive: true });
const site = await copyDemoSite();
const server = await startPagesServer(site);
server.health = computeHealth([
  {
    trouble: 'parked',
    about: 'orders-json',
    what: keepUntranslated('2 documents wait for a decision.'),
    since: new Date().toISOString(),
    lasts: 0,
  },
]);
const browser = await launchChromium();
try {
  await takeAll(browser, server);
} finally {
  await browser.close();
  await server.close();
  rmSync(site, { recursive: true, force: true });
}
