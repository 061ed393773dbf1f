import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Journal } from '../../../src/journal/journal.ts';
import { computeHealth, type Fact } from '../../../src/operator/health/health.ts';
import { patience } from '../../kit/machine.ts';
import { expectAccessible, launchForTests, type OpenPage, openPage, type WindowOptions } from './chromium.ts';
import { copyDemoSite } from './demo-site.ts';
import { type PagesServer, startPagesServer } from './pages-server.ts';

/** The pages of one test file: its own copy of the demo's journal, one browser. */
export interface PagesSite {
  readonly server: PagesServer;
  /** The folder with `gateway.yaml` and the journal. */
  readonly folder: string;
  /** A page in its browser, on which nothing is opened yet. */
  newPage(options?: WindowOptions): Promise<OpenPage>;
  open(path: string, options?: WindowOptions): Promise<OpenPage>;
  /** Opens it 360, 1024 and 1440 wide, in both languages: no complaint, no sideways scroll, accessible in light and dark. */
  expectSound(path: string): Promise<void>;
}

/** `prepare`: called with the folder before the pages read it. */
export function usePagesSite(prepare: (folder: string) => void = () => undefined): PagesSite {
  const state: { folder?: string; server?: PagesServer; browser?: Browser } = {};
  beforeAll(async () => {
    state.folder = await copyDemoSite();
    prepare(state.folder);
    state.server = await startPagesServer(state.folder);
    state.browser = await launchForTests();
  });
  beforeEach(async () => {
    if (!state.server) return;
    const { startConfig } = state.server;
    Object.assign(state.server, { role: 'administer', health: computeHealth([]), config: () => startConfig });
    await forgetTroubles(state.server.journal);
  });
  afterAll(async () => {
    await state.browser?.close();
    await state.server?.close();
    if (state.folder) rmSync(state.folder, { recursive: true, force: true });
  });
  const need = <T>(one: T | undefined): T => {
    if (one === undefined) throw new Error('The pages are not there yet.');
    return one;
  };
  const newPage: PagesSite['newPage'] = (options) => openPage(need(state.browser), options);
  const open: PagesSite['open'] = async (path, options) => {
    const opened = await newPage(options);
    opened.page.setDefaultTimeout(10_000 * patience);
    await opened.page.goto(need(state.server).url + path);
    await opened.page.getByRole('heading', { level: 1 }).waitFor();
    return opened;
  };
  return {
    get server() {
      return need(state.server);
    },
    get folder() {
      return need(state.folder);
    },
    newPage,
    open,
    expectSound: async (path) => {
      for (const [locale, widths] of [
        ['nl-NL', [360, 1440]],
        ['en-GB', [1024, 360]],
      ] as const) {
        const { page, complaints, close } = await open(path, { locale });
        await page.locator('main[aria-busy]').waitFor({ state: 'detached' });
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
          if (width === widths[0]) await expectAccessible(page);
        }
        expect(complaints).toEqual([]);
        await close();
      }
    },
  };
}

/** The pages over a site with a folder of mappings of its own, which is empty. Each test begins without drafts. */
export function useMappingsSite(): PagesSite {
  const site = usePagesSite((folder) => {
    mkdirSync(join(folder, 'mappings'));
    appendFileSync(join(folder, 'gateway.yaml'), '\nmappings: mappings\n');
  });
  beforeEach(async () => {
    const { drafts } = site.server.journal;
    for (const subject of await drafts.listDraftSubjects(author)) await drafts.removeDraft(author, subject);
  });
  return site;
}

/** Who is logged in where nobody is at the door. */
const author = 'm.janssen';

/** What the demo left behind. */
async function forgetTroubles({ troubles }: Journal): Promise<void> {
  for (const { gateway } of await troubles.listTroubles()) await troubles.replaceTroubles(gateway, []);
}

/** Nothing is parked, waits or was refused any more. */
export async function endEverything(journal: Journal): Promise<void> {
  for (const { id, state, outcome } of await journal.list({ limit: 1_000 })) {
    const action = outcome === 'rejected' ? 'close' : state === 'settled' ? undefined : 'discard';
    if (action) await journal.enqueueCommand({ action, message: id, force: false, reason: 'of the demo' });
  }
  await journal.carryOutCommands();
}

let parked = 0;

/** Orders whose unit no table knows; resolves to their numbers. */
export async function parkOrders(
  journal: Journal,
  channel: string,
  count: number,
  unit: string,
): Promise<readonly number[]> {
  const message = `The table \`unit\` has no entry for \`${unit}\`.`;
  const finding = { code: 'table-miss', severity: 'park', message, advice: 'Add it.', value: unit } as const;
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) {
    parked += 1;
    const name = `PO-45000${parked}_Ellersloot_Machinebouw_en_Zonen_Rotterdam_week48.xml`;
    const source = { kind: 'file', id: `parked-${parked}`, name, size: 1, mtime: 1 } as const;
    const bytes = Buffer.from(`<Order>${parked}</Order>`);
    const [id = 0] = await journal.receive([{ channel, direction: 'inbound', name, source, bytes }]);
    const order = { orderKey: `parked-${parked}`, purchaseOrderNumber: `45000${parked}` };
    await journal.storeChecked(id, { ...order, findings: [] });
    await journal.park(id, message, [finding]);
    ids.push(id);
  }
  return ids;
}

/** Something that is wrong, as the parts of a gateway tell it. */
export const fact = (
  trouble: Fact['trouble'],
  about: string,
  what: string,
  more: Partial<Fact> = {},
): Fact => ({
  ...{ trouble, about, what: { en: what, nl: `NL: ${what}` } },
  ...{ since: new Date(Date.now() - 3_600_000).toISOString(), lasts: 3_600_000 },
  ...more,
});
