import { describe, expect, it } from 'vitest';
import { requireFormat } from '../../formats/find-format.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';
import { listLostThroughChain } from '../explain/chain-loss.ts';
import { type ExplainedStep, resolveChainFates } from '../explain/chain-provenance.ts';
import { explainRun, type ValueProvenance } from '../explain/explain-run.ts';
import { buildLossReport, isLost, listLeafFates } from '../explain/leaf-fates.ts';
import { renderProvenance } from '../explain/render-provenance.ts';
import type { FileMapping } from '../file-mapping.ts';
import { listFixtures } from '../fixtures/run-fixtures.ts';
import type { MappingContext, RunValues } from '../mapping.ts';
import { writeTarget } from '../mapping-output.ts';
import { isFormatDocument } from '../models/document-models.ts';
import { delivered, deliveredFixture, fixtures } from './delivered.ts';
import { formats } from './kit.ts';

/** What comes after a delivered mapping in the `map:` of a channel. */
const onward: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'scsn/Order': [['complete-order', 'order-to-exchange'], ['order-to-idoc-orders']],
  'scsn/OrderResponse': [
    ['complete-order-response', 'order-response-to-exchange'],
    ['order-response-to-idoc-ordrsp'],
    ['order-response-to-edifact-ordrsp'],
  ],
};

/** All mappings in turn, heard as the gateway hears them and explained as a trial explains them. */
function runChain(mappings: readonly FileMapping[], document: TreeDocument, context: MappingContext) {
  const [runs, explained]: [RunValues[], ExplainedStep[]] = [[], []];
  let tree: TreeDocument | undefined = document;
  for (const mapping of mappings) {
    if (tree === undefined) break;
    const { target } = mapping.run(tree, { ...context, onRunValues: (run) => runs.push(run) });
    if (target === undefined) break;
    const explanation = explainRun(mapping, tree, context);
    const fates = listLeafFates(mapping, tree, context, explanation);
    const made: TreeDocument | undefined = readBack(mapping, target);
    explained.push({ explanation, fates, ...(made ? { made } : {}) });
    tree = made;
  }
  return { runs, explained };
}

function readBack({ to }: FileMapping, target: Parameters<typeof writeTarget>[0]): TreeDocument | undefined {
  if (!isFormatDocument(to)) return undefined;
  return requireFormat(formats, to).read({ bytes: writeTarget(target, to, formats).bytes }).tree;
}

/** Those that begin a chain. */
const translations = (): readonly string[] =>
  listFixtures(fixtures)
    .filter((name) => /^(csv|edifact|idoc|opentrans)-|^order-to-order/.test(name))
    .filter((name) => onward[deliveredFixture(name).mapping.to]);

const some = (names: readonly string[], every: number): readonly string[] =>
  names.filter((_, n) => n % every === 0);

/** Registers the tests. `every`: every how manyth fixture is run alone, and through a chain; all of them take a minute and a half. */
export function chainLossCases(every: { readonly fixtures: number; readonly chains: number }): void {
  describe('what a run in production says is lost', () => {
    it.each(some(listFixtures(fixtures), every.fixtures))('is what the loss report says of %s', (name) => {
      const { mapping, document, context } = deliveredFixture(name);
      const runs: RunValues[] = [];
      const result = mapping.run(document, { ...context, onRunValues: (run) => runs.push(run) });
      expect(result).toEqual(mapping.run(document, context));
      const report = buildLossReport(mapping, document, context);
      expect(runs.length).toBe(report === undefined ? 0 : 1);
      expect(listLostThroughChain(runs).map(({ path }) => path)).toEqual(
        (report ?? []).map(({ path }) => path),
      );
      // explained in the same run, it makes and loses the same
      const heard: RunValues[] = [];
      const explained = mapping.runWithOrigins(document, {
        ...context,
        onRunValues: (run) => heard.push(run),
      });
      expect(explained.result).toEqual(result);
      expect(heard.map(({ lost }) => lost)).toEqual(runs.map(({ lost }) => lost));
      const lines = (origins: readonly ValueProvenance[]) => origins.flatMap((one) => renderProvenance(one));
      expect(lines(explained.origins)).toEqual(lines(mapping.origins(document, context)));
    });
  });

  describe('what goes nowhere through a chain', () => {
    let later = 0;
    it.each(some(translations(), every.chains))('is what a trial says of %s', (name) => {
      const { mapping, document, context } = deliveredFixture(name);
      for (const names of onward[mapping.to] ?? []) {
        const { runs, explained } = runChain([mapping, ...names.map(delivered)], document, context);
        const lost = listLostThroughChain(runs).map(({ path }) => path);
        expect(lost).toEqual(
          resolveChainFates(explained)
            .filter(isLost)
            .map(({ path }) => path),
        );
        later += lost.length - (runs[0]?.lost.length ?? 0);
      }
    });

    it('is more than what the first mapping loses, of some of these', () => {
      expect(later).toBeGreaterThan(10);
    });
  });
}
