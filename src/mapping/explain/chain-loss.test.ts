import { afterAll, describe, expect, it } from 'vitest';
import { listFixtures } from '../fixtures/run-fixtures.ts';
import type { RunValues } from '../mapping.ts';
import { deliveredFixture, fixtures } from '../testkit/delivered.ts';
import { schemas } from '../testkit/kit.ts';
import { listLostThroughChain } from './chain-loss.ts';
import type { ValueProvenance } from './explain-run.ts';
import { buildLossReport } from './leaf-fates.ts';
import { renderProvenance } from './render-provenance.ts';

afterAll(() => schemas.dispose());

describe('what a run in production says is lost', () => {
  it.each(listFixtures(fixtures))('is what the loss report says of %s', (name) => {
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
    const explained = mapping.runWithOrigins(document, { ...context, onRunValues: (run) => heard.push(run) });
    expect(explained.result).toEqual(result);
    expect(heard.map(({ lost }) => lost)).toEqual(runs.map(({ lost }) => lost));
    const lines = (origins: readonly ValueProvenance[]) => origins.flatMap((one) => renderProvenance(one));
    expect(lines(explained.origins)).toEqual(lines(mapping.origins(document, context)));
  });
});
