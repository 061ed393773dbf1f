import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { orderXml } from '../../test/kit/documents.ts';
import { inboundChannel } from '../config/schema.ts';
import type { InboundChannel } from './channel.ts';
import { changeState, emptyState } from './order-state.ts';
import { type Deliverable, prepare } from './prepare.ts';
import { loadRooms } from './rooms.ts';

const rooms = loadRooms(fileURLToPath(new URL('fixtures/mappings', import.meta.url)));
afterAll(() => rooms.dispose());

function channel(more: Record<string, unknown>): InboundChannel {
  const settings = inboundChannel.parse({
    from: { folder: '/erp/out' },
    document: 'scsn/Order',
    to: { exchange: 'api-connector/order' },
    map: 'order-to-exchange',
    ...more,
  });
  return {
    name: 'orders',
    companyId: 'company-1',
    as: 'buyer',
    language: 'en',
    direction: 'inbound',
    settings,
  };
}

function delivered(to: InboundChannel, bytes: Buffer, state?: string): Deliverable {
  const hash = createHash('sha256').update(bytes).digest('hex');
  const message = { id: 7, hash, forced: false, note: false };
  const now = '2026-11-02T09:00:00.000Z';
  const task = { channel: to, message, bytes, bodies: {}, now, ...(state === undefined ? {} : { state }) };
  const prepared = prepare(rooms.with(undefined), task);
  if (prepared.kind !== 'deliver') throw new Error(JSON.stringify(prepared));
  return prepared;
}

const bodyOf = ({ bytes }: Deliverable): Record<string, unknown> =>
  JSON.parse(Buffer.from(bytes).toString('utf8'));

describe('where lines stand', () => {
  const bytes = orderXml({ number: 'PO-1', lines: [{ id: '10', quantity: '1234.5600' }, { id: '20' }] });

  it('is beside the order by default', () => {
    expect(Object.keys(bodyOf(delivered(channel({}), bytes)))).toEqual([
      'order',
      'lines',
      'erpIssueDateTime',
    ]);
  });

  it('is inside it on request, with everything else; values and order state are the same', () => {
    const beside = delivered(channel({}), bytes);
    const inside = delivered(channel({ linesPlacement: 'inside' }), bytes);
    const { order, ...rest } = bodyOf(beside);
    expect(bodyOf(inside)).toEqual({ order: { ...Object(order), ...rest } });
    expect(Buffer.from(inside.bytes).toString()).toContain('"quantity":1234.5600');
    expect(inside.change).toEqual(beside.change);
  });

  it('inside, unchanged lines are left out as well', () => {
    const settings = channel({ linesPlacement: 'inside' });
    const { change } = delivered(settings, bytes);
    const by = {
      channel: 'orders',
      direction: 'inbound' as const,
      message: 6,
      at: '2026-11-01T09:00:00.000Z',
    };
    const state = JSON.stringify(changeState(emptyState, change, by));
    const changed = orderXml({ number: 'PO-1', lines: [{ id: '10', quantity: '1235' }, { id: '20' }] });
    expect(bodyOf(delivered(settings, changed, state))).toMatchObject({
      order: { lines: [{ position: '10' }] },
    });
  });
});

describe('a mapping from SCSN to SCSN on the XML route', () => {
  const route = channel({ to: { exchange: 'sci-connector/order' }, map: 'order-put-right' });
  const almost = (more: string) =>
    Buffer.from(
      orderXml({ number: 'PO-9', lines: [{ id: '10', status: 'canceled' }, { id: '20' }] })
        .toString()
        .replaceAll('unitCode="C62"', 'unitCode="ST"')
        .replace('<cbc:IssueDate>', `${more}<cbc:IssueDate>`),
    );

  it('puts an almost-SCSN document right and sends valid XML, complete', () => {
    const { bytes, mapping, findings } = delivered(route, almost(''));
    const text = Buffer.from(bytes).toString();
    expect(text).toContain('<cbc:LineStatusCode>cancelled</cbc:LineStatusCode>');
    expect(text).toContain('unitCode="C62"');
    expect(text).not.toContain('"ST"');
    expect(text.match(/<cac:OrderLine>/g)).toHaveLength(2);
    expect(mapping).toMatch(/^[0-9a-f]{64}$/);
    expect(findings.filter(({ severity }) => severity !== 'warning')).toEqual([]);
  });

  it('knows a document that says the same, whatever its issue time', () => {
    const { change } = delivered(route, almost(''));
    const by = {
      channel: 'orders',
      direction: 'inbound' as const,
      message: 6,
      at: '2026-11-01T09:00:00.000Z',
    };
    const state = JSON.stringify(changeState(emptyState, change, by));
    const bytes = Buffer.from(almost('').toString().replace('2026-03-02', '2026-03-03'));
    expect(() => delivered(route, bytes, state)).toThrow('"outcome":"unchanged"');
  });
});
