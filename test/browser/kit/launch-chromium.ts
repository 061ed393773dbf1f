import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The shell first: the others open a window with a tab strip for each context, which is half of what a test takes. */
const paths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const executablePath = paths.find((path) => existsSync(path));

/** Debian's; without it tests of pages are skipped, visibly. */
export const hasChromium = executablePath !== undefined;

export const launchChromium = (...args: readonly string[]): Promise<Browser> =>
  chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox', ...args] });
