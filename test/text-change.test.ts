import { describe, expect, it } from 'vitest';
import { findTextChange } from '../src/web/pages/workbench/editor/text-change.ts';

const apply = (before: string, after: string): string => {
  const change = findTextChange(before, after);
  return change === undefined
    ? before
    : before.slice(0, change.from) + change.insert + before.slice(change.to);
};

describe('the change between two texts', () => {
  it.each([
    ['ab', 'ab', undefined],
    ['a 1 b', 'a 22 b', { from: 2, to: 3, insert: '22' }],
    ['aaa', 'aa', { from: 2, to: 3, insert: '' }],
    ['aa', 'aaa', { from: 2, to: 2, insert: 'a' }],
    ['', 'x', { from: 0, to: 0, insert: 'x' }],
    ['a\nb', 'a\r\nc', { from: 2, to: 3, insert: 'c' }],
    ['a\nb', 'a\r\nb', undefined],
  ])('of %j and %j', (before, after, change) => {
    expect(findTextChange(before, after)).toEqual(change);
  });

  it('makes the one text of the other, whichever they are', () => {
    const texts = ['', 'a', 'ab', 'ba', 'aab', 'abab', 'a\nb\n', 'é🙂', 'é🙃x', '🙂🙃'];
    for (const before of texts) for (const after of texts) expect(apply(before, after)).toBe(after);
  });
});
