import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeState,
  compareLine,
  emptyState,
  isSameLine,
  isSameResult,
  listFreshLines,
  listReceivedBodies,
  type OrderState,
  parseState,
} from './order-state.ts';

const at = '2026-03-01T10:00:00.000Z';

const send = (state: OrderState, fingerprint: string, lines: Record<string, string>): OrderState =>
  changeState(
    state,
    { delivered: { fingerprint, bytes: `bytes of ${fingerprint}`, lines } },
    { channel: 'orders', direction: 'inbound', message: 1, arrival: 1, at },
  );

const publish = (state: OrderState, fingerprint: string, lines: Record<string, string>): OrderState =>
  changeState(
    state,
    {
      delivered: { fingerprint, bytes: 'x', lines },
      received: { body: 'body', lines: { 'line 10': '2026-03-01T10:00:00.000Z' } },
    },
    { channel: 'responses', direction: 'outbound', message: 2, arrival: 2, at },
  );

describe('sameness (docs/design.md, "Orders and sameness")', () => {
  it('is nothing before anything was delivered', () => {
    expect(isSameResult(emptyState, 'inbound', 'orders', 'a')).toBe(false);
    expect(compareLine(emptyState, 'inbound', 'orders', '10', 'a')).toBe('new');
  });

  it('holds for the last delivered one only: 10, 12, 10 is three deliveries', () => {
    const ten = send(emptyState, 'ten', { 10: 'ten' });
    const twelve = send(ten, 'twelve', { 10: 'twelve' });
    expect(isSameResult(ten, 'inbound', 'orders', 'ten')).toBe(true);
    expect(isSameResult(twelve, 'inbound', 'orders', 'ten')).toBe(false);
    expect(compareLine(twelve, 'inbound', 'orders', '10', 'ten')).toBe('changed');
    expect(compareLine(twelve, 'inbound', 'orders', '10', 'twelve')).toBe('unchanged');
  });

  it('ends when the other side said something in between, for that line and for the order', () => {
    const answered = publish(send(emptyState, 'a', { 10: 'a', 20: 'b' }), 'r', { 10: 'r' });
    expect(isSameResult(answered, 'inbound', 'orders', 'a')).toBe(false);
    expect(isSameLine(answered, 'inbound', 'orders', '10', 'a')).toBe(false);
    expect(isSameLine(answered, 'inbound', 'orders', '20', 'b')).toBe(true);
    expect(compareLine(answered, 'inbound', 'orders', '10', 'a')).toBe('unchanged');
    expect(compareLine(answered, 'inbound', 'orders', '10', 'c')).toBe('changed');
  });

  it('works the other way round too: a repeated proposal counts again after our change', () => {
    const proposed = publish(emptyState, 'r', { 10: 'r' });
    expect(isSameLine(proposed, 'outbound', 'responses', '10', 'r')).toBe(true);
    const changed = send(proposed, 'b', { 10: 'b' });
    expect(isSameLine(changed, 'outbound', 'responses', '10', 'r')).toBe(false);
    expect(compareLine(changed, 'outbound', 'responses', '10', 'r')).toBe('unchanged');
    expect(isSameResult(changed, 'outbound', 'responses', 'r')).toBe(false);
  });

  it('is a channel of its own for publishing', () => {
    const published = publish(emptyState, 'r', { 10: 'r' });
    expect(isSameResult(published, 'outbound', 'another', 'r')).toBe(false);
  });

  it('keeps lines that a later message did not carry', () => {
    const state = send(send(emptyState, 'a', { 10: 'a', 20: 'b' }), 'c', { 10: 'c' });
    expect(compareLine(state, 'inbound', 'orders', '20', 'b')).toBe('unchanged');
  });
});

