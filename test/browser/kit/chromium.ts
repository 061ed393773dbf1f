import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type Axe from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { patience } from '../../kit/machine.ts';
import { launchChromium } from './launch-chromium.ts';

export { hasChromium } from './launch-chromium.ts';

/** Windows of a context share a process; code that runs for a moment is not compiled anew to run faster. */
export const launchForTests = (): Promise<Browser> =>
  launchChromium('--renderer-process-limit=1', '--js-flags=--no-opt,--no-maglev');

export interface OpenPage {
  readonly page: Page;
  /** What the console, the policy or an uncaught error said: nothing is the only right answer. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

export interface WindowOptions extends BrowserContextOptions {
  /** The context ends with the window: what a test does to it, such as a clock of its own, cannot be taken back. */
  readonly endsContext?: boolean;
}

/** A window of its own, with nothing kept from another. One after the other they share a process, which has compiled the scripts. */
export async function openPage(browser: Browser, options: WindowOptions = {}): Promise<OpenPage> {
  const { endsContext = false, viewport, ...others } = options;
  const free = freeContexts(browser, JSON.stringify(others));
  const context = (endsContext ? undefined : free.pop()) ?? (await newContext(browser, others));
  const page = await context.newPage();
  if (viewport) await page.setViewportSize(viewport);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  const close = async (): Promise<void> => {
    if (endsContext) return await context.close();
    await page.close();
    await forgetAll(context);
    free.push(context);
  };
  return { page, complaints, close };
}

/** Of each browser, by their options: those in which no window is open. */
const contexts = new WeakMap<Browser, Map<string, BrowserContext[]>>();

function freeContexts(browser: Browser, options: string): BrowserContext[] {
  const ofBrowser = contexts.get(browser) ?? new Map<string, BrowserContext[]>();
  contexts.set(browser, ofBrowser);
  const free = ofBrowser.get(options) ?? [];
  ofBrowser.set(options, free);
  return free;
}

async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(30_000 * patience);
  // as long as one is open, the process of the context stays
  await context.newPage();
  return context;
}

/** What pages have stored; what they have loaded stays. */
async function forgetAll(context: BrowserContext): Promise<void> {
  const [blank] = context.pages();
  if (!blank) return;
  const session = await context.newCDPSession(blank);
  await session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' });
  await session.detach();
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
