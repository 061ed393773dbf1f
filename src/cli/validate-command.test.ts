import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { csvOrders } from '../../test/kit/csv.ts';
import { deliveredXsds } from '../scsn/load-schemas.ts';
import { change, fixture } from '../scsn/testkit/documents.ts';
import { runCommandLine } from './testkit/ran.ts';

const order = fixture('scsn/Order');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'validate-'));
  const files = {
    'good.xml': order,
    'response.xml': fixture('scsn/OrderResponse'),
    'warned.xml': change(order, 'unitCode="C62">25', 'unitCode="ST">25'),
    'disputed.xml': change(
      order,
      /<cbc:Quantity/,
      '<cbc:LineStatusCode>disputed</cbc:LineStatusCode><cbc:Quantity',
    ),
    'broken.xml': change(order, '>25<', '>2,5<'),
    'status.xml': change(fixture('scsn/OrderResponse'), /<cbc:LineStatusCode>.*?<\/cbc:LineStatusCode>/, ''),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return () => rm(folder, { recursive: true });
});

async function validate(...words: string[]) {
  const { code: status, ...said } = await runCommandLine(folder, 'validate', ...words);
  return { status, ...said };
}

it('answers 0 when all files are valid, each held against what its root says', async () => {
  const { status, out } = await validate('good.xml', 'response.xml', 'warned.xml');
  expect(status).toBe(0);
  expect(out).toContain('valid   good.xml (scsn/Order)\n');
  expect(out).toContain('valid   response.xml (scsn/OrderResponse)\n');
  expect(out).toContain('valid   warned.xml (scsn/Order): 1 warning\n');
  expect(out).toContain('1. Warning: Order line 1 (position 00010): The unit code `ST`');
});

it('answers 1 when one is not, and tells each finding with the quoted line', async () => {
  const { status, out } = await validate('good.xml', 'broken.xml');
  expect(status).toBe(1);
  expect(out).toContain('INVALID broken.xml (scsn/Order): 1 error');
  expect(out).toContain('48 | <cbc:Quantity unitCode="C62">2,5</cbc:Quantity>');
});

it('answers 1 when one would be parked: it is not sent', async () => {
  const { status, out } = await validate('good.xml', 'disputed.xml');
  expect(status).toBe(1);
  expect(out).toContain('PARKED  disputed.xml (scsn/Order): 1 thing to decide; it would be parked');
  const { out: json } = await validate('--format', 'json', 'disputed.xml');
  expect(JSON.parse(json)).toMatchObject({ ok: false, verdict: 'parked' });
  expect((await validate('--severity', 'line-status-disputed=warning', 'disputed.xml')).status).toBe(0);
  expect((await validate('--help')).out).toContain('PARKED (it would not be sent before a person decided)');
});

it('prints one JSON object a line', async () => {
  const { out } = await validate('--format', 'json', 'broken.xml', 'good.xml');
  const [broken, good, ...more] = out
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(more).toEqual([]);
  expect(good).toEqual({
    file: 'good.xml',
    document: 'scsn/Order',
    ok: true,
    verdict: 'valid',
    findings: [],
  });
  expect(broken).toEqual({
    file: 'broken.xml',
    document: 'scsn/Order',
    ok: false,
    verdict: 'invalid',
    findings: [
      {
        code: 'decimal-comma',
        severity: 'error',
        line: 48,
        column: 7,
        path: '/Order/cac:OrderLine[1]/cac:LineItem/cbc:Quantity',
        key: 'order line 1 (position 00010)',
        message: '`Quantity`: `2,5` is not a number.',
        advice: 'Use a point as decimal mark: 2.5.',
        value: '2,5',
      },
    ],
  });
});

it('answers 2 when a file cannot be read or an option is wrong, and still checks the others', async () => {
  const { status, out, err } = await validate('none.xml', 'good.xml');
  expect(status).toBe(2);
  expect(err).toContain('none.xml cannot be read');
  expect(out).toContain('valid   good.xml');
  expect((await validate('--format', 'pdf', 'good.xml')).status).toBe(2);
  expect((await validate('--severity', 'loud', 'good.xml')).status).toBe(2);
  expect((await validate()).status).toBe(2);
  expect(await validate('--severity', 'unit-mistakes=off', 'good.xml')).toMatchObject({
    status: 2,
    err: expect.stringContaining('There is no rule `unit-mistakes`. Did you mean `unit-mistake`?'),
  });
  expect((await validate('--schemas', '/nowhere', 'good.xml')).status).toBe(2);
  expect((await validate('--help')).status).toBe(0);
});

