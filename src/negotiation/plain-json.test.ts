import { describe, expect, it } from 'vitest';
import { findObjectAt, findTextAt, listItemsAt, listValuesAt, parsePlain, toPlain } from './plain-json.ts';

describe('JSON as texts', () => {
  const plain = parsePlain(
    '{"a":{"n":1.50,"t":" x ","none":null},"list":[{"v":1},{"v":"2"},null],"flag":true}',
  );

  it('keeps the digits of numbers, and leaves out what is null', () => {
    expect(plain).toEqual({ a: { n: '1.50', t: ' x ' }, list: [{ v: '1' }, { v: '2' }], flag: 'true' });
    expect(parsePlain('')).toBeUndefined();
  });

  it('is read by paths', () => {
    expect(findTextAt(plain, 'a', 't')).toBe('x');
    expect(findTextAt(plain, 'a')).toBeUndefined();
    expect(findObjectAt(plain, 'a')).toEqual({ n: '1.50', t: ' x ' });
    expect(listValuesAt(plain, ['list', 'v'])).toEqual(['1', '2']);
    expect(listItemsAt(plain, 'list')).toHaveLength(2);
    expect(listItemsAt(plain, 'a', 'list')).toEqual([]);
  });

  it('is the same of what a mapping made', () => {
    const scalar = { kind: 'scalar', type: 'number', text: '1.50' } as const;
    const list = { kind: 'list', items: [scalar] } as const;
    expect(toPlain({ kind: 'object', members: new Map([['l', list]]) })).toEqual({ l: ['1.50'] });
  });
});
