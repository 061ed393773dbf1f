import type { Static } from './infer.ts';

/** Comparisons that give silently wrong answers, in words. */

export interface Trap {
  readonly message: string;
  readonly advice: string;
}

/** `<` and its like on values of a document. */
export function orderTrap(left: Static, right: Static, sign: string): Trap | undefined {
  const kinds = [left.kind, right.kind];
  if (kinds.every((side) => side === 'integer')) return undefined;
  if (kinds.every((side) => side === 'date' || side === 'string')) return undefined;
  return {
    message: `"${sign}" compares values of a document as texts: 10 comes before 9.`,
    advice: `Write dec:compare(a, b) ${sign} 0 for numbers, date:date(a) ${sign} date:date(b) for dates.`,
  };
}

/** `=` and its like on decimals, and between texts and numbers. */
export function equalityTrap(left: Static, right: Static, sign: string): Trap | undefined {
  const sides = [left, right];
  if (sides.some((side) => side.kind === 'decimal' || someOfType(side, 'decimal', 'integer')))
    return {
      message: `"${sign}" compares decimals as texts: 10 and 10.00 differ.`,
      advice: `Write dec:compare(a, b) ${sign} 0, or string(a) ${sign} string(b) where texts are meant.`,
    };
  const [whole, other] = left.kind === 'integer' ? [left, right] : [right, left];
  if (whole.kind !== 'integer' || other.kind === 'integer' || other.kind === 'any') return undefined;
  return {
    message: `"${sign}" compares a text with a number.`,
    advice: `Put the number in quotes to compare texts, or write dec:compare(a, b) ${sign} 0.`,
  };
}

/** What no table has an entry for: true or false, or an element that holds others. */
export function keyTrap({ kind, spots = [] }: Static): Trap | undefined {
  if (kind === 'boolean')
    return {
      message: 'A table is looked up by a text, not by true or false.',
      advice: "Write the value that the table's first column has.",
    };
  const [first] = spots.map(({ shape }) => shape);
  const isHolder = spots.every(({ shape }) => shape.type === undefined && shape.unknown !== 'fine');
  if (first === undefined || !isHolder) return undefined;
  const names = first.children.map(({ shape }) => shape.name).slice(0, 5);
  return {
    message: `${first.name} holds other elements and has no value to look up.`,
    advice: `Name one of them: ${names.join(', ')}${first.children.length > names.length ? ', …' : ''}.`,
  };
}

/** Every spot is a leaf of one of these types. */
export function allOfType({ spots }: Static, ...types: string[]): boolean {
  return (
    spots !== undefined && spots.length > 0 && spots.every(({ shape }) => types.includes(shape.type ?? ''))
  );
}

function someOfType({ spots }: Static, ...types: string[]): boolean {
  return spots?.some(({ shape }) => types.includes(shape.type ?? '')) ?? false;
}
