/**
 * The same text as V8 holds it once for all who name a property with it: two such texts that are not one object differ, and V8 need not
 * look at their characters. An order's nodes are held against the names that expressions ask for tens of thousands of times. For names
 * alone, of which there are few: V8 keeps a table of them.
 */
export function internalize(text: string): string {
  const [same = text] = Object.keys({ [text]: true });
  return same;
}
