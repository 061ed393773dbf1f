import { join } from 'node:path';
import { Command } from 'commander';
import { type FixtureResult, type FixtureTools, runFixtures } from '../mapping/fixtures.ts';
import { loadMapping } from '../mapping/load.ts';
import { mappingFolders } from '../pipeline/mapping-folders.ts';
import { loadSchemas } from '../scsn/schemas.ts';
import { writeXml } from '../scsn/write.ts';
import { folderOption } from './map-common.ts';

interface Options {
  readonly mappings?: string;
  readonly update: boolean;
}

export function testCommand(): Command {
  return new Command('test')
    .description('run the fixtures of the mappings; `-` is what was expected, `+` what came')
    .option(...folderOption)
    .option('--update', 'write what came as the new expectation, in your own folder', false)
    .action(({ mappings, update }: Options) => {
      if (update && mappings === undefined)
        throw new Error('The delivered fixtures are read-only. Name your own folder with --mappings.');
      const folders = mappingFolders(mappings);
      const { model, dispose } = loadSchemas();
      // own fixtures with the mappings as they run; delivered ones with the delivered mappings alone
      const results = (update ? folders.slice(0, 1) : folders).flatMap((folder, i) => {
        const mapping = (name: string) => loadMapping(name, folders.slice(i), model);
        const tools: FixtureTools = { mapping, model, writeXml };
        return runFixtures(join(folder, 'fixtures'), tools, update);
      });
      dispose();
      for (const result of results) tellFixture(result);
      const failed = results.filter(({ differences }) => differences.length > 0).length;
      console.log(`${results.length - failed} passed, ${failed} failed`);
      process.exitCode = failed === 0 ? 0 : 1;
    });
}

function tellFixture({ name, mapping, differences, updated }: FixtureResult): void {
  if (differences.length === 0 && updated.length === 0) return;
  console.log(`${differences.length > 0 ? 'DIFFERS' : 'updated'} ${name} (${mapping})`);
  for (const line of [...differences, ...updated]) console.log(`  ${line}`);
}
