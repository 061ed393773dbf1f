import { describe, expect, it } from 'vitest';
import { orderXml, responseXml } from '../../../test/kit/documents.ts';
import { companyId } from '../testkit/channels.ts';
import {
  checked,
  checkedWithUpload,
  event,
  fetched,
  line,
  order,
  run,
  t1,
  webhook,
} from '../testkit/check-and-prepare.ts';

describe('check, inbound', () => {
  it('reads the business keys, the same address in both directions', () => {
    const order = checked('orders', orderXml({ number: 'PO-1', date: '2026-03-02' }));
    expect(order).toMatchObject({
      verdict: 'ready',
      checked: {
        orderKey: 'inbound/buyer/6a1d2c0e-0000-4000-8000-000000000001/PO-1',
        address: 'buyer/6a1d2c0e-0000-4000-8000-000000000001/PO-1',
        purchaseOrderNumber: 'PO-1',
        issued: '2026-03-02',
      },
    });
    const answer = checked('answers', responseXml({ number: 'PO-1', buyer: 'D1', lines: [{ id: '10' }] }));
    expect(answer).toMatchObject({ verdict: 'ready', checked: { address: 'supplier/D1/PO-1' } });
  });

  it.each([
    ['2026-03-02', '10:00:00', '2026-03-02T10:00:00'],
    ['2026-03-02', '10:00:00.123+01:00', '2026-03-02T10:00:00+01:00'],
    ['2026-03-02Z', '10:00:00', '2026-03-02T10:00:00Z'],
    ['2026-03-02+01:00', '', '2026-03-02'],
  ])('issue date %s and time %s are %s', (date, time, issued) => {
    const timed = String(orderXml({ number: 'PO-1', date })).replace(
      '</cbc:IssueDate>',
      `</cbc:IssueDate>${time && `<cbc:IssueTime>${time}</cbc:IssueTime>`}`,
    );
    expect(checked('orders', Buffer.from(timed))).toMatchObject({ checked: { issued } });
  });

  it('asks for an upload of files where the exchange takes them, and JSON has no place for them', () => {
    const [bare, filled] = [
      orderXml({ number: 'PO-1' }),
      orderXml({ number: 'PO-1', file: ['a.pdf', 'drawing'] }),
    ];
    const upload = { verdict: 'ready', checked: { gather: { what: 'upload', id: '1' } } };
    expect(checkedWithUpload('orders-json', filled)).toMatchObject(upload);
    expect(checked('orders-json', filled).verdict).toBe('rejected');
    for (const without of [checkedWithUpload('orders-json', bare), checkedWithUpload('orders', filled)]) {
      expect(without.verdict).toBe('ready');
      expect(without).not.toHaveProperty('checked.gather');
    }
  });

  it('refuses and parks at once, with the number where it can be read', () => {
    const refused = checked('orders', orderXml({ number: 'PO-1', lines: [{ id: '10', quantity: '1,5' }] }));
    expect(refused).toMatchObject({ verdict: 'rejected', identity: { purchaseOrderNumber: 'PO-1' } });
    expect(
      checked('orders', orderXml({ number: 'PO-1', lines: [{ id: '10', status: 'disputed' }] })),
    ).toMatchObject({ verdict: 'parked' });
    expect(checked('orders', Buffer.from('<a'))).toMatchObject({ verdict: 'rejected', identity: {} });
  });
});

