import type { Slot } from './directory.ts';
import type { Component, Element } from './lexer.ts';

/** The elements of a segment, and where a repetition separator was read as text. */
export interface Unrepeated {
  readonly elements: readonly Element[];
  readonly texts: readonly { readonly component: Component; readonly number: number }[];
}

/** In an element that does not repeat, a repetition separator is text (`Plate 10*20`): nothing is cut there. */
export function unrepeat(elements: readonly Element[], slots: readonly Slot[], sign: string): Unrepeated {
  const made: Element[] = [];
  const texts: { component: Component; number: number }[] = [];
  for (const same of runsOf(elements)) {
    const [first] = same;
    if (first === undefined) continue;
    const repeats = (slots[first.number]?.of ?? 1) > 1;
    if (repeats || same.length === 1) for (const one of same) made.push(one);
    else {
      made.push({ number: first.number, components: joined(same, sign) });
      texts.push({ component: first.components.at(-1) ?? noText, number: first.number });
    }
  }
  return { elements: made.filter(({ components }) => components.some(({ text }) => text !== '')), texts };
}

const noText: Component = { text: '', offset: 0 };

/** Elements of one number that follow one another. */
function runsOf(elements: readonly Element[]): readonly (readonly Element[])[] {
  const runs: Element[][] = [];
  let last: number | undefined;
  for (const element of elements) {
    if (element.number === last) runs.at(-1)?.push(element);
    else runs.push([element]);
    last = element.number;
  }
  return runs;
}

/** The last component of each goes on in the first of the next. */
function joined(elements: readonly Element[], sign: string): readonly Component[] {
  const made: Component[] = [];
  let open: Component[] = [];
  for (const { components } of elements)
    for (const [n, component] of components.entries()) {
      if (n > 0) {
        made.push(asOne(open, sign));
        open = [];
      }
      open.push(component);
    }
  return [...made, asOne(open, sign)];
}

function asOne(parts: readonly Component[], sign: string): Component {
  const [first = noText] = parts;
  if (parts.length <= 1) return first;
  const text = parts.map((one) => one.text).join(sign);
  const written = parts.map((one) => one.written ?? one.text).join(sign);
  return { text, offset: first.offset, ...(written === text ? {} : { written }) };
}
