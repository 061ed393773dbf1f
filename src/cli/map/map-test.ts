import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { renderSuggestion } from '../../findings/nearest-names.ts';
import { openFormats } from '../../formats/format-registry.ts';
import {
  buildFixtureFilter,
  type FixtureResult,
  type FixtureTools,
  listFixtures,
  runFixtures,
} from '../../mapping/fixtures/run-fixtures.ts';
import { loadMapping } from '../../mapping/load-mapping.ts';
import { folderOption, requireMappingFolders } from '../kit/mapping-options.ts';

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
      const folders = requireMappingFolders(mappings);
      const used = update ? folders.slice(0, 1) : folders;
      assertThere(said, used);
      const results = resultsOf(used, folders, said, update);
      for (const result of results) printFixture(result);
      printCounts(results, update);
      if (mappings !== undefined) printOwnResults(results, said, mappings);
    });
}

interface OwnedFixtureResult extends FixtureResult {
  /** A fixture of the user's own, with the mappings as they run. */
  readonly isOwn: boolean;
}

/** Own fixtures with the mappings as they run; delivered ones with the delivered mappings alone. */
function resultsOf(
  used: readonly string[],
  folders: readonly string[],
  said: readonly string[],
  update: boolean,
): readonly OwnedFixtureResult[] {
  const { formats, dispose } = openFormats({}, folders);
  const asked = said.map(buildFixtureFilter);
  const isAsked = (name: string) => asked.length === 0 || asked.some((is) => is(name));
  const results = used.flatMap((folder, i) => {
    const mapping = (name: string) => loadMapping(name, folders.slice(i), formats);
    const tools: FixtureTools = { mapping, formats };
    const ran = runFixtures(join(folder, 'fixtures'), tools, update, isAsked);
    return ran.map((result) => ({ ...result, isOwn: i < folders.length - 1 }));
  });
  dispose();
  return results;
}

/** Throws an Error in words for a name that no fixture has. */
function assertThere(said: readonly string[], folders: readonly string[]): void {
  const names = folders.flatMap((folder) => listFixtures(join(folder, 'fixtures')));
  for (const one of said)
    if (!names.some(buildFixtureFilter(one)))
      throw new Error(
        `There is no fixture ${one}. ${renderSuggestion(one.replace('/', '.'), names, 'fixtures')}`,
      );
}

function printCounts(results: readonly FixtureResult[], update: boolean): void {
  const updated = results.filter(isUpdated).length;
  const failed = results.filter(({ differences }) => differences.length > 0).length - updated;
  const passed = results.length - failed - updated;
  console.log(`${passed} passed, ${failed} failed${update ? `, ${updated} updated` : ''}`);
  process.exitCode = failed === 0 ? 0 : 1;
}

/** Which fixtures ran against which mapping; a mapping of one's own that none ran against has not passed. */
function printOwnResults(results: readonly OwnedFixtureResult[], said: readonly string[], own: string): void {
  const [mine, delivered] = [results.filter(({ isOwn }) => isOwn), results.filter(({ isOwn }) => !isOwn)];
  for (const [name, { length }] of Map.groupBy(mine, ({ mapping }) => mapping))
    console.log(`${length} of your own ran against ${name} as it runs with ${own}.`);
  if (delivered.length > 0)
    console.log(`${delivered.length} delivered ones ran against the delivered mappings, not against yours.`);
  const asked = new Set(said.map((one) => one.split(/[/.]/)[0] ?? one));
  for (const name of asked) {
    const isProven = mine.some(({ mapping }) => mapping === name);
    if (isProven || !existsSync(join(own, `${name}.yaml`))) continue;
    console.log(`No fixture ran against your own ${name}: write one with \`gateway map fixture\`.`);
    process.exitCode = 1;
  }
}

const isUpdated = ({ updated }: FixtureResult): boolean => updated.length > 0;

function printFixture(result: FixtureResult): void {
  const { name, mapping, differences, updated } = result;
  if (differences.length === 0) return;
  const wrote = isUpdated(result) ? `: ${updated.join(', ')}` : '';
  console.log(`${isUpdated(result) ? 'updated' : 'DIFFERS'} ${name} (${mapping})${wrote}`);
  for (const line of differences) console.log(`  ${line}`);
}
