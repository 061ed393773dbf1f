import { describe, expect, it } from 'vitest';
import { parseSearchPage } from './search-page.ts';

const now = Date.parse('2026-02-01T00:00:00Z');
const page = (text: string, limit = 100) => parseSearchPage(new TextEncoder().encode(text), { limit, now });
const order = (id: string, lastUpdatedAt: string) => `{"id":"${id}","lastUpdatedAt":"${lastUpdatedAt}"}`;

function cursorOf(text: string, limit = 100): string | undefined {
  const read = page(text, limit);
  return typeof read === 'string' ? read : read.cursor;
}

describe('the orders of a page', () => {
  const one =
    '{ "id": "a-1", "quantity": 1.500000000000000000001,\n "lastUpdatedAt": "2026-01-01T00:00:00.000Z" }';

  it.each([
    ['data', `{"data":[${one}],"total":1}`],
    ['orders', `{"total":1,"orders":[${one}]}`],
    ['an array', `[${one}]`],
    ['a name of its own', `{"page":{"size":1},"results":[${one}]}`],
    ['a byte order mark', `\uFEFF[${one}]`],
  ])('are cut out of %s as they stand', (_shape, text) => {
    const read = page(text);
    if (typeof read === 'string') throw new Error(read);
    expect(new TextDecoder().decode(read.orders[0]?.bytes)).toBe(one);
    expect(read.orders[0]).toMatchObject({ id: 'a-1', lastUpdatedAt: '2026-01-01T00:00:00.000Z' });
  });

  it('keep characters beyond ASCII', () => {
    const read = page(`{"data":[{"note":"😀ø"},{"id":"b","note":"é"}]}`);
    if (typeof read === 'string') throw new Error(read);
    expect(new TextDecoder().decode(read.orders[1]?.bytes)).toBe('{"id":"b","note":"é"}');
  });

  it('have the id and time of whatever names carry them', () => {
    const read = page(
      '[{"orderId":"x","lines":[{"lastUpdatedAt":"2026-01-02T00:00:00.000Z"},{"lastUpdatedAt":"2026-01-03T00:00:00Z"}]},{"meta":{"lastUpdatedAt":"2026-01-01T00:00:00.000Z"}},{"id":7}]',
    );
    if (typeof read === 'string') throw new Error(read);
    expect(read.orders.map(({ id, lastUpdatedAt }) => [id, lastUpdatedAt])).toEqual([
      ['x', '2026-01-03T00:00:00Z'],
      ['', '2026-01-01T00:00:00.000Z'],
      ['', ''],
    ]);
  });
});

describe('a hostile page', () => {
  it('of 20 million members costs the hundred that were asked for', () => {
    const read = page(`[${'{},'.repeat(2_000_000)}{}]`);
    expect(read).toMatchObject({ cut: true });
    expect(typeof read !== 'string' && read.orders).toHaveLength(100);
  });

  it.each([
    '[{"id":"a"',
    '[{"id":"a" "b":1}]',
    '[{"id":tru}]',
    '{"data":[{"a":"}]',
    '[{}]]',
    '{"data":[{"id":"\\x"}]}',
  ])('%s is no JSON', (text) => {
    expect(page(text)).toBe('answer-not-json');
  });

  it('keeps brackets and quotes inside of texts apart from its own', () => {
    const one = '{"id":"a]}\\",\\\\\\"","x":"\\\\"}';
    const read = page(`{"x":"[","data":[${one}]}`);
    if (typeof read === 'string') throw new Error(read);
    expect(new TextDecoder().decode(read.orders[0]?.bytes)).toBe(one);
    expect(read.orders[0]?.id).toBe(JSON.parse(one).id);
  });
});

describe('the cursor', () => {
  it('is no timestamp that lies more than a day ahead of the clock of the exchange', () => {
    const times = [
      '2026-02-01T10:00:00Z',
      '2026-02-02T00:00:00Z',
      '2026-02-02T00:00:01Z',
      '9999-12-31T00:00:00Z',
    ];
    const read = page(`[${times.map((time, n) => order(`o${n}`, time)).join()}]`);
    expect(read).toMatchObject({ cursor: times[1], ahead: { id: 'o2' } });
    expect(cursorOf(`{"data":[${order('a', times[0] ?? '')}],"lastUpdatedAt":"${times[3]}"}`)).toBe(times[0]);
  });

  it('is the latest instant, verbatim, whatever the order of the page', () => {
    const times = ['2026-01-01T10:00:00.500Z', '2026-01-01T10:00:01Z', '2026-01-01T10:00:00.900Z'];
    expect(cursorOf(`[${times.map((time) => order('a', time)).join()}]`)).toBe('2026-01-01T10:00:01Z');
  });

  it('compares instants, not text', () => {
    expect(
      cursorOf(`[${order('a', '2026-01-01T10:00:00Z')},${order('b', '2026-01-01T10:00:00.001Z')}]`),
    ).toBe('2026-01-01T10:00:00.001Z');
    expect(
      cursorOf(`[${order('a', '2026-01-01T12:00:00.000+02:00')},${order('b', '2026-01-01T10:30:00.000Z')}]`),
    ).toBe('2026-01-01T10:30:00.000Z');
  });

  it('takes the time of the page when that is later', () => {
    const text = `{"data":[${order('a', '2026-01-01T10:00:00.000Z')}],"lastUpdatedAt":"2026-01-01T10:00:05.000Z"}`;
    expect(cursorOf(text)).toBe('2026-01-01T10:00:05.000Z');
  });

  it('does not take the time of a full page, which may be that of orders not on it', () => {
    const text = `{"data":[${order('a', '2026-01-01T10:00:00.000Z')}],"lastUpdatedAt":"2026-01-09T10:00:05.000Z"}`;
    expect(cursorOf(text, 1)).toBe('2026-01-01T10:00:00.000Z');
  });

  it('is absent on an empty page, and never something that is no time', () => {
    expect(cursorOf('{"data":[],"lastUpdatedAt":"2026-01-09T10:00:05.000Z"}')).toBeUndefined();
    expect(cursorOf(`[${order('a', 'yesterday')}]`)).toBeUndefined();
    expect(cursorOf(`[${order('a', 'yesterday')},${order('b', '2026-01-01T10:00:00.000Z')}]`)).toBe(
      '2026-01-01T10:00:00.000Z',
    );
  });
});

it.each(['', 'null', '7', '{"data":{}}', '{"a":[],"b":[]}', '[1,', '// c\n[]'])('%j is no page', (text) => {
  expect(typeof page(text)).toBe('string');
});
