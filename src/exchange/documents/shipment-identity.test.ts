import { describe, expect, it } from 'vitest';
import { readOrderIdentity } from './order-identity.ts';
import { readShipmentIdentity } from './shipment-identity.ts';

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const identity = (value: unknown) => readShipmentIdentity(bytes(value));

const line = (order: string, advice?: string) => ({
  purchaseOrderNumber: order,
  supplierLine: advice === undefined ? {} : { despatchAdviceNumber: advice },
});
const shipment = {
  id: 'S-1',
  supplierShipment: { companyId: 'S', shipmentNumber: 'Z-1' },
  buyerShipment: { companyId: 'B' },
  loadCarriers: [{ lines: [line('PO-2', 'A-1')] }],
  lines: [line('PO-1'), line('PO-2')],
  meta: { lastUpdatedAt: '2026-03-16T07:05:02.310Z' },
};
const known = {
  id: 'S-1',
  number: 'Z-1',
  orders: ['PO-2', 'PO-1'],
  buyerCompanyId: 'B',
  lastUpdatedAt: '2026-03-16T07:05:02.310Z',
};

describe('which shipment it is', () => {
  it('is read from a shipment as GET gives it, and from an event', () => {
    expect(identity(shipment)).toEqual(known);
    expect(identity({ eventName: 'ShipmentIssuedBySupplier', shipment })).toEqual(known);
  });

  it('is found in bodies that nobody described', () => {
    expect(identity({ shipmentId: 'S-1' })).toEqual({ id: 'S-1', orders: [] });
    expect(identity({ eventName: 'X', shipmentEvent: { shipmentId: 'S-1' } })).toMatchObject({ id: 'S-1' });
    expect(identity({ shipmentDocumentsEvent: { id: 'S-1', documents: [] } })).toMatchObject({ id: 'S-1' });
    expect(identity({ eventName: 'ShipmentBlessed', id: 'S-1' })).toMatchObject({ id: 'S-1' });
    expect(identity({ id: 'S-1', lines: 7, loadCarriers: {}, supplierShipment: [] })).toEqual({
      id: 'S-1',
      orders: [],
    });
  });

  it('is not known without an id, of an order, and of what is no JSON object', () => {
    expect(identity({ shipment: { supplierShipment: { shipmentNumber: 'Z-1' } } })).toBeUndefined();
    expect(identity({ shipment: { id: 7 } })).toBeUndefined();
    expect(identity({ eventName: 'X', orderEvent: { orderId: 'o' }, id: 'x' })).toBeUndefined();
    expect(identity({ id: 'o', buyerOrder: {} })).toBeUndefined();
    for (const other of [[], 'text', null, 1]) expect(identity(other)).toBeUndefined();
  });

  it('is its despatch advice by number where the supplier gave the shipment none', () => {
    expect(identity({ ...shipment, supplierShipment: {} })?.number).toBe('A-1');
  });

  it('is never taken for an order', () => {
    for (const body of [shipment, { shipment }, { shipmentId: 'S-1' }, { eventName: 'ShipmentX', id: 'S-1' }])
      expect(readOrderIdentity(bytes(body))).toBeUndefined();
  });
});
