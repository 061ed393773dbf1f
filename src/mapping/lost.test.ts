import { afterAll, describe, expect, it } from 'vitest';
import { fixturesIn } from './fixtures.ts';
import type { ValuesOfRun } from './interface.ts';
import { lossReport } from './loss.ts';
import { lostThrough } from './lost.ts';
import { deliveredFixture, fixtures } from './testkit/delivered.ts';
import { schemas } from './testkit/kit.ts';

afterAll(() => schemas.dispose());

describe('what a run in production says is lost', () => {
  it.each(fixturesIn(fixtures))('is what the loss report says of %s', (name) => {
    const { mapping, document, context } = deliveredFixture(name);
    const runs: ValuesOfRun[] = [];
    const result = mapping.run(document, { ...context, heard: (run) => runs.push(run) });
    expect(result).toEqual(mapping.run(document, context));
    const report = lossReport(mapping, document, context);
    expect(runs.length).toBe(report === undefined ? 0 : 1);
    expect(lostThrough(runs).map(({ path }) => path)).toEqual((report ?? []).map(({ path }) => path));
  });
});
