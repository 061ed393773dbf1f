import { phrase } from '../findings/messages.ts';
import type { ContentFault, Slotted } from './content.ts';

/** The fewest elements whose moving would put all into order. */
export function wrongOrder(matches: readonly Slotted[]): ContentFault[] {
  const kept = longestRising(matches.map(({ slot }) => slot));
  return matches.flatMap((moved, index) =>
    kept.has(index) ? [] : [orderFault(matches, index, moved, kept)],
  );
}

function orderFault(
  matches: readonly Slotted[],
  index: number,
  { element, slot }: Slotted,
  kept: ReadonlySet<number>,
): ContentFault {
  const late = matches.slice(0, index).some((other) => other.slot > slot);
  const before = matches.find((other, at) => kept.has(at) && other.slot > slot);
  const after = matches.findLast((other, at) => kept.has(at) && other.slot < slot);
  const neighbour = late
    ? matches.slice(0, index).findLast((other) => other.slot > slot)
    : matches.slice(index).find((other) => other.slot < slot);
  const other = neighbour?.element.localName ?? '';
  const side = late && before !== undefined ? 'before' : 'after';
  const target = (side === 'before' ? before : after)?.element.localName ?? other;
  const stands = phrase(late ? 'after-name' : 'before-name', { name: other });
  const wanted = phrase(`${side}-name`, { name: target });
  return { element, code: 'element-order', values: { name: element.localName, stands, wanted } };
}

/** Indexes of a longest non-falling subsequence. */
export function longestRising(numbers: readonly number[]): ReadonlySet<number> {
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, number] of numbers.entries()) {
    const at = upperBound(ends, number, numbers);
    previous[index] = ends[at - 1];
    ends[at] = index;
  }
  const kept = new Set<number>();
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) kept.add(index);
  return kept;
}

/** First place in `ends` (indexes of rising numbers) whose number is greater than `number`. */
function upperBound(ends: readonly number[], number: number, numbers: readonly number[]): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[ends[middle] ?? 0] ?? 0) <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}
