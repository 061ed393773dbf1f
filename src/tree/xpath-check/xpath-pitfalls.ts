import { listFirstNames, type MappingSentence } from '../../findings/mapping-sentences.ts';
import { findChild, readName, renderName, type SyntaxNode } from '../xpath/xpath-syntax.ts';
import type { StaticType } from './infer-type.ts';

/** Comparisons that give silently wrong answers, in words. */

/** `<` and its like on values of a document. */
export function findOrderPitfall(
  left: StaticType,
  right: StaticType,
  sign: string,
): MappingSentence | undefined {
  const kinds = [left.kind, right.kind];
  if (kinds.every((side) => side === 'integer')) return undefined;
  if (kinds.every((side) => side === 'date' || side === 'string')) return undefined;
  return { sentence: 'mapping-xpath/order', values: { sign } };
}

/** `=` and its like on decimals, and between texts and numbers. */
export function findEqualityPitfall(
  left: StaticType,
  right: StaticType,
  sign: string,
): MappingSentence | undefined {
  const sides = [left, right];
  if (sides.some((side) => side.kind === 'decimal' || hasSomeOfType(side, 'decimal', 'integer')))
    return { sentence: 'mapping-xpath/decimals', values: { sign } };
  const [whole, other] = left.kind === 'integer' ? [left, right] : [right, left];
  if (whole.kind !== 'integer' || other.kind === 'integer' || other.kind === 'any') return undefined;
  return { sentence: 'mapping-xpath/text-number', values: { sign } };
}

/** What no table has an entry for: true or false, or an element that holds others. */
export function findKeyPitfall({ kind, spots = [] }: StaticType): MappingSentence | undefined {
  if (kind === 'boolean') return { sentence: 'mapping-xpath/key-boolean', values: {} };
  const [first] = spots.map(({ shape }) => shape);
  const isHolder = spots.every(({ shape }) => shape.type === undefined && shape.unknown !== 'fine');
  if (first === undefined || !isHolder) return undefined;
  const names = first.children.map(({ shape }) => shape.name);
  const values = { name: first.name, names: listFirstNames(names, 5) };
  return { sentence: 'mapping-xpath/key-holder', values };
}

/** `(x/(b, a))[1]`, where a comes before b: a step puts its nodes into the order of the document. `spots`: those of x. */
export function findSortedPitfall(
  names: readonly string[],
  spots: StaticType['spots'],
): MappingSentence | undefined {
  for (const { shape } of spots ?? []) {
    const places = names.map((name) => shape.children.findIndex((one) => one.shape.name === name));
    const first = Math.min(...places);
    if (first >= 0 && places[0] !== first)
      return {
        sentence: 'mapping-xpath/sorted',
        values: { names: names.join(', '), first: names[places.indexOf(first)] ?? '' },
      };
  }
  return undefined;
}

/** The first names of several alternatives that stand as the last step of a path and are not chosen among there. */
export function listLastAlternatives(path: SyntaxNode): readonly string[] {
  const step = path.name === 'pathExpr' && path.children.length > 1 ? path.children.at(-1) : undefined;
  const filter = step && findChild(step, 'filterExpr');
  if (step === undefined || filter === undefined || choosesFirst(step)) return [];
  const names = listAlternatives(filter).map((one) => findChild(one, 'stepExpr', 'nameTest'));
  return names.length > 1 && names.every((name) => name !== undefined)
    ? names.map((name) => renderName(readName(name)))
    : [];
}

/** `[1]` */
export const choosesFirst = (step: SyntaxNode): boolean => {
  const last = findChild(step, 'predicates')?.children.at(-1);
  return last?.name === 'integerConstantExpr' && findChild(last, 'value')?.text === '1';
};

/** The parts of `((a, b))`. */
export const listAlternatives = (syntax: SyntaxNode): readonly SyntaxNode[] =>
  syntax.children.flatMap((one) => (one.name === 'sequenceExpr' ? listAlternatives(one) : [one]));

/** Every spot is a leaf of one of these types. */
export function isAllOfType({ spots }: StaticType, ...types: string[]): boolean {
  return (
    spots !== undefined && spots.length > 0 && spots.every(({ shape }) => types.includes(shape.type ?? ''))
  );
}

function hasSomeOfType({ spots }: StaticType, ...types: string[]): boolean {
  return spots?.some(({ shape }) => types.includes(shape.type ?? '')) ?? false;
}
