import { Command } from 'commander';
import type { FixtureResult } from '../../mapping/fixtures/run-fixtures.ts';
import { type FixtureRun, runAskedFixtures } from '../../workbench/overlay/run-asked-fixtures.ts';
import { folderOption } from '../kit/mapping-options.ts';

interface Options {
  readonly mappings?: string;
  readonly update: boolean;
}

export function testCommand(): Command {
  return new Command('test')
    .argument('[fixture...]', 'MAPPING/CASE, or MAPPING for all of its cases; all without any')
    .option(...folderOption)
    .option(
      '--update',
      'write what came as the new expectation of those that differ, in your own folder',
      false,
    )
    .action((said: readonly string[], { mappings, update }: Options) => {
      if (update && mappings === undefined)
        throw new Error('The delivered fixtures are read-only. Name your own folder with --mappings.');
      const run = runAskedFixtures({ own: mappings, asked: said, update });
      for (const result of run.results) printFixture(result);
      printCounts(run.results, update);
      if (mappings !== undefined) printOwnResults(run, mappings);
    });
}

function printCounts(results: readonly FixtureResult[], update: boolean): void {
  const updated = results.filter(isUpdated).length;
  const failed = results.filter(({ differences }) => differences.length > 0).length - updated;
  const passed = results.length - failed - updated;
  console.log(`${passed} passed, ${failed} failed${update ? `, ${updated} updated` : ''}`);
  process.exitCode = failed === 0 ? 0 : 1;
}

/** Which fixtures ran against which mapping; a mapping of one's own that none ran against has not passed. */
function printOwnResults({ results, unproven }: FixtureRun, own: string): void {
  const [mine, delivered] = [results.filter(({ isOwn }) => isOwn), results.filter(({ isOwn }) => !isOwn)];
  for (const [name, { length }] of Map.groupBy(mine, ({ mapping }) => mapping))
    console.log(`${length} of your own ran against ${name} as it runs with ${own}.`);
  if (delivered.length > 0)
    console.log(`${delivered.length} delivered ones ran against the delivered mappings, not against yours.`);
  for (const name of unproven)
    console.log(`No fixture ran against your own ${name}: write one with \`gateway map fixture\`.`);
  if (unproven.length > 0) process.exitCode = 1;
}

const isUpdated = ({ updated }: FixtureResult): boolean => updated.length > 0;

function printFixture(result: FixtureResult): void {
  const { name, mapping, differences, updated } = result;
  if (differences.length === 0) return;
  const wrote = isUpdated(result) ? `: ${updated.join(', ')}` : '';
  console.log(`${isUpdated(result) ? 'updated' : 'DIFFERS'} ${name} (${mapping})${wrote}`);
  for (const line of differences) console.log(`  ${line}`);
}
