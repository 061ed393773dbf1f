/**
 * The same text as V8 holds it once for all who name a property with it: two such texts are equal when they are one object, and V8 looks
 * no further. Names of nodes are compared with those that an expression asks for a thousand times an order: a sixth of the time of its
 * check and of its mapping. For names alone, of which there are few: V8 keeps a table of them.
 */
export function internalize(text: string): string {
  const [same = text] = Object.keys({ [text]: true });
  return same;
}
