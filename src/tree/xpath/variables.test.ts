import { describe, expect, it } from 'vitest';
import { type Variables, withVariable } from './variables.ts';

const lookUp = (variables: Variables, name: string) => variables.get(name)?.();

describe('variables, one in the other', () => {
  const outermost = new Map([['a', () => ['outermost']]]);
  const outer = withVariable(outermost, 'b', () => ['outer']);
  const inner = withVariable(
    withVariable(outer, 'a', () => ['inner']),
    'c',
    () => [],
  );

  it('hide an outer one of their name', () => {
    expect(lookUp(inner, 'a')).toEqual(['inner']);
    expect(lookUp(outer, 'a')).toEqual(['outermost']);
  });

  it('leave others to be seen, the outermost too', () => {
    expect(lookUp(inner, 'b')).toEqual(['outer']);
    expect(lookUp(inner, 'c')).toEqual([]);
    expect(lookUp(inner, 'none')).toBeUndefined();
  });
});
