import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CommandRun, runCommandLine } from '../../src/cli/testkit/ran.ts';
import { loadConfig } from '../../src/config/load/load-config.ts';
import { readJournal } from '../../src/journal/open/open-journal.ts';
import {
  hasPostgres,
  type PostgresServer,
  startPostgres,
} from '../../src/journal/testkit/postgres-server.ts';
import { buildChannels } from '../../src/pipeline/channel/channel.ts';
import { takeSnapshot } from '../../src/pipeline/runtime/runtime-snapshot.ts';
import { type CompareOptions, compareMessages } from '../../src/replay/compare/compare-messages.ts';
import { buildTwoVersions } from '../../src/replay/compare/two-versions.ts';
import { computeUsage } from '../../src/workbench/coverage/journal-usage.ts';
import { csvOrders } from '../kit/csv.ts';
import { orderXml } from '../kit/documents.ts';
import { lendWorkers } from '../kit/lent-workers.ts';
import { patience } from '../kit/machine.ts';
import { Site, type SiteOptions, until } from '../kit/site.ts';

vi.setConfig({ testTimeout: 180_000 * patience });

/** An edit is compared where things are not as they should be: it does not end, somebody stops it, the gateway is at work, the journal is in PostgreSQL. */

let site: Site;
afterAll(lendWorkers());

const numbers = ['PO-1', 'PO-2', 'PO-3', 'PO-4', 'PO-5'] as const;

async function open(options: SiteOptions = {}): Promise<void> {
  site = await Site.open(options);
  await site.start();
  for (const number of numbers) {
    site.drop('erp/out/orders-json', `${number}.xml`, orderXml({ number }));
    await site.ended(`${number}.xml`);
  }
  await site.idle();
}

const edit = (description: string): void =>
  site.write(
    'edited/order-to-exchange.yaml',
    `mapping: order-to-exchange\nextends: scsn-gateway/order-to-exchange\ntarget:\n  order: { description: ${description} }\n`,
  );

/** That takes until it is stopped, for these orders. */
const endlessFor = (...some: readonly string[]): string =>
  `{ $when: "cbc:ID = (${some.map((number) => `'${number}'`).join(', ')})", $from: "string(some $a in 1 to 99999, $b in 1 to 99999 satisfies $a + $b = 1)" }`;

async function parts() {
  const { config } = await loadConfig(site.path('gateway.yaml'));
  if (config === undefined) throw new Error('The config is right.');
  const edited = await takeSnapshot({ mappings: site.path('edited') });
  return { journal: await readJournal(config.journal), channels: buildChannels(config), edited };
}

async function compared(options: CompareOptions) {
  const { journal, channels, edited } = await parts();
  const versions = await buildTwoVersions({ running: await takeSnapshot({}), edited }, channels);
  try {
    return await compareMessages(journal, versions, {}, options);
  } finally {
    await journal.close();
  }
}

const replay = (...words: readonly string[]): Promise<CommandRun> =>
  runCommandLine(site.folder, 'map', 'replay', '-m', 'edited', ...words);

describe('an edit that does not end', () => {
  beforeAll(() => open(), 180_000 * patience);
  afterAll(() => site.close());

  it('on some messages is told of these, and the rest goes on', async () => {
    edit(endlessFor('PO-2', 'PO-4'));
    const seconds = 5 * patience;
    const report = await compared({ patience: 1000 * seconds });
    expect(report).toMatchObject({ messages: 5, of: 5, same: 3, outcomes: [] });
    expect(report.stopped).toBeUndefined();
    expect(report.notComparable).toMatchObject([
      { count: 2, why: `It does not end within ${seconds} seconds.` },
    ]);
  });

  it('because it takes more memory than there is for it is told of these too', async () => {
    const greedy = `string-join(for $n in 1 to 60000 return upper-case(concat(string($n), '${'x'.repeat(20_000)}')), '')`;
    edit(`{ $when: "cbc:ID = 'PO-2'", $from: "string(string-length(${greedy}))" }`);
    const report = await compared({ patience: 3_600_000 });
    expect(report).toMatchObject({ messages: 5, of: 5, same: 4, outcomes: [] });
    expect(report.notComparable).toMatchObject([{ count: 1, why: 'It takes more than 600 MB of memory.' }]);
  });

  it('on three is not tried with more; coverage neither', async () => {
    edit(endlessFor(...numbers));
    const report = await compared({ patience: 1000 });
    expect(report).toMatchObject({ messages: 3, of: 5, stopped: 'a mapping did not end on 3 messages' });
    const { journal, channels, edited } = await parts();
    const found = await computeUsage(journal, edited, channels, {
      mappings: ['order-to-exchange'],
      patience: 1000,
    });
    await journal.close();
    expect(found).toMatchObject({ messages: 0, stopped: 'a mapping did not end on 3 messages' });
  });

  it('is stopped by Ctrl-C at once, and what was compared by then is told', async () => {
    edit(endlessFor('PO-1'));
    const stop = new AbortController();
    const signal = stop.signal;
    const progress = (done: number) => void (done === 4 && stop.abort());
    const report = await compared({ signal, progress, patience: 3_600_000 });
    expect(report).toMatchObject({ messages: 4, of: 5, same: 4, stopped: 'it was stopped' });
  });

  it.each([
    ['map replay', 2, () => replay(), / of 5 compared, then it was stopped: /],
    [
      'map coverage',
      2,
      () => runCommandLine(site.folder, 'map', 'coverage', 'order-to-exchange', '--journal', '-m', 'edited'),
      /^0 messages received since .* were run again, then it was stopped\.$/m,
    ],
  ] as const)(
    'on Ctrl-C %s ends with exit status %d and says how far it was',
    async (_, status, run, said) => {
      edit(endlessFor(...numbers));
      const before = process.listenerCount('SIGINT');
      const running = run();
      await vi.waitFor(() => expect(process.listenerCount('SIGINT')).toBeGreaterThan(before), 20_000);
      process.emit('SIGINT');
      const { out, code } = await running;
      expect(out).toMatch(said);
      expect(code).toBe(status);
    },
  );
});

