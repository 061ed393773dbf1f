import { existsSync } from 'node:fs';
import AxeSource from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { patience } from '../../kit/machine.ts';

const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = paths.find((path) => existsSync(path));

/** Debian's; without it tests of pages are skipped, visibly. */
export const hasChromium = executablePath !== undefined;

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });

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

/** No finding of axe in light and dark. It is put in by the driver, past the policy of the page. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(AxeSource.source);
    const violations = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as { axe: typeof AxeSource };
      const { violations } = await axe.run();
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    });
    expect(violations, colorScheme).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
