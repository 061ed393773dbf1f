import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { csvOrders } from '../../../test/kit/csv.ts';
import { patience } from '../../../test/kit/machine.ts';
import { gatewayProgram } from '../../../test/kit/process.ts';
import { removeFolder } from '../../../test/kit/remove-folder.ts';
import { runCommandLine } from '../testkit/ran.ts';

const delivered = fileURLToPath(new URL('../../../mappings', import.meta.url));
const full = join(delivered, 'fixtures/order-to-exchange.full/document.xml');
let folder: string;

// one of them is a process of its own
vi.setConfig({ testTimeout: 120_000 * patience });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'map-'));
  mkdirSync(join(folder, 'own'));
  own('target: { order: { description: "concat(\'PO \', cbc:ID)" } }');
});
afterAll(() => removeFolder(folder));

function own(body: string): void {
  const head = 'mapping: order-to-exchange\nextends: scsn-gateway/order-to-exchange\n';
  writeFileSync(join(folder, 'own/order-to-exchange.yaml'), `${head}${body}\n`);
}

const run = (...words: readonly string[]) => runCommandLine(folder, 'map', ...words);

describe('gateway map try', () => {
  it('prints the result, the findings and what is lost', async () => {
    const { code, out } = await run('try', 'order-to-exchange', full);
    expect(code).toBe(0);
    expect(JSON.parse(out.slice(0, out.indexOf('\nFindings')))).toMatchObject({
      order: { purchaseOrderNumber: '4500017802' },
    });
    expect(out).toMatch(/unread +\/Order\/cac:DeliveryTerms\/cbc:ID\/@schemeName/);
  });

  it('says segment and qualifier of what is lost of an EDIFACT message', async () => {
    const document = join(delivered, 'fixtures/edifact-orders-to-order.full/document.edi');
    const { out } = await run('try', 'edifact-orders-to-order', document);
    expect(out).toMatch(
      /unread .*gNAD\[2\]\/gRFF\/RFF\/C506\/e1154 +"9999" +RFF IA \(.*\), 1\.2 reference\n/,
    );
  });

  it('goes through several mappings, and back to the row and heading that a value came from', async () => {
    const file = join(folder, 'orders.csv');
    writeFileSync(file, csvOrders([{ number: 'PO-1' }, { number: 'PO-1', line: '20', unit: 'PAIR' }]));
    const { code, out } = await run(
      ...['try', 'csv-order-to-order,order-to-exchange', file, '--explain', 'lines/deliverySchedule/date'],
    );
    expect(code).toBe(0);
    expect(out).toMatch(
      /unit-mistake 3:\d+ warning: .* It comes from `Eenheid` by line \d+ of csv-order-to-order/,
    );
    expect(out).toMatch(/of cac:OrderLine\[2\]\/.*EndDate, by rule .*csv-order-to-order\.yaml:\d+/);
    expect(out).toMatch(/from 3:\d+ Leverdatum \/order\/lines\[2\]\/deliveries\/date "2026-04-01"/);
    // what the second one does not carry is lost, though the first one did
    expect(out).toContain('Filled in the document and not in the result: nothing');
    const told = await run('coverage', 'csv-order-to-order,order-to-exchange', file);
    expect(told.out).toMatch(/\n2 +0 +\/order\/lines\/deliveries\/date\n/);
  });

  it('runs each document of a file by itself, and lets nobody take several for one', async () => {
    const file = join(folder, 'several.csv');
    writeFileSync(file, csvOrders([{ number: 'PO-1' }, { number: 'PO-2', line: '20' }]));
    const { code, out } = await run('try', 'csv-order-to-order,order-to-exchange', file);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^===== Document 1 of 2, from line 2 =====\n[\s\S]*\n===== Document 2 of 2, from line 3 =====\n/,
    );
    const numbers = [...out.matchAll(/"(purchaseOrderNumber|position)": "([^"]+)"/g)].map(
      ([, , value]) => value,
    );
    expect(numbers.filter((value) => /^(PO-|[12]0$)/.test(value ?? ''))).toEqual([
      'PO-1',
      '10',
      'PO-2',
      '20',
    ]);
    const told = await run('coverage', 'csv-order-to-order', file);
    expect(told.out).toMatch(/\n2 +0 +\/order\/number\n/);
    const items = await run('xpath', file, 'number');
    expect(items.out).toMatch(/PO-1[\s\S]*PO-2/);
    const own = join(folder, 'own-several');
    mkdirSync(own);
    const fixture = await run('fixture', 'csv-order-to-order', file, '--name', 'two', '-m', own);
    expect([fixture.code, fixture.err]).toEqual([
      2,
      expect.stringContaining('holds 2 documents, and one is needed'),
    ]);
  });

  it('tells what is wrong with the document and with the one that is made, as the gateway would', async () => {
    const file = join(folder, 'wrong.csv');
    writeFileSync(file, csvOrders([{ number: 'PO-1', quantity: 'some' }]));
    const read = await run('try', 'csv-order-to-order', file);
    expect(read.code).toBe(1);
    expect(read.out).toMatch(
      /\nFindings of the document: 1\n {2}\S+ 2:\d+ error: `some` in `Aantal` is not a number/,
    );
    writeFileSync(file, csvOrders([{ number: 'PO-1' }]));
    const mapping = join(folder, 'odd.yaml');
    writeFileSync(
      mapping,
      'mapping: odd\nextends: scsn-gateway/csv-order-to-order\ntarget: { cbc:OrderTypeCode: { $text: Odd } }\n',
    );
    const made = await run('try', mapping, file);
    expect(made.out).toMatch(
      /\nFindings on what odd made: 1\n {2}order-type-unknown 2:1 warning: .*Line 3 of odd/,
    );
    expect(made.code).toBe(0);
  });

  it('shows how far a mapping came that stopped, and lists nothing as lost then', async () => {
    const stopping = join(delivered, 'fixtures/order-to-exchange.account-unknown/document.xml');
    const { code, out } = await run('try', 'order-to-exchange', stopping);
    expect(code).toBe(1);
    expect(JSON.parse(out.slice(0, out.indexOf('\nThe mapping stops')))).toMatchObject({
      order: { purchaseOrderNumber: '4500017801' },
    });
    expect(out).toContain('The mapping stops: parked. The result above is how far it would have come');
    expect(out).toContain('\nContext: context.json beside the document\n');
    expect(out).toMatch(
      /stopped before there was a result: what of the document is lost cannot be told\.\n$/,
    );
  });

  it('refuses a document of another type than the mapping reads, the one before it too', async () => {
    const response = join(delivered, '../samples/good/response-accepted.xml');
    const { err } = await run('try', 'order-to-exchange', full, '--previous', response);
    expect(err).toBe(`gateway: ${response} is scsn/OrderResponse; order-to-exchange reads scsn/Order.\n`);
    expect(await run('try', 'order-response-to-exchange', full)).toEqual({
      code: 2,
      out: '',
      err: `gateway: ${full} is scsn/Order; order-response-to-exchange reads scsn/OrderResponse.\n`,
    });
  });

  it('explains every value by rule, source and table; own mappings win', async () => {
    const { out } = await run('try', join(folder, 'own/order-to-exchange.yaml'), full, '--explain');
    expect(out).toContain('"description": "PO 4500017802"');
    expect(out).toMatch(
      /order\/description = "PO 4500017802"\n {4}rule .*own[\\/]order-to-exchange\.yaml:3:\d+/,
    );
    expect(out).toMatch(/from 5:\d+ \/Order\/cbc:ID "4500017802"/);
    expect(out).toContain('table unit: "KGM" -> "KGM"');
  });

  it('explains one place of the result or of the document, both ways', async () => {
    const values = async (place: string) => {
      const { out } = await run('try', 'order-to-exchange', full, '--explain', place);
      return [...out.matchAll(/^ {2}(\S+) = /gm)].map(([, target]) => target);
    };
    expect(await values('order/purchaseOrderNumber')).toEqual(['order/purchaseOrderNumber']);
    expect(await values('/Order/cbc:ID')).toContain('order/purchaseOrderNumber');
    expect(await values('nowhere')).toEqual([]);
  });

  it('with the document that was delivered before it: what is unchanged is left out, what is missing is told', async () => {
    const after = join(folder, 'after.xml');
    const before = readFileSync(full, 'utf8');
    const gone = before.replace(/<cac:OrderLine>[\s\S]*?<\/cac:OrderLine>/, '');
    writeFileSync(after, gone.replaceAll('Bush, bronze', 'Bush, brass'));
    const { out } = await run('try', 'order-to-exchange', after, '--previous', full, '--event', 'x');
    expect(out).toContain('line-absent');
    const { lines } = JSON.parse(out.slice(0, out.indexOf('\nFindings')));
    expect(lines.map(({ position }: { position: string }) => position)).toEqual(['00020']);
  });

  it('reads what was sent, published and received from a context file, as fixtures have it', async () => {
    const text = 'target: { order: { description: "string($received/lines/buyerLine/position)" } }';
    own(text);
    const context = join(folder, 'my-context.json');
    writeFileSync(context, JSON.stringify({ received: { lines: [{ buyerLine: { position: 'seen' } }] } }));
    const { out } = await run('try', 'own/order-to-exchange.yaml', full, '--context', context);
    expect(out).toContain('"description": "seen"');
    own('target: { order: { description: "concat(\'PO \', cbc:ID)" } }');
  });

  it('--watch runs again on every save, also after a mistake, however the editor saves', async () => {
    own('target: { order: { description: cbc:ID } }');
    const document = join(folder, 'watched.xml');
    cpSync(full, document);
    const watch = watching('own/order-to-exchange.yaml', 'watched.xml');
    await watch.says('Waiting for the next save');
    own('target: { order: { descripton: cbc:ID } }');
    await watch.says('order has no descripton');
    own('target: { order: { description: { $text: mended } } }');
    await watch.says('"description": "mended"');
    save(join(folder, 'own/order-to-exchange.yaml'), (text) => text.replace('mended', 'rename'));
    await watch.says('"description": "rename"');
    save(join(folder, 'own/order-to-exchange.yaml'), (text) => text.replace('rename', 'again!'));
    await watch.says('"description": "again!"');
    save(document, (text) => text.replaceAll('4500017802', '4500017899'));
    await watch.says('"purchaseOrderNumber": "4500017899"');
    mkdirSync(join(folder, 'own/tables'));
    writeFileSync(join(folder, 'own/tables/units-to-exchange.csv'), 'erp,exchange\nC62,OWN\nKGM,KGM\n');
    await watch.says('"purchaseUnitOfMeasureIso": "OWN"');
    rmSync(join(folder, 'own/tables'), { recursive: true });
    renameSync(document, `${document}~`);
    await watch.says('There is no file watched.xml.');
    renameSync(`${document}~`, document);
    await watch.says('"description": "again!"');
    rmSync(join(folder, 'own/order-to-exchange.yaml'));
    await watch.says('There is no file own/order-to-exchange.yaml.');
    own('target: { order: { description: { $text: back } } }');
    await watch.says('"description": "back"');
  });
});

