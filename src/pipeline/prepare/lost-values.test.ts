import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { inboundChannel } from '../../config/schema.ts';
import { leavesOf } from '../../mapping/leaves.ts';
import { describeLeaf } from '../../mapping/loss.ts';
import { pathOf } from '../../tree/items.ts';
import type { InboundChannel } from '../channel.ts';
import { packageFolder } from '../workers/mapping-folders.ts';
import { loadToolboxes, type Toolbox, type Toolboxes } from '../workers/toolbox.ts';
import { compareWithOrder } from './lost-counterparts.ts';
import { changeState, emptyState } from './order-state.ts';
import { type Prepared, prepare } from './prepare.ts';

/** The number of a delivery inside its line goes nowhere; a site's table says what it stands for here. */

const opened: Toolboxes[] = [];
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
  const tools = loadToolboxes(folder);
  opened.push(tools);
  return tools.with(undefined);
}

const table = (row: string) =>
  toolsWith({ 'tables/lost-values.csv': `path,class,counterpart,why\n${row}\n` });

const channel = (lost = {}): InboundChannel => ({
  ...{ name: 'answers', kind: 'response', companyId: 'company-1', as: 'supplier', language: 'en' },
  ...{ direction: 'inbound', upload: false },
  settings: inboundChannel.parse({
    from: { folder: '/erp/out' },
    document: 'scsn/OrderResponse',
    to: { exchange: 'api-connector/order-response' },
    map: 'order-response-to-exchange',
    lost,
  }),
});

const fixture = (file: string) =>
  readFileSync(
    join(packageFolder('mappings'), 'fixtures/order-response-to-exchange.accepted-as-asked', file),
    'utf8',
  );
/** A response whose delivery has that number; the quantity of the order is 40. */
const response = (id: string) =>
  Buffer.from(fixture('document.xml').replace(/(<cac:Delivery>\s*<cbc:ID>)1/, `$1${id}`));
const order = Buffer.from(JSON.stringify(JSON.parse(fixture('context.json')).received));
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function knownState(): string {
  const change = { received: { body: sha256(order), lines: {} } };
  const by = {
    channel: 'events',
    direction: 'outbound',
    message: 1,
    at: '2026-11-01T09:00:00.000Z',
  } as const;
  return JSON.stringify(changeState(emptyState, change, by));
}

function prepared(tools: Toolbox, to: InboundChannel, id: string): Prepared {
  const bytes = response(id);
  return prepare(tools, {
    ...{ channel: to, bytes, now: '2026-11-03T09:00:00.000Z' },
    message: { id: 7, hash: sha256(bytes), forced: false, note: false },
    ...{ bodies: { [sha256(order)]: order }, state: knownState() },
  });
}

const found = (said: Prepared) =>
  'findings' in said ? said.findings.filter(({ code }) => code === 'value-not-carried') : [];
const path = '/OrderResponse/cac:OrderLine/cac:LineItem/cac:Delivery/cbc:ID';

const lostIn = ({ lost = [] }: Prepared) => lost.filter((one) => one.path === path);

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
  const tools = loadToolboxes(undefined);
  opened.push(tools);
  const bytes = response('1');
  const { tree } = tools.with(undefined).format('scsn/OrderResponse').read({ bytes }, { known: true });
  const leaf = (tree ? leavesOf(tree.root) : []).find((one) =>
    pathOf(one).endsWith('/cac:Delivery/cbc:Quantity'),
  );
  const differs = (counterpart: 'base' | 'quantity' | 'unit', text: string, state?: string) => {
    if (leaf === undefined) throw new Error('The response has no delivery.');
    const groups = [{ counterpart, leaves: [{ ...describeLeaf(leaf), text }] }];
    const task = {
      ...{ channel: channel(), bytes, now: '', message: { id: 7, hash: '', forced: false, note: false } },
      ...{ bodies: { [sha256(order)]: order }, ...(state === undefined ? {} : { state }) },
    };
    return groups.map(compareWithOrder(tools.with(undefined), task, groups));
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

  it('is not asked about units', () => {
    expect(differs('unit', 'KGM', knownState())).toEqual(['unknown']);
  });
});
