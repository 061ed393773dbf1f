import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach } from 'vitest';
import { buildFolderState, readFolder } from '../../../src/workbench/publish/mappings-folder.ts';
import type { OpenPage, WindowOptions } from './chromium.ts';
import { type PagesSite, useMappingsSite } from './pages-site.ts';

/** The mapping that is edited. */
export const name = 'order-to-exchange';

/** What is one's own of it, before each test. */
export const ownText = `mapping: ${name}
extends: scsn-gateway/${name}

target:
  order:
    description: "cbc:Note[1]"
`;

/** The workbench over that mapping, for one test file. */
export interface EditorSite {
  readonly site: PagesSite;
  /** Its file. */
  ownFile(): string;
  /** What the gateway answers below the address of a mapping. */
  ask(
    what: string,
    more: object,
    mapping?: string,
  ): Promise<{ readonly status: number; readonly text: string }>;
  post(what: string, body: object): Promise<Response>;
  /** With its first result. */
  openWorkbench(options?: WindowOptions): Promise<OpenPage>;
}

export function useEditorSite(): EditorSite {
  const site = useMappingsSite();
  const ownFile = () => join(site.folder, 'mappings', `${name}.yaml`);
  const send = (path: string, body: object) =>
    fetch(`${site.server.url}/api/mappings/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const ask: EditorSite['ask'] = async (what, more, mapping = name) => {
    const response = await send(`${mapping}/${what}`, {
      ...(what === 'source' ? opened : question),
      ...more,
    });
    return { status: response.status, text: await response.text() };
  };
  // the first trial loads everything
  beforeAll(async () => {
    writeFileSync(ownFile(), ownText);
    await ask('preview', {});
  });
  beforeEach(() => writeFileSync(ownFile(), ownText));
  return {
    ...{ site, ownFile, ask, post: (what, body) => send(`${name}/${what}`, body) },
    openWorkbench: async (options = {}) => {
      const window = await site.newPage(options);
      await window.page.goto(`${site.server.url}/mappings/${name}?source=fixture:full`);
      await window.page.locator('.wb-result .cm-line').nth(3).waitFor({ state: 'attached' });
      return window;
    },
  };
}

const opened = { chain: [name], source: { kind: 'fixture', name: 'full' }, situation: { kind: 'then' } };
const question = { ...opened, page: 'test', edits: {}, document: 0 };

/** At the end of the text of one's own, which begins a member below `order`. */
export async function type(page: Page, text: string): Promise<void> {
  await page.locator('.wb-mapping .cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
}

/** What runs is another now, as somebody has published it on another machine. */
export async function publishElsewhere(
  { server: { journal }, folder }: Pick<PagesSite, 'server' | 'folder'>,
  who: string,
  reason: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const readState = () => buildFolderState(readFolder(join(folder, 'mappings')));
  const before = readState();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'mappings', path)), { recursive: true });
    writeFileSync(join(folder, 'mappings', path), text);
  }
  const after = readState();
  await journal.saveArtifacts([...before.artifacts, ...after.artifacts]);
  const states = { before: before.hash, after: after.hash };
  const publication = { action: 'publish', who, reason, ...states, freed: [] } as const;
  await journal.addPublication(publication, { mappings: after.hash, standing: [] });
}
