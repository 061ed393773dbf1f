import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect } from 'vitest';
import { patience } from '../../kit/machine.ts';
import { expectAccessible, type WindowOptions } from './chromium.ts';
import { name, ownText } from './editor-site.ts';
import { useMappingsSite } from './pages-site.ts';

/** The parts of the workbench beside its editor, over the mapping that the editor has too, for one test file. */
export function useDraftSite() {
  const site = useMappingsSite();
  /** A file in the folder of mappings. */
  const own = (path: string) => join(site.folder, 'mappings', path);
  beforeEach(() => writeFileSync(own(`${name}.yaml`), ownText));
  const api = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${site.server.url}/api${path}`, {
      ...{ method, headers: { 'Content-Type': 'application/json' } },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  /** Keeps the text, and more files, as a draft. */
  const draft = async (text: string, more: Readonly<Record<string, string>> = {}) => {
    const { body } = await api('GET', `/mappings/${name}`);
    const files = { [`${name}.yaml`]: text, ...more };
    const seen = body.draft?.edition ?? 0;
    return api('PUT', `/mappings/${name}/draft`, { base: body.draft?.base ?? body.base, files, seen });
  };
  const readDraft = async (): Promise<Readonly<Record<string, string>>> =>
    (await api('GET', `/mappings/${name}`)).body.draft?.files ?? {};
  const open = async (part: string, options: WindowOptions = {}) => {
    const opened = await site.newPage(options);
    opened.page.setDefaultTimeout(60_000 * patience);
    await opened.page.goto(`${site.server.url}/mappings/${name}${part.startsWith('?') ? '' : '/'}${part}`);
    await opened.page.getByRole('heading', { level: 1 }).waitFor();
    return opened;
  };
  /** What came of planning a publication, and its token. */
  const plan = async () => {
    const { body } = await api('POST', `/mappings/${name}/publication`, {});
    const look = () => api('GET', `/mappings/${name}/publication?token=${body.token}`);
    await expect.poll(async () => (await look()).body.kind, { timeout: 120_000 }).not.toBe('working');
    return { token: String(body.token), ...(await look()).body };
  };
  const publish = (token: string, reason: string) =>
    api('POST', `/mappings/${name}/publish`, { token, reason });
  return { site, own, api, draft, readDraft, open, plan, publish };
}

/** At both widths of a desk, in light and dark; then as wide as before. */
export async function expectSound(page: Page): Promise<void> {
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await expectAccessible(page);
}
