import { join } from 'node:path';
import { Command } from 'commander';
import { openFormats } from '../formats/registry.ts';
import {
  type FixtureResult,
  type FixtureTools,
  fixturesIn,
  isFixtureCalled,
  runFixtures,
} from '../mapping/fixtures.ts';
import { loadMapping } from '../mapping/load.ts';
import { suggestion } from '../tree/nearest.ts';
import { folderOption, foldersOf } from './map-common.ts';

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
      const folders = foldersOf(mappings);
      const used = update ? folders.slice(0, 1) : folders;
      assertThere(said, used);
      const results = resultsOf(used, folders, said, update);
      for (const result of results) tellFixture(result);
      tellCount(results, update);
    });
}

/** Own fixtures with the mappings as they run; delivered ones with the delivered mappings alone. */
function resultsOf(
  used: readonly string[],
  folders: readonly string[],
  said: readonly string[],
  update: boolean,
): readonly FixtureResult[] {
  const { formats, dispose } = openFormats({}, folders);
  const asked = said.map(isFixtureCalled);
  const isAsked = (name: string) => asked.length === 0 || asked.some((is) => is(name));
  const results = used.flatMap((folder, i) => {
    const mapping = (name: string) => loadMapping(name, folders.slice(i), formats);
    const tools: FixtureTools = { mapping, formats };
    return runFixtures(join(folder, 'fixtures'), tools, update, isAsked);
  });
  dispose();
  return results;
}

/** Throws an Error in words for a name that no fixture has. */
function assertThere(said: readonly string[], folders: readonly string[]): void {
  const names = folders.flatMap((folder) => fixturesIn(join(folder, 'fixtures')));
  for (const one of said)
    if (!names.some(isFixtureCalled(one)))
      throw new Error(`There is no fixture ${one}. ${suggestion(one.replace('/', '.'), names, 'fixtures')}`);
}

function tellCount(results: readonly FixtureResult[], update: boolean): void {
  const updated = results.filter(isUpdated).length;
  const failed = results.filter(({ differences }) => differences.length > 0).length - updated;
  const passed = results.length - failed - updated;
  console.log(`${passed} passed, ${failed} failed${update ? `, ${updated} updated` : ''}`);
  process.exitCode = failed === 0 ? 0 : 1;
}

const isUpdated = ({ updated }: FixtureResult): boolean => updated.length > 0;

function tellFixture(result: FixtureResult): void {
  const { name, mapping, differences, updated } = result;
  if (differences.length === 0) return;
  const wrote = isUpdated(result) ? `: ${updated.join(', ')}` : '';
  console.log(`${isUpdated(result) ? 'updated' : 'DIFFERS'} ${name} (${mapping})${wrote}`);
  for (const line of differences) console.log(`  ${line}`);
}
