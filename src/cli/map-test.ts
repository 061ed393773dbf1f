import { join } from 'node:path';
import { Command } from 'commander';
import { type FixtureResult, type FixtureTools, runFixtures } from '../mapping/fixtures.ts';
import { loadMapping } from '../mapping/load.ts';
import { loadSchemas } from '../scsn/schemas.ts';
import { writeXml } from '../scsn/write.ts';
import { folderOption, foldersOf } from './map-common.ts';

interface Options {
  readonly mappings?: string;
  readonly update: boolean;
}

export function testCommand(): Command {
  return new Command('test')
    .description('run the fixtures of the mappings; `-` is what was expected, `+` what came')
    .option(...folderOption)
    .option(
      '--update',
      'write what came as the new expectation of those that differ, in your own folder',
      false,
    )
    .action(({ mappings, update }: Options) => {
      if (update && mappings === undefined)
        throw new Error('The delivered fixtures are read-only. Name your own folder with --mappings.');
      const folders = foldersOf(mappings);
      const { model, dispose } = loadSchemas();
      // own fixtures with the mappings as they run; delivered ones with the delivered mappings alone
      const results = (update ? folders.slice(0, 1) : folders).flatMap((folder, i) => {
        const mapping = (name: string) => loadMapping(name, folders.slice(i), model);
        const tools: FixtureTools = { mapping, model, writeXml };
        return runFixtures(join(folder, 'fixtures'), tools, update);
      });
      dispose();
      for (const result of results) tellFixture(result);
      const updated = results.filter(isUpdated).length;
      const failed = results.filter(({ differences }) => differences.length > 0).length - updated;
      const passed = results.length - failed - updated;
      console.log(`${passed} passed, ${failed} failed${update ? `, ${updated} updated` : ''}`);
      process.exitCode = failed === 0 ? 0 : 1;
    });
}

const isUpdated = ({ updated }: FixtureResult): boolean => updated.length > 0;

function tellFixture(result: FixtureResult): void {
  const { name, mapping, differences, updated } = result;
  if (differences.length === 0) return;
  const wrote = isUpdated(result) ? `: ${updated.join(', ')}` : '';
  console.log(`${isUpdated(result) ? 'updated' : 'DIFFERS'} ${name} (${mapping})${wrote}`);
  for (const line of differences) console.log(`  ${line}`);
}
