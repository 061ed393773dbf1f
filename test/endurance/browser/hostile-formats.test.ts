import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Journal } from '../../../src/journal/journal.ts';
import { sampleRecord } from '../../../src/journal/testkit/sample-record.ts';
import { computeHealth } from '../../../src/operator/health/health.ts';
import { packageFile } from '../../../src/package.ts';
import type { Finding } from '../../../src/types.ts';
import { hasChromium } from '../../browser/kit/chromium.ts';
import { fact, type PagesSite, usePagesSite } from '../../browser/kit/pages-site.ts';
import { writeAcme } from '../../kit/long-orders.ts';

/**
 * Markup and characters that act or that nobody sees, at every place of a document of each format, in its name, its numbers, findings,
 * reasons and answers: pages show all of it as text.
 */

/** An element, if anything took it for one; as short as fields of fixed places. */
const mark = '<b id=qz>';
/** With characters that turn what stands beside them, or hide. */
const unseen = `${mark}\u202e\u200b\u{e0041}\u00ad`;
/** As it is shown. */
const shown = '<b id=qz>\\u202e\\u200b\\u{e0041}\\u00ad';

const read = (...path: string[]): string => readFileSync(packageFile(...path), 'latin1');

/** Names and texts of segments that stand in fixed places, as long as they were. */
const markRow = (row: string): string =>
  row.slice(0, 63) +
  row
    .slice(63)
    .replace(/\S(?:\S| (?! )){8,}/g, (run) =>
      /[a-z@"]/i.test(run) ? mark.padEnd(run.length).slice(0, run.length) : run,
    );

const markJson = (value: unknown): unknown => {
  if (typeof value === 'string') return /^\d{4}-|^Order/.test(value) ? value : `${value}${unseen}`;
  if (Array.isArray(value)) return value.map(markJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, markJson(one)]));
};

/** Keys that are something else of every object. */
const markEvent = (text: string): string =>
  JSON.stringify(markJson(JSON.parse(text))).replace(
    '{',
    () => `{"__proto__":{"polluted":"${mark}"},"constructor":"${mark}",${JSON.stringify(unseen)}:"x",`,
  );

interface HostileDocument {
  readonly channel: string;
  readonly bytes: Buffer;
  /** A tree is made of it. */
  readonly hasTree: boolean;
  readonly seenAs: string;
}

function hostileDocuments(): readonly HostileDocument[] {
  const edifact = read('samples', 'good', 'order-edifact.edi').replace(
    /^(?!UN)(\w+\+.*)$/gm,
    (segment: string) => segment.replace(/(?<=[+:])[^+:'\d][^+:']{3,}/g, mark),
  );
  const [head = '', ...rows] = read('samples', 'good', 'orders-three.csv').split('\n');
  const csv = [
    `${head.trim()};__proto__;${mark}`,
    ...rows.map((row) => row.trim() && `${row.trim()};${mark};${mark}`),
  ];
  const idoc = read('src', 'formats', 'idoc', 'fixtures', 'orders.txt').split('\n').map(markRow).join('\n');
  const fixed = `H${mark.padEnd(10)}20260302540830\nL1     ${mark} 00000520260401\n`;
  const latin = (channel: string, text: string) => ({
    ...{ channel, hasTree: true, seenAs: mark },
    bytes: Buffer.from(text, 'latin1'),
  });
  return [
    latin('orders-edifact', edifact),
    latin('orders-csv', csv.join('\n')),
    latin('orders-idoc', idoc),
    latin('orders-fixed', fixed),
    ...['proposal', 'shipment-issued', 'rejected'].map((name) => ({
      ...{
        channel: name === 'shipment-issued' ? 'shipments' : 'responses',
        hasTree: false,
        seenAs: shown,
      },
      bytes: Buffer.from(markEvent(readFileSync(packageFile('samples', 'events', `${name}.json`), 'utf8'))),
    })),
  ];
}

const longValue = `${unseen}${'=HYPERLINK("http://evil.example")'.repeat(3_000)}`;

const findingOf = (n: number): Finding => ({
  ...{ code: 'table-miss', severity: 'park', line: n + 1, path: `/${mark}/${unseen}`, record: n },
  ...{
    message: `The table \`${unseen}\` has no entry.`,
    advice: unseen,
    value: n === 0 ? longValue : unseen,
  },
  ...{ field: unseen, key: '__proto__' },
});

const numbers = ['__proto__', 'constructor', '', '=1+1', `4711\u200b`, '4711', `${'9'.repeat(180)}`];

