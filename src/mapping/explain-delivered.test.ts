import { describe, expect, it } from 'vitest';
import { isOfVariable, itemText, pathOf } from '../tree/nodes/items.ts';
import { listFilledLeaves } from '../tree/nodes/leaves.ts';
import type { TreeDocument } from '../tree/nodes/tree-node.ts';
import { recordEvaluations, type ValueProvenance } from './explain/explain-run.ts';
import { listFixtures } from './fixtures/run-fixtures.ts';
import { deliveredFixture, fixtures } from './testkit/delivered.ts';

/**
 * Where a value of a result is the text of one leaf of the document and of no other, it can only come from there, unless the
 * mapping counts, computes, or writes a text of its own. All delivered mappings over all their fixtures.
 */

/** Leaves by their text, of texts that stand once in the document and are no small number. */
function onlyLeaves({ root }: TreeDocument): ReadonlyMap<string, string> {
  const byText = Map.groupBy(listFilledLeaves(root), (leaf) => itemText(leaf).trim());
  const single = [...byText].filter(([text, leaves]) => leaves.length === 1 && !/^\d{1,2}$/.test(text));
  return new Map(single.map(([text, [leaf]]) => [text, leaf === undefined ? '' : pathOf(leaf)]));
}

/** The value is computed of others, a table's, what a variable (`$received`) holds, or a constant. */
function isMadeOtherwise({ value, rule, tables, sources }: ValueProvenance): boolean {
  const isComputed = sources.length > 1 && sources.every(({ text }) => text.trim() !== value);
  const isOfOther = sources.some(({ text, node }) => text.trim() === value && isOfVariable(node));
  return rule.constant === true || tables.some((hit) => hit.value === value) || isComputed || isOfOther;
}

/** It stands in an expression, or is true or false. */
const isOwnText = ({ value, sources, chosenBy }: ValueProvenance, literals: ReadonlySet<string>): boolean =>
  sources.length === 0 && (chosenBy.length > 0 || literals.has(value));

const literalsOf = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => [...text.matchAll(/'([^']*)'/g)].map(([, literal = '']) => literal)));

const short = ({ target, value, sources }: ValueProvenance): string =>
  `${target} = ${value} from ${sources.map(({ path }) => path).join(', ')}`;

describe.each(listFixtures(fixtures))('%s', (name) => {
  const { mapping, document, context } = deliveredFixture(name);
  const { origins, evaluations } = recordEvaluations(mapping, document, context);
  const only = onlyLeaves(document);
  const literals = literalsOf(evaluations.map(({ expression }) => expression.text));

  it('names the leaf whose text a value is', () => {
    const wrong = origins.filter((origin) => {
      const leaf = only.get(origin.value);
      if (leaf === undefined || isMadeOtherwise(origin) || isOwnText(origin, literals)) return false;
      return !origin.sources.some(({ path }) => path === leaf);
    });
    expect(wrong.map(short)).toEqual([]);
  });

  it('names no leaf beside the one whose text a value is', () => {
    const wrong = origins.filter(({ value, sources, tables }) => {
      const leaf = only.get(value);
      return (
        leaf !== undefined &&
        tables.length === 0 &&
        sources.length > 1 &&
        sources.some(({ path }) => path === leaf)
      );
    });
    expect(wrong.map(short)).toEqual([]);
  });
});
