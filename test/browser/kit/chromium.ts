import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type Axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { patience } from '../../kit/machine.ts';

export { hasChromium, launchChromium } from './launch-chromium.ts';

export interface OpenPage {
  readonly page: Page;
  /** What the console, the policy or an uncaught error said: nothing is the only right answer. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

/** A window of its own, with nothing kept from another. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(30_000 * patience);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { page, complaints, close: () => context.close() };
}

/** To compile it takes as long as to run it: the short form, once a page. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** No finding of axe in light and dark, where contrast alone may differ. It is put in by the driver, past the policy of the page. */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  for (const [colorScheme, rules] of [
    ['light', undefined],
    ['dark', ['color-contrast']],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await page.evaluate(listViolations, rules), colorScheme).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** At each of these widths nothing has to be scrolled sideways, and it is accessible. */
export async function expectSoundAt(page: Page, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await expectAccessible(page);
  }
}

/** Runs in the page. */
async function listViolations(rules: readonly string[] | undefined): Promise<readonly string[]> {
  const { axe } = globalThis as unknown as { axe: typeof Axe };
  const { violations } = await axe.run({
    resultTypes: ['violations'],
    ...(rules ? { runOnly: [...rules] } : {}),
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
