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
  for (const element of elements) {
    const before = made.at(-1);
    const repeats = (slots[element.number]?.of ?? 1) > 1;
    if (repeats || before?.number !== element.number) made.push(element);
    else {
      made.splice(-1, 1, joined(before, element, sign));
      if (texts.at(-1)?.number !== element.number)
        texts.push({ component: before.components.at(-1) ?? noText, number: element.number });
    }
  }
  return { elements: made.filter(({ components }) => components.some(({ text }) => text !== '')), texts };
}

const noText: Component = { text: '', offset: 0 };

/** The last component of the one goes on in the first of the other. */
function joined(
  before: Element,
  { number, components: [next = noText, ...more] }: Element,
  sign: string,
): Element {
  const last = before.components.at(-1) ?? noText;
  const written = `${last.written ?? last.text}${sign}${next.written ?? next.text}`;
  const text = `${last.text}${sign}${next.text}`;
  const component = { text, offset: last.offset, ...(written === text ? {} : { written }) };
  return { number, components: [...before.components.slice(0, -1), component, ...more] };
}
