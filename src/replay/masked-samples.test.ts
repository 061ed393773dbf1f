import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { Masker } from '../mapping/mask/masker.ts';
import { buildChannels, type Channel } from '../pipeline/channel/channel.ts';
import { loadChannelRuntimes } from '../pipeline/runtime/channel-runtime.ts';
import { buildChannelConfig } from '../pipeline/testkit/channels.ts';
import { maskedChannel, whyLeftOut } from './masked.ts';
import { concludeCheck, rerunCheck, type StepInput } from './rerun/rerun-steps.ts';

/** What comes of a masked sample is what comes of the sample: the same end, and findings of the same codes. */

const samples = fileURLToPath(new URL('../../samples', import.meta.url));
const delivered = loadChannelRuntimes(undefined);
afterAll(() => delivered.dispose());

const order = { to: { exchange: 'api-connector/order' } };
const response = { to: { exchange: 'api-connector/order-response' } };
const folder = (files: string) => ({ folder: '/f', files });
const webhook = { webhook: '/e' };
const complete = (name: string) => [name, 'complete-order', 'order-to-exchange'];
const companyId = '5f0c3b1e-7d2a-4e69-9b48-1c6a8f30d752';

const channels = buildChannels(
  buildChannelConfig(
    {
      orders: { from: folder('*.xml'), document: 'scsn/Order', map: 'order-to-exchange', ...order },
      responses: {
        ...{
          from: folder('*.xml'),
          document: 'scsn/OrderResponse',
          map: 'order-response-to-exchange',
          ...response,
        },
      },
      advices: {
        ...{ from: folder('*.xml'), document: 'scsn/DespatchAdvice', map: 'despatch-advice-to-exchange' },
        to: { exchange: 'api-connector/despatch-advice' },
      },
      edifact: {
        from: folder('*.edi'),
        document: 'edifact-d96a-orders',
        map: complete('edifact-orders-to-order'),
        ...order,
      },
      ordrsp: {
        ...{ from: folder('*.edi'), document: 'edifact-d96a-ordrsp', ...response },
        map: ['edifact-ordrsp-to-order-response', 'complete-order-response', 'order-response-to-exchange'],
      },
      csv: { from: folder('*.csv'), document: 'csv-order', map: complete('csv-order-to-order'), ...order },
      idoc: {
        from: folder('*.xml'),
        document: 'idoc-orders',
        map: complete('idoc-orders-to-order'),
        ...order,
      },
      received: {
        ...{ as: 'buyer', from: webhook, map: 'order-to-order-response', document: 'scsn/OrderResponse' },
        to: { folder: '/i' },
      },
      'received-orders': {
        ...{
          as: 'supplier',
          from: webhook,
          map: 'order-to-order',
          document: 'scsn/Order',
          to: { folder: '/i' },
        },
      },
      shipments: {
        ...{
          as: 'buyer',
          from: webhook,
          map: 'shipment-to-despatch-advice',
          document: 'scsn/DespatchAdvice',
        },
        to: { folder: '/i' },
      },
    },
    companyId,
  ),
);

function channelOf(name: string): Channel {
  const found = channels.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no channel ${name}.`);
  return found;
}

const tools = delivered.forSchemas(undefined);

/** What check says, and prepare where it comes to that; of a file of several documents, of each. */
function end(channel: Channel, bytes: Uint8Array, inFile?: StepInput['check']['inFile']): unknown {
  const message = { id: 1, arrival: 1, hash: 'h', forced: false, note: false };
  const source =
    channel.direction === 'inbound'
      ? ({ kind: 'file', id: 'a', name: 'a', size: 1, mtime: 1 } as const)
      : ({ kind: 'webhook', method: 'POST' } as const);
  const given: StepInput = {
    check: { channel, bytes, source, ...(inFile ? { inFile } : {}) },
    prepare: {
      ...{ channel, message, bytes, bodies: {}, now: '2026-03-02T10:00:00.000Z' },
      ...(inFile ? { inFile } : {}),
      ...(channel.direction === 'outbound' ? { gathered: bytes } : {}),
    },
  };
  const checked = rerunCheck(tools, given);
  if (checked.result.verdict === 'split')
    return checked.result.documents.map(({ bytes: own, channel: _, ...place }) => end(channel, own, place));
  const { step, said, ended } = concludeCheck(tools, given, checked);
  const { result } = checked;
  const findings =
    result.verdict === 'ready' ? result.checked.findings : 'findings' in result ? result.findings : [];
  return { step, said, ended, codes: findings.map(({ code, line, record }) => `${code} ${line} ${record}`) };
}

function maskedBytes(channel: Channel, bytes: Uint8Array, masker: Masker): Uint8Array {
  if (channel.direction === 'inbound')
    return masker.document(bytes, channel.settings.document, tools.formats);
  const type = channel.kind === 'advice' ? 'exchange/shipment' : 'exchange/order';
  return Buffer.from(masker.json(Buffer.from(bytes).toString('utf8'), type, tools.formats));
}

/** Of what no reader can parse there is no masked copy. */
const unreadable = ['empty.xml', 'entity.xml', 'not-well-formed.xml'];

function channelFor(path: string): string {
  if (path.startsWith('events'))
    return path.includes('shipment') ? 'shipments' : path.includes('issued') ? 'received-orders' : 'received';
  if (path.startsWith('idoc')) return 'idoc';
  if (path.endsWith('.csv')) return 'csv';
  if (path.endsWith('.edi')) return path.includes('response') ? 'ordrsp' : 'edifact';
  return path.includes('response') ? 'responses' : path.includes('despatch') ? 'advices' : 'orders';
}

const all = ['good', 'bad', 'edifact', 'events', 'idoc'].flatMap((name) =>
  readdirSync(`${samples}/${name}`)
    .filter((file) => /\.(xml|edi|csv|json)$/.test(file))
    .map((file) => `${name}/${file}`),
);

describe('a masked sample comes to what the sample comes to', () => {
  it.each(all)('%s', (path) => {
    const channel = channelOf(channelFor(path));
    const bytes = readFileSync(`${samples}/${path}`);
    const masker = new Masker('seed');
    if (unreadable.includes(path.split('/')[1] ?? '')) {
      const made = () => maskedBytes(channel, bytes, masker);
      expect(made).toThrow();
      return;
    }
    const masked = maskedBytes(channel, bytes, masker);
    expect(end(maskedChannel(channel, masker), masked)).toEqual(end(channel, bytes));
    expect(masked.toString()).not.toBe(bytes.toString());
  });

  it('what cannot be masked is left out for a reason that quotes nothing', () => {
    expect(whyLeftOut(new Error('Jansen'))).toBe('no reader of the gateway can parse it.');
  });
});
