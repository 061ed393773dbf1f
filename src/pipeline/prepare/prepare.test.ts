import { describe, expect, it } from 'vitest';
import { orderXml } from '../../../test/kit/documents.ts';
import { changeState } from '../order-state/order-state.ts';
import {
  delivered,
  event,
  fetched,
  line,
  linesOf,
  run,
  stateAfter,
  t1,
  t2,
} from '../testkit/check-and-prepare.ts';
import type { Deliverable } from './prepare-task.ts';

describe('prepare, inbound', () => {
  const bytes = orderXml({ number: 'PO-1', lines: [{ id: '10' }, { id: '20' }] });

  it('sends the XML route as it is, in UTF-8 whatever it was', () => {
    expect(Buffer.from(delivered('orders', bytes).bytes)).toEqual(bytes);
    const text = bytes.toString().replace('UTF-8', 'UTF-16').replace('Part 10', 'Teil \u00f8');
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const sent = Buffer.from(delivered('orders', utf16).bytes).toString('utf8');
    expect(sent).toBe(text.replace('UTF-16', 'UTF-8'));
  });

  it('is unchanged when only date and time are new, and a duplicate when nothing is', () => {
    for (const name of ['orders', 'orders-json']) {
      const state = stateAfter(name, delivered(name, bytes));
      expect(run(name, bytes, { state, id: 2 })).toMatchObject({ kind: 'settle', outcome: 'duplicate' });
      const later = orderXml({ number: 'PO-1', date: '2026-03-09', lines: [{ id: '10' }, { id: '20' }] });
      expect(run(name, later, { state, id: 2 })).toMatchObject({ kind: 'settle', outcome: 'unchanged' });
      expect(run(name, later, { state, id: 2, forced: true })).toMatchObject({ kind: 'deliver' });
    }
  });

  it('leaves out lines that the exchange holds, and sends all when only the header changed', () => {
    const first = delivered('orders-json', bytes);
    expect(linesOf(first)).toEqual(['10', '20']);
    const state = stateAfter('orders-json', first);
    const changed = orderXml({
      number: 'PO-1',
      type: 'Changed',
      lines: [{ id: '10' }, { id: '20', date: '2026-05-01' }],
    });
    expect(linesOf(delivered('orders-json', changed, { state, id: 2 }))).toEqual(['20']);
    const noted = orderXml({
      number: 'PO-1',
      type: 'Changed',
      note: 'new note',
      lines: [{ id: '10' }, { id: '20' }],
    });
    expect(linesOf(delivered('orders-json', noted, { state, id: 2 }))).toEqual(['10', '20']);
  });

  it('does not send a line again because the other side said something about it in between', () => {
    const state = stateAfter('orders-json', delivered('orders-json', bytes));
    const answered = changeState(
      state,
      { delivered: { fingerprint: 'f', bytes: 'b', lines: { 20: 'p' } } },
      { channel: 'responses', direction: 'outbound', message: 5, arrival: 5, at: t1 },
    );
    const again = orderXml({ number: 'PO-1', date: '2026-03-09', lines: [{ id: '10' }, { id: '20' }] });
    expect(run('orders-json', again, { state: answered, id: 6 })).toMatchObject({ outcome: 'unchanged' });
  });

  it('parks what is older by date alone, and ends what surely is, unless forced', () => {
    const state = stateAfter('orders', delivered('orders', bytes, { id: 5, issued: '2026-03-02' }), {
      id: 5,
    });
    const other = orderXml({ number: 'PO-1', note: 'other' });
    expect(run('orders', other, { state, id: 6, issued: '2026-03-01' })).toMatchObject({
      kind: 'park',
      released: true,
      findings: [{ code: 'older-than-delivered' }],
    });
    const outdated = { kind: 'settle', outcome: 'outdated', findings: [{ code: 'newer-was-delivered' }] };
    expect(run('orders', other, { state, id: 4, issued: '2026-03-02' })).toMatchObject(outdated);
    // a later row, cut out of a file that came before
    const early = { state, id: 6, arrival: 4 * 2 ** 20 + 2, issued: '2026-03-02' };
    expect(run('orders', other, early)).toMatchObject(outdated);
    expect(run('orders', other, { state, id: 6, issued: '2026-03-02T09:00:00' })).toMatchObject({
      kind: 'deliver',
    });
    expect(run('orders', other, { state, id: 4, issued: '2026-03-01', forced: true })).toMatchObject({
      kind: 'deliver',
    });
  });

  it('refuses more lines than the exchange takes', () => {
    const lines = (count: number) => Array.from({ length: count }, (_, n) => ({ id: String(n + 1) }));
    expect(run('orders', orderXml({ number: 'PO-1', lines: lines(501) }))).toMatchObject({
      outcome: 'rejected',
      findings: [{ code: 'too-many-members' }],
    });
    expect(run('orders', orderXml({ number: 'PO-1', lines: lines(500) }))).toMatchObject({ kind: 'deliver' });
    expect(run('orders-json', orderXml({ number: 'PO-1', lines: lines(501) }))).toMatchObject({
      kind: 'settle',
      outcome: 'rejected',
      findings: [{ code: 'too-many-members' }],
    });
    expect(linesOf(delivered('orders-json', orderXml({ number: 'PO-1', lines: lines(500) })))).toHaveLength(
      500,
    );
  });
});