describe('staleness', () => {
  const handled = publish(emptyState, 'r', {});

  it('is told per line by its timestamp', () => {
    const fresh = listFreshLines(handled, 'responses', [
      { id: 'line 10', lastUpdatedAt: '2026-03-01T10:00:00.000Z' },
      { id: 'line 20', lastUpdatedAt: '2026-03-01T09:00:00.000Z' },
    ]);
    expect([...fresh]).toEqual(['line 20']);
  });

  it('takes a line without a timestamp as fresh, and a later one', () => {
    const fresh = listFreshLines(handled, 'responses', [
      { id: 'line 10' },
      { id: 'x', lastUpdatedAt: 'later' },
    ]);
    expect([...fresh]).toEqual(['line 10', 'x']);
    expect([
      ...listFreshLines(handled, 'responses', [{ id: 'line 10', lastUpdatedAt: '2026-03-01T10:00:00.001Z' }]),
    ]).toEqual(['line 10']);
  });

  it('never goes back when an older body is handled after a newer one', () => {
    const older = changeState(
      handled,
      { received: { body: 'old', lines: { 'line 10': '2026-02-01T10:00:00.000Z' } } },
      { channel: 'responses', direction: 'outbound', message: 3, arrival: 3, at },
    );
    expect(older.received.responses?.lines['line 10']).toEqual({
      lastUpdatedAt: '2026-03-01T10:00:00.000Z',
      body: 'body',
      revision: 1,
    });
    expect([...listReceivedBodies(older)].sort()).toEqual(['body', 'old']);
  });
});

it('survives being written and read, whatever it holds', () => {
  // a line called __proto__ is forgotten when it is read, and so sent again: nothing is lost
  const key = fc.string().filter((text) => text !== '__proto__');
  const lines = fc.dictionary(key, fc.string());
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), fc.string(), lines)), (steps) => {
      const state = steps.reduce(
        (before, [inbound, print, keys]) => (inbound ? send : publish)(before, print, keys),
        emptyState,
      );
      expect(parseState(JSON.stringify(state))).toEqual(JSON.parse(JSON.stringify(state)));
      expect(state.revision).toBe(steps.length);
    }),
    { numRuns: 50 },
  );
});

describe('values that were sent and not shown yet', () => {
  const sendValues = (state: OrderState, quantity: string, more: { readonly seen?: true } = {}): OrderState =>
    changeState(
      state,
      {
        delivered: {
          ...{ fingerprint: quantity, bytes: quantity, lines: { 10: quantity } },
          values: { 10: { values: { quantity }, ...more } },
        },
      },
      { channel: 'orders', direction: 'inbound', message: 1, arrival: 1, at },
    );
  const showLast = (state: OrderState): OrderState =>
    changeState(
      state,
      { received: { body: 'body', lines: {}, seen: { 10: state.sent?.lines[10]?.revision ?? 0 } } },
      { channel: 'responses', direction: 'outbound', message: 2, arrival: 2, at },
    );
  const listBefore = ({ sent }: OrderState) => sent?.lines[10]?.before?.map(({ quantity }) => quantity);

  it('are kept with what is sent after them', () => {
    const sent = ['10', '12', '11'].reduce((state, quantity) => sendValues(state, quantity), emptyState);
    expect(listBefore(sent)).toEqual(['10', '12']);
    expect(parseState(JSON.stringify(sent))).toEqual(sent);
  });

  it('are let go once the exchange has shown what was sent last, or need not show it', () => {
    const sent = sendValues(sendValues(emptyState, '10'), '12');
    expect(listBefore(sendValues(showLast(sent), '11'))).toBeUndefined();
    expect(listBefore(sendValues(sendValues(emptyState, '10', { seen: true }), '11'))).toBeUndefined();
  });

  it('are the last eight where the exchange is never heard', () => {
    const numbers = Array.from({ length: 20 }, (_, n) => String(n));
    const sent = numbers.reduce((state, quantity) => sendValues(state, quantity), emptyState);
    expect(listBefore(sent)).toEqual(numbers.slice(11, 19));
  });
});
