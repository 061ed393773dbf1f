import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { request } from 'undici';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { type SmtpSink, smtpSink } from '../src/operator/testkit/smtp-sink.ts';
import { createLogger } from '../src/system/log.ts';
import { renderLogLine } from '../src/system/render-log-line.ts';
import { alarmsTo } from './kit/alarmed.ts';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { patience } from './kit/machine.ts';
import { Site, until } from './kit/site.ts';

vi.setConfig({ testTimeout: 180_000 * patience });

/**
 * What file names, numbers and values of documents hold is seen in all that the gateway gives away without a command: logs, the pages of
 * its servers, reports, receipts, mails and alarm webhooks. Nothing of it acts on a terminal, or turns what stands beside it.
 */

let site: Site;
const closing: (() => Promise<void>)[] = [];
afterAll(lendWorkers());
afterEach(async () => {
  await site?.close();
  for (const close of closing.splice(0)) await close();
});

/** C1 and direction: XML and file names may hold both. */
const turns = '\u202eevil\u009b31m';
/** As it is seen, in a text or in JSON. */
const seen = /\\u202eevil\\(x9b|u009b)31m/;
/** All that acts but the end of a line and the tab. */
const acting = /(?![\r\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/u;

async function alarmReceiver(): Promise<{ readonly url: string; readonly bodies: readonly string[] }> {
  const bodies: string[] = [];
  const server = createServer(async (asked, answer) => {
    bodies.push(await text(asked));
    answer.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/alarms`, bodies };
}

function reportsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(txt|json)$/.test(name) && !name.includes('.gateway'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

async function page(address: string | undefined, path: string): Promise<string> {
  const answer = await request(`${address}${path}`);
  return await answer.body.text();
}

async function openSite(sink: SmtpSink, url: string): Promise<void> {
  site = await Site.open({
    config: (config) => {
      const { orders = {}, responses = {} } = config.channels;
      Object.assign(orders, { receipts: true });
      config.channels = { orders, responses };
      Object.assign(config, { alarms: alarmsTo(sink.port, { webhook: { url } }) });
    },
  });
  await site.start();
}

it('of hostile names, numbers and values', async () => {
  const sink = await smtpSink();
  closing.push(() => sink.close());
  const { url, bodies } = await alarmReceiver();
  await openSite(sink, url);
  site.drop('erp/out/orders', `good${turns}.xml`, orderXml({ number: 'PO-1', note: turns }));
  site.drop('erp/out/orders', `bad${turns}.xml`, orderXml({ number: `PO${turns}`, date: turns }));
  await until('both to end', async () => {
    const ends = (await site.messages()).filter(
      ({ channel, state }) => channel === 'orders' && state !== 'received',
    );
    return ends.length === 2 ? true : undefined;
  });
  await site.idle();
  await site.call(`/events?orderId=${encodeURIComponent(turns)}`, undefined, 'GET');
  await site.call('/events', JSON.stringify({ eventName: turns, orderEvent: { id: turns } }));
  const [mail] = await until('a mail', () => (sink.mails.length > 0 ? sink.mails : undefined), 120);
  await until('an alarm', () => (bodies.length > 0 ? bodies : undefined), 120);

  const { operatorUrl, webhookUrl } = site.gateway;
  const paths = [
    '/health',
    '/health/ready',
    '/health/live',
    '/status.json',
    '/metrics',
    `/${encodeURIComponent(turns)}`,
  ];
  const pages = await Promise.all(paths.map((path) => page(operatorUrl, path)));
  const refused = await page(webhookUrl, `/${encodeURIComponent(turns)}`);
  const reports = reportsIn(site.path('erp/out/orders'));
  const lines: string[] = [];
  const people: string[] = [];
  for (const [list, render] of [
    [lines, undefined],
    [people, renderLogLine],
  ] as const) {
    const log = createLogger('debug', { render, destination: { write: (line) => void list.push(line) } });
    for (const line of site.log) log.info(JSON.parse(line), 'again');
  }
  expect(reports.length).toBeGreaterThanOrEqual(2);
  const outputs = { reports, bodies, mails: [mail?.text ?? ''], lines, people, pages, refused: [refused] };
  for (const [what, texts] of Object.entries(outputs))
    for (const one of texts) expect(acting.exec(one)?.[0], `${what}: ${one}`).toBeUndefined();
  for (const what of ['reports', 'bodies', 'mails', 'lines', 'people'] as const)
    expect(
      outputs[what].some((one) => seen.test(one)),
      what,
    ).toBe(true);
});
