import { describe, expect, it } from 'vitest';
import type { TargetObject, TargetScalar, TargetValue } from '../values/target-tree.ts';
import { writeJson } from './write-json.ts';

const scalar = (text: string, type: TargetScalar['type'] = 'string'): TargetScalar => ({
  kind: 'scalar',
  type,
  text,
});
const object = (members: Record<string, TargetValue>): TargetObject => ({
  kind: 'object',
  members: new Map(Object.entries(members)),
});
const list = (...items: TargetValue[]): TargetValue => ({ kind: 'list', items });

describe('writeJson', () => {
  const target = object({
    id: scalar('00010'),
    price: scalar('12345678901234567.890', 'number'),
    accepted: scalar('true', 'boolean'),
    lines: list(object({ q: scalar('0.10', 'number') }), object({})),
    none: list(),
  });

  it('keeps digits, zeros and order', () => {
    expect(writeJson(target)).toBe(
      '{"id":"00010","price":12345678901234567.890,"accepted":true,"lines":[{"q":0.10},{}],"none":[]}',
    );
  });

  it('indents for people', () => {
    expect(writeJson(target, 2)).toBe(
      `{
  "id": "00010",
  "price": 12345678901234567.890,
  "accepted": true,
  "lines": [
    {
      "q": 0.10
    },
    {}
  ],
  "none": []
}`,
    );
  });

  it('escapes text so that any reader gets it back', () => {
    const text = 'a"\\\n\u0001\u2028😀';
    expect(JSON.parse(writeJson(object({ t: scalar(text) })))).toEqual({ t: text });
  });

  it.each(['1,5', '+5', '.5', '5.', '007', ''])('will not write %j as a number', (text) => {
    expect(() => writeJson(object({ n: scalar(text, 'number') }))).toThrow(TypeError);
  });
});
