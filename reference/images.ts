import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { buildOnce } from '../packaging/build-once.ts';
import { computeHealth } from '../src/operator/health/health.ts';
import { packageFile } from '../src/package.ts';
import { hasChromium, launchForTests, openPage } from '../test/browser/kit/chromium.ts';
import { copyDemoSite } from '../test/browser/kit/demo-site.ts';
import { name, ownText } from '../test/browser/kit/editor-site.ts';
import { type PagesServer, startPagesServer } from '../test/browser/kit/pages-server.ts';

/**
 * `npm run images`: the pictures of README and manual, in both languages, of what `npm run demo` leaves. Needs Debian's Chromium.
 *
 * `npm run images -- --into FOLDER [--width 390,1440] [--scheme light,dark] [--language en,nl] [--click BUTTON] [--role read] PATH…`: any
 * pages, whole, to look at. `%PARKED%` in a path is a parked message. `--click`: what is pressed before, by its English name.
 */

const { values: asked, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: {
    into: { type: 'string' },
    width: { type: 'string', default: '390,1024,1440' },
    scheme: { type: 'string', default: 'light,dark' },
    language: { type: 'string', default: 'en,nl' },
    role: { type: 'string', default: 'administer' },
    click: { type: 'string', multiple: true, default: [] },
  },
});

const manualPages = {
  overview: '/',
  order: '/orders/4500017803?party=204518',
  message: '/messages/%PARKED%',
  messages: '/messages?needs=action',
  workbench: '/mappings/order-to-exchange?source=fixture:full',
} as const;

const locales: Readonly<Record<string, string>> = { en: 'en-GB', nl: 'nl-NL' };

/** With a folder of mappings of its own the workbench edits. */
function addOwnMapping(site: string): void {
  const folder = join(site, 'mappings');
  mkdirSync(folder);
  writeFileSync(join(folder, `${name}.yaml`), ownText);
  appendFileSync(join(site, 'gateway.yaml'), '\nmappings: mappings\n');
}

interface Picture {
  readonly path: string;
  readonly file: string;
  readonly language: string;
  readonly width: number;
  readonly scheme: 'light' | 'dark';
  readonly isWhole: boolean;
}

function listManualPictures(): readonly Picture[] {
  return Object.keys(locales).flatMap((language) =>
    Object.entries(manualPages).map(([name, path]) => ({
      ...{ path, language, width: 1280, scheme: 'light' as const, isWhole: false },
      file: packageFile('docs', 'images', `${name}${language === 'en' ? '' : `.${language}`}.png`),
    })),
  );
}

function listAskedPictures(folder: string): readonly Picture[] {
  const pictures: Picture[] = [];
  for (const path of paths)
    for (const language of asked.language.split(','))
      for (const scheme of asked.scheme.split(','))
        for (const width of asked.width.split(',')) {
          const name = path.replaceAll(/[^\w]+/g, '-').replaceAll(/^-|-$/g, '') || 'overview';
          const file = join(folder, `${[name, ...asked.click, width, scheme, language].join('.')}.png`);
          const how = { language, width: Number(width), isWhole: true };
          pictures.push({ path, file, ...how, scheme: scheme === 'dark' ? 'dark' : 'light' });
        }
  return pictures;
}

/** Nothing is waited for any more, and what comes with the next live event is there. */
async function settle(page: Page): Promise<void> {
  await page.locator('main:not([aria-busy])').waitFor();
  await page.waitForTimeout(asked.into ? 700 : 3_000);
}

/** In the workbench: with where a value of the result comes from. */
async function pickValue(page: Page): Promise<void> {
  const result = page.locator('.wb-result');
  if ((await result.count()) === 0) return;
  // at its beginning: a line that is wider than the pane would be moved
  await result.getByText('"204518"').click({ position: { x: 60, y: 8 } });
  await page.locator('.wb-chain').waitFor();
  await page.waitForTimeout(1_000);
}

async function take(browser: Browser, url: string, picture: Picture): Promise<void> {
  const { file, language, width, scheme, isWhole } = picture;
  const locale = locales[language] ?? language;
  const height = isWhole && width < 721 ? 844 : 800;
  const { page, close } = await openPage(browser, {
    locale,
    colorScheme: scheme,
    viewport: { width, height },
  });
  await page.goto(url);
  await settle(page);
  if (!isWhole) await pickValue(page);
  for (const name of asked.click) {
    await page.getByRole('button', { name }).first().click();
    await page.waitForTimeout(700);
  }
  await page.screenshot({ path: file, fullPage: isWhole && asked.click.length === 0 });
  console.log(relative(packageFile(), file));
  await close();
}

const isRole = (role: string): role is PagesServer['role'] =>
  ['read', 'operate', 'administer'].includes(role);

if (!hasChromium) throw new Error('The pictures need Chromium: apt-get install chromium');
process.env.GATEWAY_BUILD = await buildOnce();
const folder = asked.into ?? packageFile('docs', 'images');
mkdirSync(folder, { recursive: true });
const site = await copyDemoSite();
addOwnMapping(site);
const server = await startPagesServer(site);
if (isRole(asked.role)) server.role = asked.role;
server.health = computeHealth([
  {
    trouble: 'parked',
    about: 'orders-json',
    what: { en: '2 documents wait for a decision.', nl: '2 documenten wachten op een beslissing.' },
    since: new Date().toISOString(),
    lasts: 0,
  },
]);
const browser = await launchForTests();
const [parked] = await server.journal.list({ limit: 1, state: 'parked' });
try {
  for (const picture of asked.into === undefined ? listManualPictures() : listAskedPictures(folder))
    await take(browser, server.url + picture.path.replace('%PARKED%', String(parked?.id)), picture);
} finally {
  await browser.close();
  await server.close();
  rmSync(site, { recursive: true, force: true });
}
