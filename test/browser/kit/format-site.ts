import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { packageFile } from '../../../src/package.ts';
import { expectAccessible, type OpenPage, type WindowOptions } from './chromium.ts';
import { type PagesSite, useMappingsSite } from './pages-site.ts';

/** A file of an ERP that formats are made of. */
export const sampleFile = (name: string): string =>
  packageFile('src', 'workbench', 'sample', 'fixtures', name);

/** The page that makes a format from a sample, for one test file. */
export interface FormatSite {
  readonly site: PagesSite;
  open(options?: WindowOptions, path?: string): Promise<OpenPage>;
  /** The files of the draft of a mapping. */
  draftOf(mapping: string): Promise<Readonly<Record<string, string>>>;
}

export function useFormatSite(): FormatSite {
  const site = useMappingsSite();
  return {
    site,
    open: async (options = {}, path = '/formats/new') => {
      const opened = await site.newPage(options);
      await opened.page.goto(`${site.server.url}${path}`);
      await opened.page.getByRole('heading', { level: 1 }).waitFor();
      return opened;
    },
    draftOf: async (mapping) => {
      const draft = await site.server.journal.drafts.findDraft('m.janssen', `mapping ${mapping}`);
      return draft ? JSON.parse(draft.content) : {};
    },
  };
}

export async function choose(page: Page, name: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(sampleFile(name));
  await page.locator('.sample-code').waitFor();
}

/** What comes of the sample. */
export const result = (page: Page) => page.locator('.sample-code');

/** Until the gateway has kept what was said last. */
export const kept = (page: Page) => page.getByText(/draft kept/).waitFor();

export async function expectSound(page: Page): Promise<void> {
  for (const width of [360, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await expectAccessible(page);
}
