import { describe, expect, it } from 'vitest';
import { findOrderNode, keepLines, mergeReceivedOrder } from './order-json.ts';

const order =
  '{"id":"o","buyerOrder":{"purchaseOrderNumber":"007"},"lines":[{"id":"a","q":1.50},{"id":"b","q":1e-7},{"buyerLine":{"position":"30"},"q":3}]}';

describe('keepLines', () => {
  it('keeps the digits of what stays', () => {
    expect(keepLines(order, new Set(['b', '30']))).toBe(
      '{"id":"o","buyerOrder":{"purchaseOrderNumber":"007"},"lines":[{"id":"b","q":1e-7},{"buyerLine":{"position":"30"},"q":3}]}',
    );
  });

  it('looks inside an event and leaves the envelope', () => {
    const event = `{"eventName":"X","orderEvent":${order},"meta":{"messageId":"m"}}`;
    expect(JSON.parse(keepLines(event, new Set(['a'])))).toEqual({
      eventName: 'X',
      orderEvent: { id: 'o', buyerOrder: { purchaseOrderNumber: '007' }, lines: [{ id: 'a', q: 1.5 }] },
      meta: { messageId: 'm' },
    });
  });

  it('leaves a document without lines as it is', () => {
    expect(keepLines('{"id":"o"}', new Set())).toBe('{"id":"o"}');
    expect(keepLines('not json', new Set())).toBe('not json');
  });
});

describe('mergeReceived', () => {
  it('takes the header of the newest body and each line from its own', () => {
    const newer = '{"orderEvent":{"orderId":"o","version":2,"lines":[{"id":"a","q":9.00}]}}';
    const merged = mergeReceivedOrder(
      newer,
      new Map([
        ['a', newer],
        ['b', order],
      ]),
    );
    expect(merged).toBe('{"orderId":"o","version":2,"lines":[{"id":"a","q":9.00},{"id":"b","q":1e-7}]}');
  });

  it('is an empty order when there is nothing to read', () => {
    expect(mergeReceivedOrder('', new Map())).toBe('{}');
  });

  it('takes the first of two lines with one id', () => {
    const body = '{"id":"o","lines":[{"id":"a","q":1},{"id":"a","q":2}]}';
    expect(mergeReceivedOrder(body, new Map([['a', body]]))).toBe('{"id":"o","lines":[{"id":"a","q":1}]}');
  });

  it('reads each body once, however many lines it gives', () => {
    const body = (version: number) =>
      JSON.stringify({ version, lines: Array.from({ length: 500 }, (_, id) => ({ id: `${id}` })) });
    const bodies = [body(1), body(2), body(3)];
    const lines = new Map(Array.from({ length: 500 }, (_, id) => [`${id}`, bodies[id % 3] ?? '']));
    const read: string[] = [];
    const merged = mergeReceivedOrder(body(3), lines, (text) => {
      read.push(text);
      return findOrderNode(text);
    });
    expect(JSON.parse(merged).lines).toHaveLength(500);
    expect(read.sort()).toEqual(bodies);
  });
});
