import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { buildOnce } from '../packaging/build-once.ts';
import { copyDemoSite } from '../test/browser/kit/demo-site.ts';
import { launchChromium } from '../test/browser/kit/launch-chromium.ts';
import { startPagesServer } from '../test/browser/kit/pages-server.ts';
import { watchPane } from '../test/browser/kit/watch-pane.ts';
import { readOwnSeconds } from './kit/processors.ts';
import { atMost, percentile, type Row, report, rounded } from './kit/report.ts';
import { buildInterchange, buildOrder, buildOrderOfSize } from './kit/trial-documents.ts';

/**
 * How long until a key is seen in the result? `node bench/preview-painted.ts [WHAT]`, such as `"5 MB"`. The workbench in a browser, from the key to the frame in
 * which the result has it: p95 of 150 ms at 20 lines, 250 ms through a chain of three mappings, 1.2 s at 500 lines, 3 s for a document of
 * 5 MB, and from a click on a value to where it comes from 1 s. Beside it the time of all processors
 * in the gateway and that of the page's own thread, by which a busy machine is told from slow work.
 */
interface Case {
  readonly what: string;
  readonly mapping: string;
  readonly file: string;
  readonly bytes: Uint8Array;
  /** Lines of the edit; what is typed stands behind them. */
  readonly edit: string;
  /** How the result has what was typed. */
  readonly member: string;
  readonly runs: number;
  /** Milliseconds. */
  readonly target: number;
}

const ofOrder = {
  mapping: 'order-to-exchange',
  edit: 'target:\n  order:\n    supplierAccountNumber:\n      $text: k',
  member: 'supplierAccountNumber',
};
const cases: readonly Case[] = [
  { ...ofOrder, what: '20 lines', file: 'order-20.xml', bytes: buildOrder(20), runs: 40, target: 150 },
  {
    ...{ what: '20 lines through three mappings', mapping: 'edifact-orders-to-order' },
    ...{ file: 'order.edi', bytes: buildInterchange(20) },
    ...{ edit: 'target:\n  cbc:ID:\n    $text: k', member: 'purchaseOrderNumber' },
    ...{ runs: 30, target: 250 },
  },
  { ...ofOrder, what: '500 lines', file: 'order-500.xml', bytes: buildOrder(500), runs: 12, target: 1200 },
  {
    ...{ ...ofOrder, what: '5 MB', file: 'order-5mb.xml', bytes: buildOrderOfSize(5_000_000) },
    ...{ runs: 5, target: 3000 },
  },
];

const clickTarget = 1000;
const [only] = process.argv.slice(2);

const folder = await prepareSite();
process.env.GATEWAY_BUILD = await buildOnce();
const server = await startPagesServer(folder);
const browser = await launchChromium();
try {
  const rows: Row[] = [];
  for (const one of cases.filter(({ what }) => only === undefined || what === only))
    rows.push(...(await measureCase(one)));
  report('From a key in the workbench to its painted result', rows);
} finally {
  await browser.close();
  await server.close();
  rmSync(folder, { recursive: true });
}

async function prepareSite(): Promise<string> {
  const site = await copyDemoSite();
  mkdirSync(join(site, 'mappings', 'samples'), { recursive: true });
  const config = join(site, 'gateway.yaml');
  writeFileSync(config, `${readFileSync(config, 'utf8')}\nmappings: mappings\n`);
  for (const { file, bytes, mapping, edit } of cases) {
    writeFileSync(join(site, 'mappings', 'samples', file), bytes);
    const head = `mapping: ${mapping}\nextends: scsn-gateway/${mapping}\n`;
    writeFileSync(join(site, 'mappings', `${mapping}.yaml`), `${head}${edit}`);
  }
  return site;
}

async function measureCase(one: Case): Promise<readonly Row[]> {
  const { mapping, file, member, what, runs, target } = one;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(`${server.url}/mappings/${mapping}?source=sample:yours/${file}&tree=off`);
  await page.locator('.wb-result').getByText(`"${member}": "k"`).waitFor();
  const typed = { text: 'k' };
  const press = async (): Promise<number> => {
    typed.text += 'abcdefgh'[typed.text.length % 8];
    return await timeKey(page, typed.text.at(-1) ?? '', `"${member}": "${typed.text}"`);
  };
  await page.locator('.wb-mapping .cm-content').click();
  await page.keyboard.press('Control+End');
  for (let n = 0; n < Math.ceil(runs / 4); n += 1) await press();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  const [before, tasksBefore] = [readOwnSeconds(), await readTasks(session)];
  const times: number[] = [];
  for (let n = 0; n < runs; n += 1) times.push(await press());
  const seconds = readOwnSeconds() - before;
  const tasks = (await readTasks(session)) - tasksBefore;
  const click = await timeClick(page, typed.text);
  await context.close();
  await server.journal.drafts.removeDraft('m.janssen', `mapping ${mapping}`);
  return [
    { what: `key, ${what}: p50, ms`, figure: rounded(percentile(times, 0.5)) },
    { what: 'p95, ms', ...atMost(target, percentile(times, 0.95)) },
    { what: 'processors of the gateway, ms a key', figure: rounded((seconds * 1000) / runs) },
    { what: 'thread of the page, ms a key', figure: rounded(tasks / runs) },
    { what: 'click, ms', ...atMost(clickTarget, click) },
  ];
}

/** Milliseconds that the page has worked. */
async function readTasks(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}

/** Milliseconds from the key to the frame in which its text stands in the result. */
async function timeKey(page: Page, key: string, sought: string): Promise<number> {
  const readTime = await watchPane(page, { event: 'keydown', pane: '.wb-result', sought });
  await page.keyboard.press(key);
  return await readTime();
}

/** From the click on a value to the frame that says where it comes from. */
async function timeClick(page: Page, text: string): Promise<number> {
  const readTime = await watchPane(page, { event: 'pointerdown', pane: '.wb-strip', sought: `“${text}”` });
  await page.locator('.wb-result').getByText(`"${text}"`).click();
  return await readTime();
}