describe('prepare, outbound', () => {
  const text = (deliverable: Deliverable): string => Buffer.from(deliverable.bytes).toString('utf8');
  const ids = (deliverable: Deliverable): string[] =>
    [...text(deliverable).matchAll(/<cac:LineItem>\s*<cbc:ID>([^<]*)/g)].map((match) => match[1] ?? '');
  const both = [line('10', 'Confirmed', t1), line('20', 'Confirmed', t1)];

  it('says only what is new to the buyer, and nothing when nothing is', () => {
    const first = delivered('responses', event('OrderLinesAcceptedBySupplier', { lines: both.slice(0, 1) }));
    expect(ids(first)).toEqual(['10']);
    const state = stateAfter('responses', first);
    expect(ids(delivered('responses', fetched({ lines: both }), { state, id: 2 }))).toEqual(['20']);
    expect(
      run('responses', event('OrderLinesAcceptedBySupplier', { lines: both.slice(0, 1) }), { state, id: 2 }),
    ).toMatchObject({ kind: 'settle', outcome: 'ignored' });
  });

  it('is unchanged when a line has a new time and says the same', () => {
    const state = stateAfter('responses', delivered('responses', event('OrderLinesAcceptedBySupplier')));
    const repeated = event('OrderLinesAcceptedBySupplier', { lines: [line('10', 'Confirmed', t2)] });
    expect(run('responses', repeated, { state, id: 2 })).toMatchObject({
      kind: 'settle',
      outcome: 'unchanged',
      change: { received: { lines: { 'o-PO-1-10': t2 } } },
    });
  });

  it('says everything again when somebody asked for it', () => {
    const state = stateAfter(
      'responses',
      delivered('responses', event('OrderLinesAcceptedBySupplier', { lines: both })),
    );
    expect(
      ids(delivered('responses', event('OrderResentBySupplier', { lines: both }), { state, id: 2 })),
    ).toEqual(['10', '20']);
  });

  it('says in an ORDRSP that a line is agreed as it was ordered by what was sent, whatever the exchange shows of the order', () => {
    const sent = orderXml({ number: 'PO-1', lines: [{ id: '10' }, { id: '20' }] });
    const state = stateAfter('orders-json', delivered('orders-json', sent));
    const value = { value: 12.5, currencyIso: 'EUR' };
    const agreed = (position: string, date = '2026-04-01') => {
      const values = {
        deliverySchedule: [{ position: '1', date, quantity: 5 }],
        prices: { netPrice: { priceInTransactionCurrency: value }, priceUnitQuantity: 1 },
      };
      const known = line(position, 'Confirmed', t1);
      return { ...known, buyerLine: { ...known.buyerLine, ...values }, confirmedLine: values };
    };
    const codes = (lines: readonly object[], told: { state?: typeof state } = { state }) => {
      const answer = event('OrderLinesAcceptedBySupplier', { lines });
      const written = text(delivered('responses-edifact', answer, { id: 2, ...told }));
      return [...written.matchAll(/(?:BGM\+231\+[^+]*|LIN\+\d+)\+(\d+)/g)].map((match) => match[1]);
    };
    expect(codes([agreed('10'), agreed('20')])).toEqual(['29', '5', '5']);
    expect(codes([agreed('10', '2026-04-08'), agreed('20')])).toEqual(['4', '24', '5']);
    expect(codes([agreed('10')])).toEqual(['4', '5']);
    expect(codes([agreed('10'), agreed('20')], {})).toEqual(['4', '24', '24']);
  });

  it('writes the complete order for the supplier: New at first, then Changed', () => {
    const issued = [line('10', 'Issued', t1), line('20', 'Issued', t1)];
    const first = delivered(
      'supplier-orders',
      event('OrderLinesReissuedByBuyer', { lines: issued.slice(0, 1) }),
      { gathered: fetched({ lines: issued }) },
    );
    expect(text(first)).toContain('<cbc:OrderTypeCode>New</cbc:OrderTypeCode>');
    expect(ids(first)).toEqual(['10', '20']);
    const state = stateAfter('supplier-orders', first);
    const more = [...issued, line('30', 'Issued', t2)];
    const second = delivered('supplier-orders', event('OrderLinesIssuedByBuyer', { lines: more.slice(2) }), {
      state,
      id: 2,
      gathered: fetched({ lines: more }),
    });
    expect(text(second)).toContain('<cbc:OrderTypeCode>Changed</cbc:OrderTypeCode>');
    expect(ids(second)).toEqual(['10', '20', '30']);
    expect(text(second).match(/<cbc:LineStatusCode>[^<]*/g)).toEqual(['<cbc:LineStatusCode>added']);
  });

  it('notes what lies before the start, and remembers it as handled', () => {
    const noted = run('responses', fetched(), { note: true });
    expect(noted).toMatchObject({
      kind: 'settle',
      outcome: 'ignored',
      change: { received: { lines: { 'o-PO-1-10': t1 } } },
    });
  });

  it('parks what no file can be made of', () => {
    const undated = {
      ...line('10', 'Confirmed', t1),
      confirmedLine: { deliverySchedule: [{ position: '1', quantity: 5 }] },
    };
    expect(run('responses', event('OrderLinesAcceptedBySupplier', { lines: [undated] }))).toMatchObject({
      kind: 'park',
    });
    expect(run('responses', event('X', { lines: [line('10', 'AwaitingBroker', t1)] }))).toMatchObject({
      kind: 'park',
    });
    expect(run('responses', Buffer.from('{}'))).toMatchObject({
      kind: 'park',
      findings: [{ code: 'order-unreadable' }],
    });
  });
});