/** All that stands in an embedded journal. */
function content(path: string): string {
  const db = new DatabaseSync(path, { readOnly: true });
  const tables = db
    .prepare("select name from sqlite_master where type = 'table' and sql not like '%virtual%'")
    .all();
  const all = tables.map(({ name }) => [name, db.prepare(`select * from "${name}"`).all()]);
  db.close();
  return JSON.stringify(all);
}

describe('an edit is compared', () => {
  afterEach(() => site.close());

  it('beside a gateway at work, and nothing is written into its journal', async () => {
    await open();
    edit('{ $text: edition 2 }');
    const before = content(site.path('data/journal.db'));
    // signs of life are asked for in between
    const sent = () => site.simulator.requests().filter(({ method }) => method !== 'HEAD').length;
    const requests = sent();
    const { out, code } = await replay();
    expect(out).toContain('5 × (nothing) → "edition 2"');
    expect(code).toBe(0);
    expect(content(site.path('data/journal.db'))).toBe(before);
    expect(sent()).toBe(requests);
    site.drop('erp/out/orders-json', 'PO-9.xml', orderXml({ number: 'PO-9' }));
    expect(await site.ended('PO-9.xml')).toMatchObject({ outcome: 'delivered' });
  });

  it('over files of several documents and another format, document by document', async () => {
    await open({
      config({ channels }, folder) {
        mkdirSync(join(folder, 'erp/out/csv'), { recursive: true });
        Object.assign(channels, {
          csv: {
            from: { folder: 'erp/out/csv', settle: { interval: '50ms' } },
            document: 'csv-order',
            map: ['csv-order-to-order', 'complete-order', 'order-to-exchange'],
            to: { exchange: 'api-connector/order' },
          },
        });
      },
    });
    site.drop('erp/out/csv', 'three.csv', csvOrders(['C-1', 'C-2', 'C-3'].map((number) => ({ number }))));
    await until('its orders', () => site.simulator.ledger().length >= 8 || undefined, 60);
    await site.idle();
    edit('{ $text: edition 2 }');
    const { out, code } = await replay('--channel', 'csv');
    expect(out).toMatch(
      /^3 messages compared: 0 are the same\. None would end otherwise\. .* for 3 of them\./,
    );
    expect(out).toContain('3 × (nothing) → "edition 2"');
    expect(code).toBe(0);
  });
});

describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterEach(() => site.close());
  afterAll(() => server?.close());

  it('an edit is compared beside the gateway at work, a message becomes a masked fixture, and coverage is told', async () => {
    const postgres = await server?.database();
    await open(postgres === undefined ? {} : { postgres });
    edit('{ $text: edition 2 }');
    const { out, code } = await replay();
    expect(out).toContain('5 × (nothing) → "edition 2"');
    expect(code).toBe(0);
    const coverage = await runCommandLine(site.folder, 'map', 'coverage', 'order-to-exchange', '--journal');
    expect(coverage.out).toContain('order-to-exchange: 5 messages, of 5 it made something');
    const all = await runCommandLine(site.folder, 'journal', 'verify', '--replay');
    expect(all.out).toMatch(/of (\d+) messages \1 give the same\./);
    const mine = mkdtempSync(join(site.folder, 'mine-'));
    const id = (await site.messages()).find(({ name }) => name === 'PO-1.xml')?.id;
    const words = ['--message', `${id}`, '--name', 'one', '-m', mine, '--mask'];
    const { out: made, err } = await runCommandLine(site.folder, 'map', 'fixture', ...words);
    expect(made + err).toContain('document.xml');
    rmSync(mine, { recursive: true });
  });
});
