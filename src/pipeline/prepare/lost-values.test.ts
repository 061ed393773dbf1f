import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { outboundChannel } from '../../config/schema/config-schema.ts';
import { locateLeaf } from '../../mapping/explain/leaf-fates.ts';
import { sha256 } from '../../text/sha256.ts';
import { pathOf } from '../../tree/nodes/items.ts';
import { listFilledLeaves } from '../../tree/nodes/leaves.ts';
import type { InboundChannel, OutboundChannel } from '../channel/channel.ts';
import { packageFolder } from '../channel/mapping-folders.ts';
import { changeState, emptyState } from '../order-state/order-state.ts';
import {
  type ChannelRuntime,
  type ChannelRuntimes,
  loadChannelRuntimes,
} from '../runtime/channel-runtime.ts';
import { asJson, buildOrderChannel } from '../testkit/channels.ts';
import { compareWithOrder } from './lost-counterparts.ts';
import { prepareDocument } from './prepare.ts';
import type { PrepareResult } from './prepare-task.ts';

/** The number of a delivery inside its line goes nowhere; a site's table says what it stands for here. */

const opened: ChannelRuntimes[] = [];
const folders: string[] = [];
afterAll(() => {
  for (const one of opened) one.dispose();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function toolsWith(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'lost-values-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  folders.push(folder);
  const tools = loadChannelRuntimes(folder);
  opened.push(tools);
  return tools.forSchemas(undefined);
}

const table = (row: string) =>
  toolsWith({ 'tables/lost-values.csv': `path,class,counterpart,why\n${row}\n` });

const channel = (lost = {}) =>
  buildOrderChannel(
    {
      document: 'scsn/OrderResponse',
      to: { exchange: 'api-connector/order-response' },
      map: 'order-response-to-exchange',
      lost,
    },
    { name: 'answers', kind: 'response', as: 'supplier' },
  );

const orders = buildOrderChannel(asJson);

/** All of it goes to MAG-1, in two deliveries. */
const orderDocument = () =>
  readFileSync(
    join(packageFolder('mappings'), 'fixtures/order-to-exchange.deliveries-without-number/document.xml'),
    'utf8',
  );

const fixture = (file: string) =>
  readFileSync(
    join(packageFolder('mappings'), 'fixtures/order-response-to-exchange.accepted-as-asked', file),
    'utf8',
  );
/** A response whose delivery has that number; the quantity of the order is 40. */
const response = (id: string) =>
  Buffer.from(fixture('document.xml').replace(/(<cac:Delivery>\s*<cbc:ID>)1/, `$1${id}`));
const order: Buffer = Buffer.from(JSON.stringify(JSON.parse(fixture('context.json')).received));
/** The order with other lines. */
function withLines(change: (line: { buyerLine: { deliverySchedule: unknown; prices: unknown } }) => object) {
  const { lines, ...rest } = JSON.parse(order.toString());
  return Buffer.from(JSON.stringify({ ...rest, lines: lines.map(change) }));
}
function knownState(shown: Buffer = order): string {
  const change = { received: { body: sha256(shown), lines: {} } };
  const by = {
    channel: 'events',
    direction: 'outbound',
    message: 1,
    arrival: 1,
    at: '2026-11-01T09:00:00.000Z',
  } as const;
  return JSON.stringify(changeState(emptyState, change, by));
}

function prepared(tools: ChannelRuntime, to: InboundChannel, document: string | Buffer): PrepareResult {
  const bytes = typeof document === 'string' ? response(document) : document;
  return prepareDocument(tools, {
    ...{ channel: to, bytes, now: '2026-11-03T09:00:00.000Z' },
    message: { id: 7, arrival: 7, hash: sha256(bytes), forced: false, note: false },
    ...{ bodies: { [sha256(order)]: order }, state: knownState() },
  });
}

const found = (said: PrepareResult) =>
  'findings' in said ? said.findings.filter(({ code }) => code === 'value-not-carried') : [];
const path = '/OrderResponse/cac:OrderLine/cac:LineItem/cac:Delivery/cbc:ID';

const lostIn = ({ lost = [] }: PrepareResult) => lost.filter((one) => one.path === path);

describe('a value that no rule carries', () => {
  const asCommercial = () => table('cac:Delivery/cbc:ID,commercial,,a test');

  it('is a warning at its place where it is commercial, with the count, and stands in what the journal keeps', () => {
    const said = prepared(asCommercial(), channel(), '1');
    expect(said.kind).toBe('deliver');
    expect(lostIn(said)).toEqual([{ path, count: 1, class: 'commercial', told: true }]);
    const message = expect.stringContaining(`\`${path}\` = \`1\``);
    expect(found(said)).toMatchObject([{ severity: 'warning', line: 32, path, value: '1', message }]);
  });

  it('is kept in the journal alone where it is not', () => {
    const said = prepared(table('cac:Delivery/cbc:ID,other,,a test'), channel(), '1');
    expect(found(said)).toEqual([]);
    expect(lostIn(said)).toEqual([{ path, count: 1, class: 'other' }]);
  });

  it('holds the message where the channel says so', () => {
    const said = prepared(asCommercial(), channel({ commercial: 'park' }), '1');
    expect(said).toMatchObject({ kind: 'park', reason: expect.stringContaining(path) });
    expect(found(said)).toMatchObject([{ severity: 'park' }]);
    expect(lostIn(said)).toHaveLength(1);
  });

  it('is not told where the channel does not want to hear of it, and kept all the same', () => {
    const said = prepared(asCommercial(), channel({ commercial: 'off' }), '1');
    expect([said.kind, found(said), lostIn(said).length]).toEqual(['deliver', [], 1]);
  });

  it.each([
    [
      'another place in the header',
      '<cac:Delivery>$1<cbc:ID>MAG-9</cbc:ID></cac:DeliveryLocation></cac:Delivery>',
      'MAG-9',
    ],
    [
      'the same number at another address',
      '$1<cbc:ID>MAG-1</cbc:ID><cac:Address><cbc:CityName>Deurne</cbc:CityName></cac:Address></cac:DeliveryLocation>',
      'Deurne',
    ],
  ])('is told where an order names %s', (what, place, value) => {
    const location = place.replace('$1', '<cac:DeliveryLocation>');
    const text = orderDocument();
    const bytes = Buffer.from(
      what.endsWith('header')
        ? text.replace('<cac:OrderLine>', `${location}<cac:OrderLine>`)
        : text.replace(/(.*)<cac:DeliveryLocation>.*?<\/cac:DeliveryLocation>/s, `$1${location}`),
    );
    const said = prepareDocument(toolsWith({}), {
      ...{ channel: orders, bytes, now: '2026-11-03T09:00:00.000Z' },
      message: { id: 7, arrival: 7, hash: sha256(bytes), forced: false, note: false },
      bodies: {},
    });
    expect(said.kind).toBe('deliver');
    expect(found(said)).toMatchObject([{ severity: 'warning', value }]);
  });

  it('is ended by a line in ignored.csv that has a reason', () => {
    const ended = (reason: string) =>
      prepared(
        toolsWith({
          'ignored.csv': `mapping,path,reason\norder-response-to-exchange,${path},${reason}\n`,
          'tables/lost-values.csv': 'path,class,counterpart,why\ncac:Delivery/cbc:ID,commercial,,a test\n',
        }),
        channel(),
        '1',
      );
    expect(lostIn(ended('our numbers of deliveries mean nothing'))).toEqual([]);
    expect(lostIn(ended(''))).toHaveLength(1);
  });
});

describe('a response that accepts lines', () => {
  const asQuantity = () => table('cac:Delivery/cbc:ID,commercial,quantity,a test');

  it('is parked where its line of the order says something else', () => {
    expect(prepared(asQuantity(), channel(), '41')).toMatchObject({ kind: 'park' });
  });

  it('is sent without a word where the same price is for another quantity', () => {
    const text = fixture('document.xml').replaceAll('>12.75<', '>1275<').replaceAll('"C62">1<', '"C62">100<');
    const said = prepared(toolsWith({}), channel(), Buffer.from(text));
    expect(said.kind === 'deliver' && JSON.parse(Buffer.from(said.bytes).toString()).lines).toMatchObject([
      { indicators: { accepted: true } },
    ]);
    expect(found(said)).toEqual([]);
  });

  it('is sent without a word where that says the same', () => {
    const said = prepared(asQuantity(), channel(), '40.0');
    expect(said.kind).toBe('deliver');
    expect(found(said)).toEqual([]);
    expect(lostIn(said)).toHaveLength(1);
  });

  it('is sent where the channel does not want to hear of it', () => {
    expect(prepared(asQuantity(), channel({ commercial: 'off' }), '41').kind).toBe('deliver');
  });
});

describe('the order that is compared with', () => {
  const tools = loadChannelRuntimes(undefined);
  opened.push(tools);
  const bytes = response('1');
  const { tree } = tools.forSchemas(undefined).format('scsn/OrderResponse').read({ bytes }, { known: true });
  const leaf = (tree ? listFilledLeaves(tree.root) : []).find((one) =>
    pathOf(one).endsWith('/cac:Delivery/cbc:Quantity'),
  );
  const differs = (
    counterpart: 'base' | 'quantity' | 'unit',
    text: string,
    state?: string,
    shown = order,
  ) => {
    if (leaf === undefined) throw new Error('The response has no delivery.');
    const groups = [{ counterpart, leaves: [{ ...locateLeaf(leaf), text }] }];
    const task = {
      ...{
        channel: channel(),
        bytes,
        now: '',
        message: { id: 7, arrival: 7, hash: '', forced: false, note: false },
      },
      ...{ bodies: { [sha256(shown)]: shown }, ...(state === undefined ? {} : { state }) },
    };
    return groups.map(compareWithOrder(tools.forSchemas(undefined), task, groups));
  };

  it('has to be known', () => {
    expect([differs('quantity', '41', knownState()), differs('quantity', '41')]).toEqual([
      ['other'],
      ['unknown'],
    ]);
  });

  it('has the same number in another form', () => {
    expect(differs('quantity', '40.00', knownState())).toEqual(['same']);
  });

  it('does not hold a response for another base of the price alone', () => {
    expect(differs('base', '100', knownState())).toEqual(['unknown']);
    expect(differs('base', '1', knownState())).toEqual(['same']);
  });

  it('is asked about the unit of a quantity, by what units mean', () => {
    const unit = (text: string) => differs('unit', text, knownState())[0];
    expect([unit('PCE'), unit('KGM'), unit('XYZ')]).toEqual(['same', 'other', 'unknown']);
  });

  it('is what the buyer wants, and not what the supplier has asked for before', () => {
    const proposed = {
      proposal: { status: 'Open', deliverySchedule: [{ date: '2026-12-01', quantity: 41 }] },
    };
    const shown = withLines((line) => ({ ...line, supplierLine: { requests: proposed } }));
    expect(differs('quantity', '41', knownState(shown), shown)).toEqual(['other']);
  });

  it('counts no value as lost that the response says once more in a rule', () => {
    const twice = response('41').toString().replaceAll('>40</cbc:Quantity>', '>41</cbc:Quantity>');
    const said = prepared(
      table(
        'cac:Delivery/cbc:ID,commercial,quantity,a test\ncac:Delivery/cbc:Quantity,commercial,quantity,a test',
      ),
      channel(),
      Buffer.from(twice),
    );
    expect(said.kind).toBe('deliver');
    expect(found(said)).toMatchObject([{ severity: 'warning' }]);
  });
});

describe('a response of the exchange for the ERP of the buyer', () => {
  const events: OutboundChannel = {
    ...{
      name: 'events',
      kind: 'response',
      companyId: '5f0c3b1e-7d2a-4e69-9b48-1c6a8f30d752',
      as: 'buyer',
      language: 'en',
      direction: 'outbound',
    },
    settings: outboundChannel.parse({
      ...{
        as: 'buyer',
        from: { webhook: '/events' },
        map: 'order-to-order-response',
        document: 'scsn/OrderResponse',
      },
      to: { folder: '/erp/in' },
    }),
  };
  const own = () =>
    toolsWith({
      'tables/lost-values.csv':
        'path,class,counterpart,why\nlines/**/position,commercial,line,a test\nlines/lost/quantity,commercial,quantity,a test\n',
    });
  const publish = (quantity: number, state?: string) => {
    const body = withLines((line) => ({
      ...{ ...line, lost: { quantity }, status: { processStatus: 'Confirmed' } },
      confirmedLine: { deliverySchedule: line.buyerLine.deliverySchedule, prices: line.buyerLine.prices },
    }));
    return prepareDocument(own(), {
      ...{ channel: events, bytes: body, now: '2026-11-03T09:00:00.000Z', bodies: {} },
      message: { id: 7, arrival: 7, hash: sha256(body), forced: false, note: false },
      ...(state === undefined ? {} : { state }),
    });
  };
  const sentOf = (split: string) =>
    JSON.stringify(
      changeState(
        emptyState,
        {
          delivered: {
            ...{ fingerprint: 'f', bytes: 'b', lines: { '10': 'p' } },
            values: { '10': { values: { split, dates: '2026-12-01' } } },
          },
        },
        { channel: 'orders', direction: 'inbound', message: 1, arrival: 1, at: '2026-11-01T09:00:00.000Z' },
      ),
    );

  it('is parked where it loses a value that was not ordered so', () => {
    expect(publish(40).kind).toBe('deliver');
    expect(publish(41)).toMatchObject({ kind: 'park', reason: expect.stringContaining('41') });
  });

  it('is held against what was sent, where this gateway has sent it', () => {
    expect(publish(41, sentOf('41')).kind).toBe('deliver');
    expect(publish(40, sentOf('41')).kind).toBe('park');
  });
});