/** Writes another file and renames it into place, each time with the same time (whole seconds are exact). */
function save(path: string, edit: (text: string) => string): void {
  writeFileSync(`${path}.tmp`, edit(readFileSync(path, 'utf8')));
  utimesSync(`${path}.tmp`, 1_700_000_000, 1_700_000_000);
  renameSync(`${path}.tmp`, path);
}

/** Runs `gateway map try … --watch` until the test ends; `says` awaits words that come after those awaited before. */
function watching(...args: readonly string[]) {
  const child = spawn(process.execPath, [gatewayProgram, 'map', 'try', ...args, '--watch'], { cwd: folder });
  onTestFinished(() => void child.kill());
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const says = async (words: string) => {
    await vi.waitFor(() => expect(text).toContain(words), { timeout: 30_000 * patience, interval: 20 });
    text = text.slice(text.indexOf(words) + words.length);
  };
  return { says };
}

describe('gateway map check', () => {
  it('says what is wrong with which line', async () => {
    own('target: { order: { descripton: cbc:ID } }');
    const { code, out } = await run('check', 'order-to-exchange', '-m', 'own');
    expect(code).toBe(1);
    expect(out).toMatch(
      /WRONG order-to-exchange\n +own[\\/]order-to-exchange\.yaml:3:\d+ error: .*descripton.*description/,
    );
    const dutch = await run('check', 'order-to-exchange', '-m', 'own', '--language', 'nl');
    expect(dutch.out).toMatch(/fout: order heeft geen descripton\. Is "description" bedoeld\?/);
  });

  it('shows what changed in the delivered mapping since it was accepted', async () => {
    own('');
    expect((await run('check', 'order-to-exchange', '-m', 'own')).out).toContain('--accept');
    expect((await run('check', '-m', 'own', '--accept')).out).toContain('accepted: order-to-exchange.yaml');
    expect((await run('check', 'order-to-exchange', '-m', 'own')).out).toBe('ok    order-to-exchange\n');
    const copy = join(folder, 'own/.base/order-to-exchange.yaml');
    writeFileSync(copy, readFileSync(copy, 'utf8').replace('    description:', '    beschreibung:'));
    writeFileSync(copy, readFileSync(copy, 'utf8').replace('purchaseOrderNumber: {', 'orderNumber: {'));
    const { code, out } = await run('check', 'order-to-exchange', '-m', 'own');
    expect(code).toBe(0);
    expect(out).toMatch(/- +orderNumber: \{.*\n +\+ +purchaseOrderNumber: \{/);
  });
});

describe('gateway map coverage', () => {
  it('counts over many documents, and names what no rule fills', async () => {
    const others = ['order-to-order.full/document.json', 'order-to-exchange.account-unknown/document.xml'];
    const [order = '', stopped = ''] = others.map((name) => join(delivered, 'fixtures', name));
    const { code, out } = await run('coverage', 'order-to-exchange', full, order, full, stopped, 'none.xml');
    expect(code).toBe(0);
    expect(out).toMatch(/^2 +0 +\/Order\/cbc:ID$/m);
    expect(out).toMatch(/^2 +2 +\/Order\/cac:DeliveryTerms\/cbc:ID\/@schemeName$/m);
    expect(out).toMatch(
      /Members of the target that no rule fills: \d+\n(.*\n)* {2}lines\/originalPosition$/m,
    );
    expect(out.slice(out.indexOf('\nNot counted'))).toMatch(
      /^\nNot counted: 3\n .*\.json is exchange\/order; .* reads scsn\/Order\.\n .*: there is no result\. The supplier.*\n .*none\.xml/,
    );
  });
});

describe('gateway map test', () => {
  it('updates only fixtures of an own folder, and then they pass', async () => {
    expect(await run('test', '--update')).toMatchObject({
      code: 2,
      err: expect.stringContaining('read-only'),
    });
    own('target: { order: { description: { $text: mine } } }');
    const fixture = join(folder, 'own/fixtures/order-to-exchange.mine');
    cpSync(join(delivered, 'fixtures/order-to-exchange.minimal'), fixture, { recursive: true });
    expect(await run('test', '-m', 'nowhere', '--update')).toMatchObject({
      code: 2,
      err: 'gateway: There is no folder nowhere.\n',
    });
    const { out } = await run('test', '-m', 'own', '--update');
    expect(out).toMatch(/^updated order-to-exchange\.mine \(order-to-exchange\): expected\.json$/m);
    expect(out).toMatch(/^ +\+ +"description": "mine"$/m);
    expect(out).toMatch(/^0 passed, 0 failed, 1 updated$/m);
    expect((await run('test', '-m', 'own', '--update')).out).toBe(
      '1 passed, 0 failed, 0 updated\n1 of your own ran against order-to-exchange as it runs with own.\n',
    );
    rmSync(fixture, { recursive: true });
    const unproven = await run('test', 'order-to-exchange/minimal', '-m', 'own');
    expect(unproven.code).toBe(1);
    expect(unproven.out).toContain('1 delivered ones ran against the delivered mappings, not against yours.');
    expect(unproven.out).toContain('No fixture ran against your own order-to-exchange');
    cpSync(join(delivered, 'fixtures/order-to-exchange.minimal'), fixture, { recursive: true });
    await run('test', '-m', 'own', '--update');
    expect(readFileSync(join(fixture, 'expected.json'), 'utf8')).toContain('"description": "mine"');
  });
});

describe('gateway map docs', () => {
  it('writes a page for each mapping: target, source, rule, tables, example', async () => {
    await run('docs', '--out', 'pages');
    const page = readFileSync(join(folder, 'pages/order-to-exchange.md'), 'utf8');
    expect(page).toMatch(
      /\| order\/purchaseOrderNumber \| cbc:ID \| required; as identifier \| +\| 4500017802 \|/,
    );
    expect(page).toMatch(
      /\| lines\\\[\\\]\/position \| cac:LineItem\/cbc:ID \|.* told apart by position; left out when unchanged/,
    );
    expect(page).toContain('## Table unit');
    expect(page).toMatch(/## Members of the target that no rule fills\n\n(- .*\n)*- lines\/chargeLines\n/);
    const html = readFileSync(join(folder, 'pages/order-to-order.html'), 'utf8');
    expect(html).toContain('<td>cac:OrderLine[]/cac:LineItem/cbc:ID</td>');
    expect(html).not.toMatch(/<td>[^<]*[^&]& /);
  });
});

describe('gateway map schema', () => {
  it('writes what an editor needs into the folder, and says the line to begin with', async () => {
    const { out } = await run('schema', '-m', 'own');
    expect(out).toContain('# yaml-language-server: $schema=mapping.schema.json');
    const { anyOf } = JSON.parse(readFileSync(join(folder, 'own/mapping.schema.json'), 'utf8'));
    expect(JSON.stringify(anyOf)).toContain('"scsn-gateway/order-to-exchange"');
  });
});

describe('gateway map target, source, xpath and diff', () => {
  it('target tells which rule fills what, of the own mapping and of the delivered one', async () => {
    const { out } = await run('target', 'own/order-to-exchange.yaml', 'description');
    expect(out).toMatch(/^order\/description +0\.\.1 +text +:3$/m);
    expect(out).toMatch(/^lines\[\]\/item\/name +0\.\.1 +text +order-to-exchange\.yaml:\d+$/m);
    expect(out).toMatch(/^lines\[\]\/description +0\.\.1 +text +order-to-exchange\.yaml:\d+$/m);
  });

  it('source tells what a document can hold and where it goes', async () => {
    const { out } = await run('source', 'order-to-exchange', 'purchaseOrderNumber');
    expect(out).toMatch(/^cbc:ID +1 +\S+\n {4}.*order\/purchaseOrderNumber/m);
  });

  it('xpath shows what an expression finds, and what is wrong with it', async () => {
    const { out } = await run('xpath', full, 'cbc:ID');
    expect(out).toMatch(/^\d+:\d+ +\/Order\/cbc:ID +"4500017802"\n$/);
    expect(await run('xpath', full, 'cbc:IDD')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Order has no cbc:IDD. Did you mean "cbc:ID"?'),
    });
  });

  it('diff shows what the own mapping says otherwise', async () => {
    own('target: { order: { description: "concat(\'PO \', cbc:ID)" } }');
    const { out } = await run('diff', 'own/order-to-exchange.yaml');
    expect(out).toMatch(/^ {2}target\/order\/description\n {4}- .*\n {4}\+ concat\('PO ', cbc:ID\)$/m);
  });
});

describe('one fixture', () => {
  it('is made of a document, run by its name and renewed alone', async () => {
    own('target: { order: { description: { $text: before } } }');
    const make = () => run('fixture', 'order-to-exchange', full, '--name', 'of-mine', '-m', 'own');
    expect((await make()).out).toContain('Read expected.json: is that what you want?');
    expect((await make()).err).toContain('already');
    expect((await run('test', 'order-to-exchange/of-mine', '-m', 'own')).out).toBe(
      '1 passed, 0 failed\n1 of your own ran against order-to-exchange as it runs with own.\n',
    );
    own('target: { order: { description: { $text: after } } }');
    const update = await run('test', 'order-to-exchange/of-mine', '-m', 'own', '--update');
    expect(update.out).toContain('0 passed, 0 failed, 1 updated');
    expect(
      readFileSync(join(folder, 'own/fixtures/order-to-exchange.of-mine/expected.json'), 'utf8'),
    ).toContain('"after"');
  });

  it('with a wrong name is told in words', async () => {
    expect(await run('test', 'order-to-exchange/ful')).toEqual({
      code: 2,
      out: '',
      err: 'gateway: There is no fixture order-to-exchange/ful. Did you mean "order-to-exchange.full"?\n',
    });
  });
});
