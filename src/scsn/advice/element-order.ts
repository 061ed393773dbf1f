import { buildPhrase, type Phrase } from '../../findings/create-finding.ts';
import type { TreeElement } from '../../tree/nodes/tree-node.ts';
import type { SlottedChild } from './check-content.ts';
import type { ElementFault } from './element-fault.ts';

/** A child by the name that the schema has for it. */
interface OrderedChild {
  readonly slot: number;
  readonly name: string;
}

/** The fewest elements that have to move to put all in order, each with the order of those present. */
export function findWrongOrder(parent: TreeElement, matches: readonly SlottedChild[]): ElementFault[] {
  const kept = findLongestRising(matches.map(({ slot }) => slot));
  if (kept.size === matches.length) return [];
  const order = listOrder(matches);
  const names = order.map(({ name }) => name).join(', ');
  const all = { parent: parent.localName, order: names };
  const neighbours = findNeighbours(matches);
  return matches.flatMap(({ element, slot, model }, index): ElementFault[] => {
    if (kept.has(index)) return [];
    const { late = false, name = '' } = neighbours[index] ?? {};
    const stands = buildPhrase(late ? 'after-name' : 'before-name', { name });
    const wanted = renderPlaceInOrder(slot, order, late ? 'before' : 'after') ?? '';
    return [{ element, code: 'element-order', values: { name: model.localName, stands, ...all, wanted } }];
  });
}

/** What a child that has to move stands beside: the nearest before it that belongs behind it (it is late), else the nearest after it. */
interface Neighbour {
  readonly late: boolean;
  readonly name: string;
}

function findNeighbours(matches: readonly SlottedChild[]): readonly Neighbour[] {
  const slots = matches.map(({ slot }) => slot);
  const before = findGreaterBefore(slots);
  const last = slots.length - 1;
  const after = findGreaterBefore(slots.toReversed().map((slot) => -slot));
  const nameAt = (at: number | undefined) => matches[at ?? -1]?.element.localName ?? '';
  return before.map((at, index) => {
    const next = after[last - index];
    return at === undefined
      ? { late: false, name: nameAt(next === undefined ? undefined : last - next) }
      : { late: true, name: nameAt(at) };
  });
}

/** Of each number the index of the nearest before it that is greater, in one pass. */
function findGreaterBefore(numbers: readonly number[]): readonly (number | undefined)[] {
  const falling: number[] = [];
  return numbers.map((number, index) => {
    while (falling.length > 0 && (numbers[falling.at(-1) ?? 0] ?? 0) <= number) falling.pop();
    const found = falling.at(-1);
    falling.push(index);
    return found;
  });
}

/** What is there, each name once, in the order of the schema. */
export function listOrder(matches: readonly SlottedChild[]): readonly OrderedChild[] {
  const bySlot = new Map(matches.map(({ slot, model }) => [slot, { slot, name: model.localName }]));
  return [...bySlot.values()].toSorted((a, b) => a.slot - b.slot);
}

/**
 * Where a slot belongs among others that are in order: beside the nearest, so that several who are told so can all be
 * right. Undefined where it is alone.
 */
export function renderPlaceInOrder(
  slot: number,
  order: readonly OrderedChild[],
  rather: 'before' | 'after' = 'after',
): Phrase | undefined {
  const before = order.findLast((other) => other.slot < slot);
  const after = order.find((other) => other.slot > slot);
  const says = (side: 'before' | 'after', other: OrderedChild | undefined) =>
    other && buildPhrase(`${side}-name`, { name: other.name });
  const [first, second] = [says('after', before), says('before', after)];
  return rather === 'after' ? (first ?? second) : (second ?? first);
}

/** Indexes of a longest non-falling subsequence. */
export function findLongestRising(numbers: readonly number[]): ReadonlySet<number> {
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, number] of numbers.entries()) {
    const at = findUpperBound(ends, number, numbers);
    previous[index] = ends[at - 1];
    ends[at] = index;
  }
  const kept = new Set<number>();
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) kept.add(index);
  return kept;
}

/** First place in `ends` (indexes of rising numbers) whose number is greater than `number`. */
function findUpperBound(ends: readonly number[], number: number, numbers: readonly number[]): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[ends[middle] ?? 0] ?? 0) <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}
