import type { Item } from '../nodes/items.ts';

/** Values of variables by name, each looked at when it is needed. A Map is one. */
export interface Variables {
  get(name: string): (() => readonly Item[]) | undefined;
}

/** The same variables and one more, which hides an outer one of its name. Nothing is copied. */
export const withVariable = (outer: Variables, name: string, value: () => readonly Item[]): Variables =>
  new OneMore(outer, name, value);

/** Looked for in a loop: a mapping has fifty of them, one in the other. */
class OneMore implements Variables {
  readonly #outer: Variables;
  readonly #name: string;
  readonly #value: () => readonly Item[];

  constructor(outer: Variables, name: string, value: () => readonly Item[]) {
    this.#outer = outer;
    this.#name = name;
    this.#value = value;
  }

  get(asked: string): (() => readonly Item[]) | undefined {
    let at: OneMore = this;
    while (at.#name !== asked) {
      if (!(at.#outer instanceof OneMore)) return at.#outer.get(asked);
      at = at.#outer;
    }
    return at.#value;
  }
}
