import { expect, it } from 'vitest';
import { noHistory, rememberRows, undoLast } from './row-history.ts';

const [none, pasted, typed] = [[], [['STK', 'C62']], [['STK', 'C6']]];

it('undoes a paste as one, and what is typed in one cell as one', () => {
  let history = rememberRows(noHistory, none, undefined);
  history = rememberRows(history, pasted, '0 1');
  history = rememberRows(history, typed, '0 1');
  const first = undoLast(history);
  expect(first?.rows).toBe(pasted);
  const second = first && undoLast(first.left);
  expect(second?.rows).toBe(none);
  expect(second && undoLast(second.left)).toBeUndefined();
});

it('begins anew in the same cell after something was undone', () => {
  const history = rememberRows(noHistory, none, '0 0');
  const left = undoLast(history)?.left ?? noHistory;
  expect(rememberRows(left, pasted, '0 0').before).toEqual([pasted]);
});
