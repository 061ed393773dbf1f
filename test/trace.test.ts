import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, expect, it } from 'vitest';
import { runCommandLine } from '../src/cli/testkit/ran.ts';
import { loadConfig } from '../src/config/load/load-config.ts';
import { buildSupportBundle } from '../src/operator/support/support-bundle.ts';
import { buildChannels } from '../src/pipeline/channel/channel.ts';
import { openReplaySite } from '../src/replay/rerun/open-replay-site.ts';
import { openSource } from '../src/workbench/sources/open-source.ts';
import { collect } from './kit/collect.ts';
import { orderXml, responseXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { Site } from './kit/site.ts';

/** Where each value of what came of a message comes from: `trace.txt` in the bundle of `gateway journal export`. */

let site: Site;
afterAll(lendWorkers());
afterEach(() => site?.close());

/** The texts of a bundle by the ends of their names. */
async function bundle(id: number, mask = false): Promise<(end: string) => string> {
  const { config } = await loadConfig(site.path('gateway.yaml'));
  if (config === undefined) throw new Error('the config is wrong');
  const files = await site.withJournal(async (journal) => {
    const replay = await openReplaySite(config, journal, buildChannels(config));
    return collect(buildSupportBundle(journal, [id], { mask, config: '', site: replay }));
  });
  return (end) => {
    const [, content = ''] = files.find(([name]) => name.endsWith(end)) ?? [];
    return Buffer.from(content).toString('utf8');
  };
}

const edifact = {
  from: { folder: 'erp/out/edifact', settle: { interval: '50ms' } },
  document: 'edifact-d96a-orders',
  map: ['edifact-orders-to-order', 'complete-order', 'order-to-exchange'],
  to: { exchange: 'api-connector/order' },
};

/** An order of the ERP in JSON for the exchange, by an own mapping with a constant and a text inside an expression. */
function ownMapping(folder: string): void {
  mkdirSync(`${folder}/own`);
  writeFileSync(
    `${folder}/own/order-to-exchange.yaml`,
    `mapping: order-to-exchange
extends: scsn-gateway/order-to-exchange
stop:
  - { when: "cbc:ID = 'PO-2'", as: parked, code: not-this-one, say: Pietersen decides., advice: Decide. }
target:
  order:
    notes: [{ $text: Jansen Staal }, "concat('Bel Pietersen: ', cbc:Note[1])"]
`,
  );
}

it('leads through all mappings back to the line and field of the file, with the rows of tables', async () => {
  site = await Site.open({ config: ({ channels }) => void Object.assign(channels, { edifact }) });
  await site.start('none');
  const order = new URL(
    '../mappings/fixtures/edifact-orders-to-order.price-per-hundred/document.edi',
    import.meta.url,
  );
  site.drop('erp/out/edifact', 'order.edi', readFileSync(order));
  const { id } = await site.ended('order.edi');
  const trace = (await bundle(id))('trace.txt');
  expect(trace).toMatch(
    /^Message 1, run again as it was at \S+ \(prepare: deliver\)\. The same comes of it\.\n\n/,
  );
  expect(trace).toContain('what order-to-exchange made comes from: 19 values\n');
  expect(partOf(trace, 'lines[1]/item/purchaseUnitOfMeasureIso')).toEqual([
    '  lines[1]/item/purchaseUnitOfMeasureIso = "H87"',
    expect.stringMatching(/^ {4}rule delivered\/order-to-exchange\.yaml:\d+:\d+ {2}\(\.\.\/cbc:Quantity/),
    expect.stringMatching(/^ {4}of cac:OrderLine\[1\].*@unitCode, by rule delivered\/complete-order\.yaml:/),
    expect.stringMatching(/^ {4}of cac:OrderLine\[1\].*, by rule delivered\/edifact-orders-to-order\.yaml:/),
    '    from 12:12 QTY 21 (ordered quantity), 1.3 unit /ORDERS/gLIN/QTY/C186/e6411 "PCE"',
    '    table unit: "H87" -> "H87"',
    '    table unit: "PCE" -> "H87"',
  ]);
  const masked = (await bundle(id, true))('trace.txt');
  expect(masked).toContain('The same comes of the masked documents.');
  expect(masked).toContain('e6411 "PCE"\n');
  expect(masked).toContain('    table unit: "PCE" -> "H87"\n');
  expect(masked).not.toContain('Turned shaft');
});

/** The lines about one value. */
function partOf(trace: string, target: string): readonly string[] {
  const lines = trace.trimEnd().split('\n');
  const begin = lines.findLastIndex((line) => line.startsWith(`  ${target} = `));
  const end = lines.findIndex((line, n) => n > begin && !line.startsWith('    '));
  return lines.slice(begin, end === -1 ? lines.length : end);
}

it('masked, a value stands as it does in the masked documents, no own rule names anybody, also where one stops', async () => {
  site = await Site.open({
    config(config, folder) {
      ownMapping(folder);
      config.mappings = 'own';
    },
  });
  await site.start('none');
  site.drop('erp/out/orders-json', 'PO-1.xml', orderXml({ number: 'PO-1', note: 'Bel Jansen' }));
  const { id } = await site.ended('PO-1.xml');
  const open = (await bundle(id))('trace.txt');
  expect(partOf(open, 'order/notes')).toEqual([
    '  order/notes = "Bel Pietersen: Bel Jansen"',
    `    rule own/order-to-exchange.yaml:7:38  concat('Bel Pietersen: ', cbc:Note[1])`,
    '    from 6:3 /Order/cbc:Note "Bel Jansen"',
  ]);
  const read = await bundle(id, true);
  const masked = read('trace.txt');
  const [, note = ''] = /<cbc:Note>(.*)<\/cbc:Note>/.exec(read('received.xml')) ?? [];
  expect(note).toMatch(/^[A-Z][a-z]{2} [A-Z][a-z]{5}$/);
  expect(partOf(masked, 'order/notes')).toEqual([
    expect.stringMatching(new RegExp(`^ {2}order/notes = "[A-Z][a-z]{2} [A-Z][a-z]{8}: ${note}"$`)),
    expect.stringMatching(
      /^ {4}rule own\/order-to-exchange\.yaml:\d+:\d+ {2}concat\('[A-Z][a-z]{2} [A-Z][a-z]{8}: ', cbc:Note\[1\]\)$/,
    ),
    `    from 6:3 /Order/cbc:Note "${note}"`,
  ]);
  expect(masked).toContain('The same comes of the masked documents.');
  expect(masked).not.toMatch(/Jansen|Staal|Pietersen|Part 10|\b12\.50|PO-1/);
  expect(read('own/order-to-exchange.yaml')).not.toMatch(/Jansen|Staal|Pietersen|PO-2/);
  site.drop('erp/out/orders-json', 'PO-2.xml', orderXml({ number: 'PO-2' }));
  const stopped = (await bundle((await site.ended('PO-2.xml')).id, true))('trace.txt');
  // the rule compares with the same pseudonym
  expect(stopped).toMatch(/\(prepare: park\)\. The same comes of the masked documents\./);
  expect(stopped).not.toMatch(/Pietersen|PO-2/);
});

it('of a file for the ERP, of what check refuses, of what goes as it is, and says why where it cannot', async () => {
  site = await Site.open();
  await site.start();
  site.drop('erp/out/orders-json', 'PO-1.xml', orderXml({ number: 'PO-1' }));
  await site.ended('PO-1.xml');
  site.simulator.act({ order: 'PO-1', action: 'accept' });
  await site.published('erp/in/responses', 1);
  const odd = responseXml({ number: 'PO-9', lines: [{ id: '10', status: 'odd' }] });
  site.drop('erp/out/responses', 'odd.xml', odd);
  site.drop('erp/out/orders', 'PO-3.xml', orderXml({ number: 'PO-3' }));
  const [stopped, asIs] = [await site.ended('odd.xml'), await site.ended('PO-3.xml')];
  await site.idle();
  const answer = (await site.messages()).find(
    ({ channel, outcome }) => channel === 'responses' && outcome === 'delivered',
  );
  const told = (await bundle(answer?.id ?? 0))('trace.txt');
  expect(partOf(told, 'cac:OrderLine[1]/cac:LineItem/cbc:LineStatusCode')).toContain(
    '    table state: "Confirmed" -> "accepted"',
  );
  const refused = (await bundle(stopped.id))('trace.txt');
  expect(refused).toMatch(/\(check: park\)\. The same comes of it\.\n\nNo mapping ran\.\n/);
  expect((await bundle(asIs.id))('trace.txt')).toContain('No mapping ran: it goes as it is.');

  await site.stop();
  const db = new DatabaseSync(site.path('data/journal.db'));
  db.exec(`update message set saw = replace(saw, 'deliver', 'unchanged') where id = ${asIs.id};
    update message set saw = null, seen_state = null where id = ${stopped.id}`);
  db.close();
  expect((await bundle(asIs.id))('trace.txt')).toContain(
    'Something else comes of it: then unchanged, now deliver\n',
  );
  expect((await bundle(stopped.id))('trace.txt')).toMatch(
    /cannot be run again, because neither check nor prepare/,
  );
  writeFileSync(site.path('gateway.yaml'), site.read('.', 'gateway.yaml').replace('companyId', 'companyIdd'));
  const { code } = await runCommandLine(site.folder, 'journal', 'export', `${asIs.id}`, '--out', 'b.zip');
  expect(code).toBe(0);
  expect(readFileSync(site.path('b.zip'), 'latin1')).toContain(`message-${asIs.id}/trace.txt`);
});

it('of a document that came in a file with others, that document is a file of its own too, with its headings', async () => {
  const orders = {
    from: { folder: 'erp/out/csv', done: '.done', settle: { interval: '50ms' } },
    document: 'csv-order',
    map: ['csv-order-to-order', 'order-to-exchange'],
    to: { exchange: 'api-connector/order' },
  };
  site = await Site.open({ config: ({ channels }) => void Object.assign(channels, { orders }) });
  await site.start('none');
  const three = readFileSync(new URL('../samples/good/orders-three.csv', import.meta.url), 'utf8');
  site.drop('erp/out/csv', 'orders.csv', three);
  site.drop('erp/out/csv', 'orders.csv.done', '');
  const { id } = await site.ended('orders.csv #1');
  const rows = three.split('\n');
  const read = await bundle(id);
  expect(read('file.txt')).toBe(`${rows.slice(0, 3).join('\n')}\n`);
  const file = site.path('alone.csv');
  const masked = await bundle(id, true);
  writeFileSync(file, masked('file.txt'));
  const tried = await runCommandLine(site.folder, 'map', 'try', orders.map.join(), file);
  const [made = ''] = tried.out.split('\n\nFindings');
  expect(JSON.parse(made).lines).toEqual(JSON.parse(masked('prepared.json')).lines);
  const { config } = await loadConfig(site.path('gateway.yaml'));
  // in the workbench too, in its own situation as in another one
  for (const kind of ['first', 'then'] as const) {
    const opened = await site.withJournal((journal) => {
      const opening = { journal, channels: config ? buildChannels(config) : [], xsds: {}, folders: [] };
      const reads = { mapping: 'csv-order-to-order', from: 'csv-order' };
      return openSource({ kind: 'message', id }, { kind }, reads, opening);
    });
    const bytes = typeof opened === 'string' ? opened : opened.bytes;
    expect(Buffer.from(bytes).toString('utf8'), kind).toBe(read('file.txt'));
  }
});

it('is Dutch where the config is', async () => {
  site = await Site.open({ config: (config) => void Object.assign(config, { language: 'nl' }) });
  await site.start('none');
  site.drop('erp/out/orders-json', 'a.xml', orderXml({ number: 'PO-1' }));
  const { id } = await site.ended('a.xml');
  const trace = (await bundle(id))('/trace.txt');
  expect(trace).toMatch(
    /^Bericht \d+, opnieuw uitgevoerd zoals het was op .* \(prepare: afleveren\)\. Er komt hetzelfde uit\.\n/,
  );
  expect(trace).toContain('Waar elke waarde vandaan komt van wat order-to-exchange heeft gemaakt: ');
  expect(trace).toMatch(
    /\n {2}order\/purchaseOrderNumber = "PO-1"\n {4}regel delivered\/.*\n {4}uit \d+:\d+ /,
  );
  expect(trace).not.toMatch(/\n {4}(rule|from|of|chosen by|table|as) /);
  expect((await bundle(id, true))('/trace.txt')).toContain('Uit de gemaskeerde documenten komt hetzelfde.');
});
