import { describe, expect, it } from 'vitest';
import { readEventEnvelope } from './event-envelope.ts';
import { readOrderIdentity } from './order-identity.ts';

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const identity = (value: unknown) => readOrderIdentity(bytes(value));

const order = {
  buyerOrder: { companyId: 'B', purchaseOrderNumber: 'PO-1', supplierAccountNumber: 'S-1', somethingNew: {} },
  supplierOrder: { companyId: 'S', buyerAccountNumber: 'C-1' },
  version: 3,
  lastUpdatedAt: '2026-01-01T00:00:00.000Z',
  lines: [
    { id: 'B-PO-1-10', buyerLine: { position: '0010' }, lastUpdatedAt: '2026-01-01T00:00:00.000Z' },
    { buyerLine: { position: '20' } },
    { buyerLine: { originalPosition: '10' } },
  ],
};

const known = {
  id: 'B-PO-1',
  purchaseOrderNumber: 'PO-1',
  buyerCompanyId: 'B',
  supplierCompanyId: 'S',
  supplierAccountNumber: 'S-1',
  buyerAccountNumber: 'C-1',
  version: 3,
  lastUpdatedAt: '2026-01-01T00:00:00.000Z',
  lines: [
    { id: 'B-PO-1-10', position: '0010', lastUpdatedAt: '2026-01-01T00:00:00.000Z' },
    { id: '20', position: '20' },
    { id: '' },
  ],
};

describe('who an order is', () => {
  it('is read from a bare order', () => {
    expect(identity({ id: 'B-PO-1', ...order })).toEqual({ ...known, kind: 'order' });
  });

  it("knows the supplier's numbers, each once, less those that nobody could search by", () => {
    const numbers = ['SO-1', ' SO-1 ', undefined, '', 'x'.repeat(201), 'a\u0000b', '\ud800', 'SO-2'];
    const lines = numbers.map((salesOrderNumber) => ({ supplierLine: { salesOrderNumber } }));
    expect(identity({ id: 'x', lines })?.salesOrders).toEqual(['SO-1', 'SO-2']);
    expect(identity({ id: 'x', lines: [{ supplierLine: 7 }] })).not.toHaveProperty('salesOrders');
  });

  it('is read from an event, with its name and message id', () => {
    const event = {
      eventName: 'OrderIssuedByBuyer',
      orderEvent: { orderId: 'B-PO-1', ...order },
      meta: { messageId: 'm' },
    };
    expect(identity(event)).toEqual({
      ...known,
      kind: 'orderEvent',
    });
    expect(readEventEnvelope(bytes(event))).toEqual({ eventName: 'OrderIssuedByBuyer', messageId: 'm' });
  });

  it('is read from other kinds of events, the message id from inside', () => {
    const documents = { eventName: 'E', orderDocumentsEvent: { orderId: 'x', meta: { messageId: 'inner' } } };
    expect(identity(documents)).toMatchObject({ kind: 'orderDocumentsEvent', lines: [] });
    expect(readEventEnvelope(bytes(documents))).toEqual({ eventName: 'E', messageId: 'inner' });
    expect(identity({ singleDeliveryOrderEvent: { orderId: 'x' } })).toMatchObject({ kind: 'orderEvent' });
    expect(identity({ orderEvent: { orderId: 'a' }, orderDocumentsEvent: { orderId: 'b' } })).toMatchObject({
      id: 'a',
      kind: 'orderEvent',
    });
  });

  it('is company and number where there is no id', () => {
    expect(identity(order)?.id).toBe('B-PO-1');
  });

  it('does not depend on members of another type than expected', () => {
    const strange = {
      id: 'x',
      version: 'seven',
      lastUpdatedAt: 5,
      lines: 'none',
      buyerOrder: [],
      supplierOrder: null,
    };
    expect(identity(strange)).toEqual({ id: 'x', kind: 'order', lines: [] });
  });

  it('is unknown without id and number, and for what is no JSON object', () => {
    expect(identity({ eventName: 'Ping' })).toBeUndefined();
    expect(identity({ buyerOrder: { purchaseOrderNumber: 'PO-1' } })).toBeUndefined();
    expect(identity([])).toBeUndefined();
    expect(identity('text')).toBeUndefined();
    expect(readOrderIdentity(new TextEncoder().encode('{'))).toBeUndefined();
  });
});
