import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { packageFolder } from '../../src/pipeline/channel/mapping-folders.ts';
import { hashRunningMappings } from '../../src/workbench/drafts/keep-draft.ts';
import { expectAccessible, hasChromium } from './kit/chromium.ts';
import { useDraftSite } from './kit/draft-site.ts';
import { name, ownText, type } from './kit/editor-site.ts';
import { choose } from './kit/format-site.ts';
import { parkOrders } from './kit/pages-site.ts';

/** Each page of the mappings is opened once, and what it is for is done there once. What people do on them at length: test/endurance/browser. */

describe.skipIf(!hasChromium)('each page of the mappings', () => {
  const { site, own, draft, readDraft } = useDraftSite();

  /** Opens it in a window of its own, where it is accessible and nothing complains while it is used. */
  async function look(path: string, use: (page: Page) => Promise<void>): Promise<void> {
    const { page, complaints, close } = await site.open(path);
    await page.locator('main[aria-busy]').waitFor({ state: 'detached' });
    await expectAccessible(page);
    await use(page);
    expect(complaints).toEqual([]);
    await close();
  }

  const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

  it('/mappings leads to each', () =>
    look('/mappings', async (page) => {
      await page.getByRole('link', { name: 'In use, or yours' }).waitFor();
      await page.getByRole('link', { name: 'order-to-order', exact: true }).first().click();
      await page.locator('.wb-result .cm-line').first().waitFor();
    }));

  it('/formats/:act makes a draft of a file', () =>
    look('/formats/new', async (page) => {
      await choose(page, 'bestellingen.csv');
      await page.getByText('This is a valid order.').waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Keep in a draft…' }).click();
      await page.getByLabel('Name of the format').fill('acme');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/mappings\/acme-to-order\?source=fixture:sample/);
      await page.locator('.wb-result').getByText('4500017811').first().waitFor();
    }));

  it('/mappings/:name shows what an edit does, and publishes it', () =>
    look(`/mappings/${name}?source=fixture:full`, async (page) => {
      const result = page.locator('.wb-result');
      await result.getByText('"supplierAccountNumber": "204518"').waitFor();
      await type(page, '    supplierAccountNumber: { $text: 204519 }');
      await result.getByText('"supplierAccountNumber": "204519"').waitFor();
      await page.getByText(/draft kept/).waitFor();
      await page.getByRole('button', { name: 'Publish…' }).click();
      await page.getByText(/Compared with \d+ messages/).waitFor();
      await expectAccessible(page);
      await page.getByLabel(/What did you change|Why is that right/).fill('another account');
      await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByText(/^Published/).waitFor();
      expect(readFileSync(own(`${name}.yaml`), 'utf8')).toContain('204519');
    }));

  it('/mappings/:name/tables takes a row', () =>
    look(`/mappings/${name}/tables?table=unit`, async (page) => {
      await page.getByRole('button', { name: '+ Row' }).press('Enter');
      await page.keyboard.type('STK');
      await page.keyboard.press('Tab');
      await page.keyboard.type('C62');
      await page.getByText(/draft kept/).waitFor();
      expect(Object.values(await readDraft()).join()).toContain('STK,C62');
    }));

  it('/mappings/:name/compare tells what a draft would have done', async () => {
    const stop = `stop:\n  - { when: "cbc:ID", as: parked, code: not-now, say: A person decides., advice: Decide. }\n`;
    await draft(ownText.replace('target:', `${stop}target:`));
    await look(`/mappings/${name}/compare`, async (page) => {
      await page.getByLabel('Received in').selectOption('365');
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
      await page.getByRole('heading', { name: /that were sent would not be sent/ }).waitFor();
      await expectAccessible(page);
    });
  });

  it('/mappings/:name/fixtures runs them', async () => {
    const fixture = own(join('fixtures', `${name}.mine`));
    cpSync(join(packageFolder('mappings'), 'fixtures', `${name}.full`), fixture, { recursive: true });
    await draft(ownText.replace('cbc:Note[1]', 'cbc:ID'));
    await look(`/mappings/${name}/fixtures`, async (page) => {
      await page.getByRole('button', { name: 'Run all' }).click();
      await page
        .getByRole('heading', { name: '1 of 1 fixture gives another result than expected.' })
        .waitFor();
    });
  });

  it('/mappings/:name/history retries what a version has freed', async () => {
    const { journal, startConfig } = site.server;
    const hash = hashRunningMappings(startConfig.mappings) ?? '';
    await journal.troubles.replaceTroubles('east', [], hash);
    const freed = await parkOrders(journal, 'orders-json', 1, 'STK');
    const version = { action: 'publish', who: 'm.janssen', reason: 'STK is in the table' } as const;
    const publication = { ...version, before: hash, after: hash, freed };
    await journal.addPublication(publication, { mappings: hash, standing: [] });
    await look(`/mappings/${name}/history`, async (page) => {
      const line = page.getByRole('listitem').filter({ hasText: 'STK is in the table' });
      await line.getByRole('button', { name: 'Retry the message that it frees…' }).click();
      await page.getByLabel('Why').fill('it goes now');
      await page.keyboard.press('Control+Enter');
      await heading(page, 'Retrying: 0 of 1.').waitFor();
    });
  });

  it('/mappings/:name/lost counts what goes nowhere, and lets a path go with a reason', () =>
    look(`/mappings/${name}/lost`, async (page) => {
      await page.getByRole('heading', { name: /go nowhere/ }).waitFor();
      await page
        .getByRole('button', { name: /^Ignore…/ })
        .first()
        .click();
      await page.keyboard.type('agreed');
      await page.keyboard.press('Enter');
      await page.getByText('Ignored in your draft.').waitFor();
      expect((await readDraft())['ignored.csv']).toContain(',agreed\n');
    }));
});