/** Parked, after an answer of the exchange that is as hostile. */
async function plant(journal: Journal, documents: readonly HostileDocument[]): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const [n, { channel, bytes }] of documents.entries()) {
    const direction = /^(responses|shipments)$/.test(channel) ? 'outbound' : 'inbound';
    const name = `${unseen.replace('/', '')}-${n}\u001b[31m.xml`;
    const source =
      direction === 'inbound'
        ? ({ kind: 'file', id: `formats-${n}`, name, size: 1, mtime: 1 } as const)
        : ({ kind: 'webhook', method: 'POST' } as const);
    const [id = 0] = await journal.receive([{ channel, direction, name, source, bytes }]);
    const purchaseOrderNumber = numbers[n] ?? '';
    const address = `buyer/${unseen}/${purchaseOrderNumber}`;
    const findings = Array.from({ length: n === 0 ? 10_000 : 2 }, (_, at) => findingOf(at));
    await journal.storeChecked(id, { orderKey: address, address, purchaseOrderNumber, findings });
    const prepared = {
      bytes: Buffer.from(JSON.stringify({ order: { note: unseen } })),
      plan: '{}',
      mapping: mark,
      findings: [],
    };
    const { attempt } = await journal.startDelivery(id, { ...prepared, saw: sampleRecord });
    await journal.endAttempt(id, attempt, { status: 422, detail: `no: ${unseen}`, unknown: false });
    await journal.park(id, `The table \`${unseen}\` has no entry.`, findings.slice(0, 100));
    ids.push(id);
  }
  return ids;
}

/** What acts, turns or hides, but for ends of lines and tabs. */
const actingCharacters = /(?![\n\t])[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u;

/** Nothing of it is an element, and no character of it does anything. */
async function expectHarmless(page: Page, path: string): Promise<string> {
  await page.locator('main[aria-busy]').waitFor({ state: 'detached' });
  expect(await page.locator('[id^=qz], img, iframe, object, embed').count(), path).toBe(0);
  const texts = await page.evaluate(() => [
    ...[document.title, document.body.innerText],
    ...[...document.querySelectorAll('[title], [aria-label]')].flatMap((one) => [
      one.getAttribute('title') ?? '',
      one.getAttribute('aria-label') ?? '',
    ]),
  ]);
  for (const text of texts) expect(actingCharacters.exec(text)?.input?.slice(0, 200), path).toBeUndefined();
  return texts[1] ?? '';
}

function addChannels(site: PagesSite): void {
  const mappings = join(site.folder, 'mappings');
  mkdirSync(mappings, { recursive: true });
  writeAcme(mappings);
  const config = site.server.startConfig;
  const like = config.channels['orders-edifact'];
  if (like === undefined) throw new Error('The demo has such a channel.');
  const channel = (document: string) => ({ ...like, document });
  const channels = {
    ...config.channels,
    ...{ 'orders-idoc': channel('idoc-orders'), 'orders-fixed': channel('acme-fixed') },
  };
  site.server.config = () => ({ ...config, mappings, channels });
}

describe.skipIf(!hasChromium)('documents of every format that hold markup and characters nobody sees', () => {
  const site = usePagesSite();

  it('are text in every view, in findings, attempts and lists, and in what is copied', async () => {
    addChannels(site);
    site.server.health = computeHealth([fact('parked', unseen, unseen)]);
    const documents = hostileDocuments();
    const ids = await plant(site.server.journal, documents);
    const { page, complaints, close } = await site.open('/', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    for (const [n, id] of ids.entries()) {
      const { hasTree, seenAs, channel } = documents[n] ?? { hasTree: false, seenAs: '', channel: '' };
      for (const view of hasTree ? ['', '?view=tree'] : ['']) {
        await page.goto(`${site.server.url}/messages/${id}${view}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        const text = await expectHarmless(page, `${channel} ${view}`);
        expect(text, `${channel} ${view}`).toContain(seenAs);
        expect(text).toContain(shown);
      }
      await page
        .getByRole('button', { name: /ticket/i })
        .first()
        .click();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toContain(shown);
      expect(actingCharacters.exec(copied)?.input?.slice(0, 200), channel).toBeUndefined();
    }
    for (const path of [
      '/',
      '/messages?needs=action',
      `/find?q=4711`,
      '/channels',
      ...numbers.filter(Boolean).map((number) => `/orders/${encodeURIComponent(number)}`),
    ]) {
      await page.goto(site.server.url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const text = await expectHarmless(page, path);
      // two orders whose numbers look alike
      if (path.startsWith('/orders/4711')) expect(text.includes('4711\\u200b')).toBe(path.includes('%'));
    }
    expect(await page.evaluate(() => 'polluted' in {})).toBe(false);
    expect(complaints.filter((text) => !/status of (404|409|422)/.test(text))).toEqual([]);
    await close();
  });
});
