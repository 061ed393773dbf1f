import { describe, expect, it } from 'vitest';
import { writeJson } from '../tree/json/write-json.ts';
import { explainRun } from './explain/explain-run.ts';
import { buildOutput, buildWriteEnvelope, type MappingInput, writeTarget } from './mapping-output.ts';
import { deliveredFixture } from './testkit/delivered.ts';
import { context, document, formats, itemsOf, mapping } from './testkit/kit.ts';

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
  const { document: whole } = buildOutput(input);
  return whole === undefined ? '' : writeJson(whole.payload);
};

describe('make', () => {
  it('leaves out what the other side holds, and knows every item all the same', () => {
    const holds = (key: string) => key === '00010';
    const { document: whole } = buildOutput({ ...toExchange, holds });
    expect(newsOf({ ...toExchange, holds })).toContain('"lines":[{"position":"00020",');
    expect([...(whole?.items.keys() ?? [])]).toEqual(['00010', '00020']);
    expect(whole?.isAllHeld).toBe(false);
    expect(whole?.fingerprint).toBe(buildOutput(toExchange).document?.fingerprint);
  });

  it('a header that changed alone goes to the exchange with all lines', () => {
    const all = { ...toExchange, holds: () => true };
    expect(buildOutput(all).document?.isAllHeld).toBe(true);
    expect(newsOf(all)).toBe(newsOf(toExchange));
  });

  it('to the ERP it goes without them', () => {
    const {
      mapping: fromExchange,
      document: tree,
      context,
    } = deliveredFixture('order-to-order-response.accepted');
    const { document: whole } = buildOutput({ mapping: fromExchange, tree, context, holds: () => true });
    expect(whole?.isAllHeld).toBe(true);
    expect(itemsOf(whole?.target.members.get('cac:OrderLine')).length).toBeGreaterThan(0);
    expect(itemsOf(whole?.payload.members.get('cac:OrderLine'))).toEqual([]);
  });

  it('puts lines where the channel says', () => {
    const channel = { ...context.channel, linesPlacement: 'inside' };
    expect(newsOf({ ...toExchange, context: { ...context, channel } })).toMatch(
      /"purchaseOrderNumber":"4711","lines"/,
    );
  });

  it('takes a run that was watched', () => {
    const { result } = explainRun(mapping(lines), document, context);
    expect(buildOutput(toExchange, result).document?.fingerprint).toBe(
      buildOutput(toExchange).document?.fingerprint,
    );
    const { target: _, ...stopped } = result;
    expect(buildOutput(toExchange, stopped)).toEqual({ result: stopped });
  });
});

it('a target is written as what the mapping makes: JSON on one line or indented, or a document', () => {
  const { document: whole } = buildOutput(toExchange);
  const text = (to: string, indent?: number) =>
    new TextDecoder().decode(
      whole && writeTarget(whole.payload, to, formats, indent === undefined ? {} : { indent }).bytes,
    );
  expect(text('exchange/order')).not.toContain('\n');
  expect(text('exchange/order', 2)).toContain('\n  "order"');
  expect(text('scsn/Order')).toContain('<Order ');
});

it('a file has the number of its message and the local time in its envelope', () => {
  const written = { ...context, now: '2026-03-02T23:30:00.000Z', channel: { timeZone: 'Europe/Amsterdam' } };
  expect(buildWriteEnvelope({ ...written, sequence: 77 })).toEqual({
    sequence: 77,
    at: '2026-03-03T00:30:00',
  });
  expect(buildWriteEnvelope(written)).toMatchObject({ sequence: 1 });
});
