import { describe, expect, it, vi } from 'vitest';
import { despatchXml, orderXml } from '../../../test/kit/documents.ts';
import { patience } from '../../../test/kit/machine.ts';
import { readGatheredIdentity } from '../gather/fetch-gathered.ts';
import { channel, checked, event, order, run, webhook } from '../testkit/check-and-prepare.ts';

vi.setConfig({ testTimeout: 60_000 * patience });

const long = (length: number): string => 'X'.repeat(length);
const json = (value: object): Buffer => Buffer.from(JSON.stringify(value));

/** Nothing of what check hands to the journal may be as long as what it was given. */
const longestIn = (value: unknown): number =>
  typeof value === 'string'
    ? value.length
    : typeof value === 'object' && value !== null
      ? Math.max(0, ...Object.entries(value).flatMap(([name, member]) => [name.length, longestIn(member)]))
      : 0;

describe('an identifier that is too long', () => {
  it('ends an order, with its place and without a key', () => {
    const result = checked('orders', orderXml({ number: long(2_900) }));
    expect(result).toMatchObject({
      verdict: 'rejected',
      identity: {},
      findings: [{ code: 'identifier-too-long', line: 3, path: '/Order/cbc:ID' }],
    });
    expect(result).toHaveProperty('reason', expect.stringContaining('2900 characters'));
    expect(longestIn(result)).toBeLessThan(400);
  });

  it('may have 200 characters', () => {
    expect(checked('orders', orderXml({ number: long(200) })).verdict).toBe('ready');
    expect(checked('orders', orderXml({ number: long(201) })).verdict).toBe('rejected');
  });

  it('is found in lines too', () => {
    const lines = [{ id: '10' }, { id: long(201) }];
    expect(checked('orders', orderXml({ number: 'PO-1', lines }))).toMatchObject({
      findings: expect.arrayContaining([
        expect.objectContaining({
          code: 'identifier-too-long',
          key: expect.stringContaining('order line 2'),
        }),
      ]),
    });
  });

  it('of an order that an advice names ends the advice', () => {
    const advice = despatchXml({ number: 'A-1', shipment: 'S-1', lines: [[long(3_000), '10', '5']] });
    expect(checked('orders', advice)).toMatchObject({
      findings: expect.arrayContaining([expect.objectContaining({ code: 'identifier-too-long' })]),
      identity: {},
    });
  });

  it('of 30 MB costs no more than reading it', () => {
    const result = checked('orders', orderXml({ number: long(30 * 2 ** 20) }));
    expect(longestIn(result)).toBeLessThan(400);
    expect(result.verdict).toBe('rejected');
  });

  it.each([
    ['orderEvent id', json({ eventName: 'X', orderEvent: { ...order(), orderId: long(3_000_000) } })],
    ['event name', event(long(3_000_000))],
    ['message id', json({ ...JSON.parse(String(event('X'))), meta: { messageId: long(3_000) } })],
    [
      'number',
      json({
        eventName: 'X',
        orderEvent: { orderId: '1', ...order(), buyerOrder: { purchaseOrderNumber: long(2_900) } },
      }),
    ],
    ['line id', json({ eventName: 'X', orderEvent: { orderId: '1', lines: [{ id: long(201) }] } })],
    ['timestamp', json({ orderEvent: { orderId: '1', lastUpdatedAt: long(201) } })],
  ])('parks an event: %s', (_, bytes) => {
    const result = checked('responses', bytes, webhook);
    expect(result).toMatchObject({
      verdict: 'parked',
      identity: {},
      findings: [{ code: 'identifier-too-long', severity: 'park' }],
    });
    expect(longestIn(result)).toBeLessThan(400);
  });

  it('parks an order that was fetched, which then has no address', () => {
    const body = json({ id: 'o-1', ...order(), buyerOrder: { purchaseOrderNumber: long(2_900) } });
    const responses = channel('responses');
    if (responses.direction !== 'outbound') throw new Error('inbound');
    expect(readGatheredIdentity(responses, body)).toEqual({});
    const result = run('responses', json({ orderId: 'o-1' }), { gathered: body });
    expect(result).toMatchObject({ kind: 'park', findings: [{ code: 'identifier-too-long' }] });
  });
});

describe('an id with a character that nobody can store', () => {
  it.each([
    ['NUL', 'a\0b'],
    ['half a character', 'a\ud83d'],
  ])('parks an event: %s', (_, orderId) => {
    const bytes = json({ eventName: 'X', orderEvent: { ...order(), orderId } });
    expect(checked('responses', bytes, webhook)).toMatchObject({
      verdict: 'parked',
      findings: [{ code: 'identifier-character' }],
    });
  });
});

it('a body of more values than anybody needs is put aside and says why', () => {
  const bytes = Buffer.from(`{"orderEvent":{"orderId":"1","lines":[${'{},'.repeat(1_500_000)}{}]}}`);
  expect(checked('responses', bytes, webhook)).toMatchObject({
    verdict: 'parked',
    findings: [{ code: 'document-too-large', severity: 'park' }],
  });
});

it('a body with an object of more members than any order has is put aside and says why, before it is parsed', () => {
  const members = Array.from({ length: 10_001 }, (_, n) => `"m${n}":${n}`);
  const inLine = `{"orderEvent":{"orderId":"1","lines":[{"x":1},{${members.join()}}]}}`;
  expect(checked('responses', Buffer.from(inLine), webhook)).toMatchObject({
    verdict: 'parked',
    findings: [{ code: 'json-too-many-members', severity: 'park' }],
  });
});

it('a body that nests without end is put aside and says why', () => {
  const bytes = Buffer.from(`{"orderEvent":{"orderId":"1","x":${'['.repeat(5_000)}${']'.repeat(5_000)}}}`);
  expect(checked('responses', bytes, webhook)).toMatchObject({
    verdict: 'parked',
    findings: [{ code: 'document-too-deep', severity: 'park' }],
  });
});
