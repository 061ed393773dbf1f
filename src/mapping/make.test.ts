import { afterAll, describe, expect, it } from 'vitest';
import { writeJson } from '../tree/write-json.ts';
import { explain } from './explain.ts';
import { envelopeOf, type MappingInput, make, writeTarget } from './make.ts';
import { deliveredFixture } from './testkit/delivered.ts';
import { context, document, formats, itemsOf, mapping, schemas } from './testkit/kit.ts';

afterAll(() => schemas.dispose());

const lines = `target:
  order: { supplierAccountNumber: { $text: S }, purchaseOrderNumber: cbc:ID }
  lines:
    $each: cac:OrderLine
    $key: position
    $omit: unchanged
    position: cac:LineItem/cbc:ID
    deliverySchedule: { $each: cac:LineItem, quantity: { $text: 7 } }`;

const toExchange: MappingInput = { mapping: mapping(lines), tree: document, context, holds: () => false };

const newsOf = (input: MappingInput): string => {
  const { whole } = make(input);
  return whole === undefined ? '' : writeJson(whole.news);
};

describe('make', () => {
  it('leaves out what the other side holds, and knows every item all the same', () => {
    const holds = (key: string) => key === '00010';
    const { whole } = make({ ...toExchange, holds });
    expect(newsOf({ ...toExchange, holds })).toContain('"lines":[{"position":"00020",');
    expect([...(whole?.items.keys() ?? [])]).toEqual(['00010', '00020']);
    expect(whole?.nothingNew).toBe(false);
    expect(whole?.fingerprint).toBe(make(toExchange).whole?.fingerprint);
  });

  it('a header that changed alone goes to the exchange with all lines', () => {
    const all = { ...toExchange, holds: () => true };
    expect(make(all).whole?.nothingNew).toBe(true);
    expect(newsOf(all)).toBe(newsOf(toExchange));
  });

  it('to the ERP it goes without them', () => {
    const {
      mapping: fromExchange,
      document: tree,
      context,
    } = deliveredFixture('order-to-order-response.accepted');
    const { whole } = make({ mapping: fromExchange, tree, context, holds: () => true });
    expect(whole?.nothingNew).toBe(true);
    expect(itemsOf(whole?.target.members.get('cac:OrderLine')).length).toBeGreaterThan(0);
    expect(itemsOf(whole?.news.members.get('cac:OrderLine'))).toEqual([]);
  });

  it('puts lines where the channel says', () => {
    const channel = { ...context.channel, linesPlacement: 'inside' };
    expect(newsOf({ ...toExchange, context: { ...context, channel } })).toMatch(
      /"purchaseOrderNumber":"4711","lines"/,
    );
  });

  it('takes a run that was watched', () => {
    const { result } = explain(mapping(lines), document, context);
    expect(make(toExchange, result).whole?.fingerprint).toBe(make(toExchange).whole?.fingerprint);
    const { target: _, ...stopped } = result;
    expect(make(toExchange, stopped)).toEqual({ result: stopped });
  });
});

it('a target is written as what the mapping makes: JSON on one line or indented, or a document', () => {
  const { whole } = make(toExchange);
  const text = (to: string, indent?: number) =>
    new TextDecoder().decode(
      whole && writeTarget(whole.news, to, formats, indent === undefined ? {} : { indent }).bytes,
    );
  expect(text('exchange/order')).not.toContain('\n');
  expect(text('exchange/order', 2)).toContain('\n  "order"');
  expect(text('scsn/Order')).toContain('<Order ');
});

it('a file has the number of its message and the local time in its envelope', () => {
  const written = { ...context, now: '2026-03-02T23:30:00.000Z', channel: { timeZone: 'Europe/Amsterdam' } };
  expect(envelopeOf({ ...written, sequence: 77 })).toEqual({ sequence: 77, at: '2026-03-03T00:30:00' });
  expect(envelopeOf(written)).toMatchObject({ sequence: 1 });
});
