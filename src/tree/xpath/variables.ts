import type { Item } from '../nodes/items.ts';

/** Values of variables by name, each looked at when it is needed. A Map is one. */
export interface Variables {
  get(name: string): (() => readonly Item[]) | undefined;
}

/** The same variables and one more, which hides an outer one of its name. Nothing is copied. */
export function withVariable(outer: Variables, name: string, value: () => readonly Item[]): Variables {
  return { get: (asked) => (asked === name ? value : outer.get(asked)) };
}
