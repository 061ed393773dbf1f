import { launchChromium, openPage } from './test/browser/kit/chromium.ts';
import { copyDemoSite } from './test/browser/kit/demo-site.ts';
import { startPagesServer } from './test/browser/kit/pages-server.ts';
import { buildOnce } from './packaging/build-once.ts';
process.env.GATEWAY_BUILD = await buildOnce();
const folder = await copyDemoSite();
const server = await startPagesServer(folder);
const browser = await launchChromium();
for (const asked of process.argv.slice(2)) {
  const [path = '/', out = '', width = '1440', scheme = 'light', locale = 'en-GB', click = ''] = asked.split('|');
  const { page, complaints, close } = await openPage(browser, { viewport: { width: Number(width), height: 900 }, locale, colorScheme: scheme as 'light' });
  await page.goto(server.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 60_000 });
  await page.waitForTimeout(900);
  if (click) { await page.getByRole('button', { name: click }).first().click(); await page.waitForTimeout(6000); }
  await page.screenshot({ path: `/tmp/shots-orders/${out}.png`, fullPage: true });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  console.log(out, wide, complaints);
  await close();
}
await browser.close();
await server.close();
process.exit(0);