it('takes severities: from which on to print, and of single rules', async () => {
  expect((await validate('--severity', 'error', 'warned.xml')).out).toBe('valid   warned.xml (scsn/Order)\n');
  expect((await validate('--severity', 'unit-mistake=error', 'warned.xml')).status).toBe(1);
  expect((await validate('--severity', 'unit-mistake=off', 'warned.xml')).out).not.toContain('Warning');
});

it('can leave the rules out, say it in Dutch, and expect one document type', async () => {
  expect((await validate('status.xml')).status).toBe(1);
  expect((await validate('--no-rules', 'status.xml')).status).toBe(0);
  const { out } = await validate('--language', 'nl', 'broken.xml');
  expect(out).toContain('Fout: Orderregel 1 (positie 00010): `Quantity`: `2,5` is geen getal.');
  const other = await validate('--document', 'scsn/Order', 'response.xml');
  expect(other.out).toContain('root-other-document');
});

it('takes other XSDs, whose imports stay in their folder', async () => {
  const own = await mkdtemp(join(tmpdir(), 'xsds-'));
  onTestFinished(() => rm(own, { recursive: true }));
  await cp(deliveredXsds, own, { recursive: true });
  const narrower = change(
    await readFile(join(own, 'Order.xsd'), 'utf8'),
    '<xsd:element ref="cbc:OrderTypeCode" minOccurs="0"/>',
    '',
  );
  await writeFile(join(own, 'Order.xsd'), narrower);
  const { status, out } = await validate('--schemas', own, 'good.xml');
  expect(status).toBe(1);
  expect(out).toContain('`Order` has no element `OrderTypeCode`');
});

it('runs the mapping too, so that what it says would be sent would be', async () => {
  const sendable = change(order, /<cac:OrderLine>(?![\s\S]*<cac:OrderLine>)[\s\S]*<\/cac:OrderLine>/, '');
  await writeFile(
    join(folder, 'register.xml'),
    change(sendable, '<cbc:ID>540830</cbc:ID>', '<cbc:ID schemeID="0192">987654325</cbc:ID>'),
  );
  await writeFile(join(folder, 'sendable.xml'), sendable);
  await writeFile(
    join(folder, 'gateway.yaml'),
    `exchange: { baseUrl: 'https://a.example', companyId: 6b1d1f6e-0000-4000-8000-000000000001, auth: { email: me, password: p } }
channels:
  orders:
    { from: { folder: out }, document: scsn/Order, map: order-to-exchange, to: { exchange: api-connector/order } }
`,
  );
  const alone = await validate('register.xml');
  expect([alone.status, alone.out]).toEqual([0, 'valid   register.xml (scsn/Order)\n']);
  for (const how of [
    ['--map', 'order-to-exchange'],
    ['--config', 'gateway.yaml'],
  ]) {
    const { status, out } = await validate(...how, 'sendable.xml', 'register.xml', 'response.xml');
    expect(status).toBe(1);
    expect(out).toMatch(/^valid {3}sendable\.xml \(scsn\/Order\): 1 warning; it would be sent$/m);
    expect(out).toMatch(/^PARKED {2}register\.xml \(scsn\/Order\): 1 thing to decide; it would be parked/m);
    expect(out).toContain('0192:987654325 is not in the table of suppliers');
    expect(out).toContain('valid   response.xml (scsn/OrderResponse)\n');
  }
  const wrong = await validate('--map', 'nowhere', 'good.xml');
  expect([wrong.status, wrong.err]).toEqual([2, expect.stringContaining('There is no mapping nowhere.yaml')]);
});

it('takes files of described formats: each of their documents, through the mappings that are named', async () => {
  const rows = [{ number: 'PO-1' }, { number: 'PO-2', unit: 'PAIR' }, { number: 'PO-3', quantity: 'veel' }];
  await writeFile(join(folder, 'orders.csv'), csvOrders(rows));
  await writeFile(join(folder, 'right.csv'), csvOrders(rows.slice(0, 1)));
  const map = ['--map', 'csv-order-to-order,order-to-exchange'];
  const { status, out } = await validate('orders.csv', ...map);
  expect(status).toBe(1);
  expect(out).toMatch(/^INVALID orders\.csv \(csv-order\): 1 error, \d+ warnings\n/);
  expect(out).toContain('(line 4, column 47, field Aantal - field-number');
  expect(out).toMatch(/\(line 3, column \d+, field Eenheid - unit-mistake - \/order\/lines\/unit\)/);
  expect((await validate('right.csv', ...map)).out).toMatch(
    /^valid {3}right\.csv \(csv-order\).*; it would be sent\n/,
  );
  expect((await validate('right.csv')).out).toBe('valid   right.csv (csv-order)\n');
});

it('says which formats there are when it is given another', async () => {
  const { status, err } = await validate('good.xml', '--document', 'csv-ordr');
  expect(status).toBe(2);
  expect(err).toContain('There is no format csv-ordr.');
});
