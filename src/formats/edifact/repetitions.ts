import type { ElementSlot } from './guide/directory.ts';
import type { SegmentComponent, SegmentElement } from './lexical/lexer.ts';

/** The elements of a segment, and where a repetition separator was read as text. */
export interface UnrepeatedElements {
  readonly elements: readonly SegmentElement[];
  readonly texts: readonly { readonly component: SegmentComponent; readonly number: number }[];
}

/** In an element that does not repeat, a repetition separator is text (`Plate 10*20`): nothing is cut there. */
export function joinFalseRepetitions(
  elements: readonly SegmentElement[],
  slots: readonly ElementSlot[],
  sign: string,
): UnrepeatedElements {
  const made: SegmentElement[] = [];
  const texts: { component: SegmentComponent; number: number }[] = [];
  for (const same of runsOf(elements)) {
    const [first] = same;
    if (first === undefined) continue;
    const repeats = (slots[first.number]?.of ?? 1) > 1;
    if (repeats || same.length === 1) for (const one of same) made.push(one);
    else {
      made.push({ number: first.number, components: joinComponents(same, sign) });
      texts.push({ component: first.components.at(-1) ?? noText, number: first.number });
    }
  }
  return { elements: made.filter(({ components }) => components.some(({ text }) => text !== '')), texts };
}

const noText: SegmentComponent = { text: '', offset: 0 };

/** Elements of one number that follow one another. */
function runsOf(elements: readonly SegmentElement[]): readonly (readonly SegmentElement[])[] {
  const runs: SegmentElement[][] = [];
  let last: number | undefined;
  for (const element of elements) {
    if (element.number === last) runs.at(-1)?.push(element);
    else runs.push([element]);
    last = element.number;
  }
  return runs;
}

/** The last component of each goes on in the first of the next. */
function joinComponents(elements: readonly SegmentElement[], sign: string): readonly SegmentComponent[] {
  const made: SegmentComponent[] = [];
  let open: SegmentComponent[] = [];
  for (const { components } of elements)
    for (const [n, component] of components.entries()) {
      if (n > 0) {
        made.push(joinParts(open, sign));
        open = [];
      }
      open.push(component);
    }
  return [...made, joinParts(open, sign)];
}

function joinParts(parts: readonly SegmentComponent[], sign: string): SegmentComponent {
  const [first = noText] = parts;
  if (parts.length <= 1) return first;
  const text = parts.map((one) => one.text).join(sign);
  const written = parts.map((one) => one.written ?? one.text).join(sign);
  return { text, offset: first.offset, ...(written === text ? {} : { written }) };
}