describe('check, outbound', () => {
  it('knows the order, its lines, and whether the whole must be fetched', () => {
    const response = checked('responses', event('OrderLinesAcceptedBySupplier'), webhook);
    expect(response).toMatchObject({
      verdict: 'ready',
      checked: {
        orderKey: 'outbound/responses/o-PO-1',
        address: 'buyer/6a1d2c0e-0000-4000-8000-000000000001/PO-1',
        lines: { 'o-PO-1-10': t1 },
      },
    });
    expect(response.verdict === 'ready' && response.checked.gather).toBeUndefined();
    const complete = checked('supplier-orders', event('OrderIssuedByBuyer'), webhook);
    expect(complete).toMatchObject({
      checked: { address: 'supplier/D1/PO-1', gather: { what: 'order', id: 'o-PO-1' } },
    });
  });

  it('can be found by every number that people know it by', () => {
    const answered = { ...line('10', 'Confirmed', t1), supplierLine: { salesOrderNumber: 'SO-7' } };
    expect(checked('responses', event('X', { lines: [answered] }), webhook)).toMatchObject({
      checked: {
        keys: [
          { kind: 'purchase order', value: 'PO-1' },
          { kind: 'sales order', value: 'SO-7' },
          { kind: 'party', value: '540830' },
        ],
      },
    });
  });

  it('fetches the order for a notice, a found order and lines without timestamps', () => {
    const notice = { kind: 'notice', what: 'order', id: 'o-PO-1' } as const;
    expect(checked('responses', Buffer.from('{}'), notice)).toMatchObject({
      checked: { gather: { id: 'o-PO-1' }, lines: 'all' },
    });
    expect(checked('responses', fetched(), { kind: 'search', note: false })).toMatchObject({
      checked: { gather: { id: 'o-PO-1' } },
    });
    const { lastUpdatedAt, ...bare } = line('10', 'Confirmed', t1);
    expect(lastUpdatedAt).toBe(t1);
    expect(checked('responses', event('X', { lines: [bare] }), webhook)).toMatchObject({
      checked: { gather: { id: 'o-PO-1' } },
    });
  });

  it('remembers an order whose account the exchange does not tell', () => {
    const { supplierOrder, ...told } = order();
    expect(supplierOrder.buyerAccountNumber).toBe('D1');
    const bytes = Buffer.from(
      JSON.stringify({ eventName: 'OrderIssuedByBuyer', orderEvent: { orderId: 'o-PO-1', ...told } }),
    );
    expect(checked('supplier-orders', bytes, webhook)).toMatchObject({
      checked: { address: 'supplier/order%20id%20o-PO-1/PO-1', purchaseOrderNumber: 'PO-1' },
    });
  });

  it('fetches nothing for an own action of which nothing is said, and notes what it was about', () => {
    const own = checked('supplier-orders', event('OrderLinesAcceptedBySupplier'), webhook);
    expect(own).toMatchObject({ verdict: 'ready', checked: { lines: { 'o-PO-1-10': t1 } } });
    expect(own.verdict === 'ready' && own.checked.gather).toBeUndefined();
    expect(run('supplier-orders', event('OrderLinesAcceptedBySupplier'))).toMatchObject({
      outcome: 'ignored',
      change: { received: { lines: { 'o-PO-1-10': t1 } } },
    });
    const documents = (by: string) =>
      Buffer.from(
        JSON.stringify({ eventName: `OrderDocumentsAttachedBy${by}`, orderDocumentsEvent: { orderId: 'o' } }),
      );
    expect(checked('responses', documents('Buyer'), webhook)).toMatchObject({ verdict: 'ignored' });
    const contact = event('OrderContactReassignedBySupplier', { lines: [] });
    expect(checked('supplier-orders', contact, webhook)).toMatchObject({ verdict: 'ignored' });
    expect(checked('responses', documents('Supplier'), webhook)).toMatchObject({ verdict: 'ready' });
    expect(checked('supplier-orders', event('OrderBlessedBySupplier'), webhook)).toMatchObject({
      checked: { gather: { id: 'o-PO-1' } },
    });
  });

  it('leaves the orders of other companies alone, and parks what has no order in it', () => {
    expect(checked('responses', event('X', { buyer: companyId.toUpperCase() }), webhook)).toMatchObject({
      verdict: 'ready',
    });
    expect(checked('responses', event('X', { buyer: 'somebody' }), webhook)).toMatchObject({
      verdict: 'ignored',
    });
    expect(checked('supplier-orders', event('X', { supplier: 'somebody' }), webhook)).toMatchObject({
      verdict: 'ignored',
    });
    expect(checked('responses', Buffer.from('{"hello":1}'), webhook)).toMatchObject({ verdict: 'parked' });
  });
});
