import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Command } from 'commander';
import { type FixtureResult, type FixtureTools, runFixtures } from '../mapping/fixtures.ts';
import { loadMapping } from '../mapping/load.ts';
import { mappingFolders } from '../pipeline/rooms.ts';
import { loadSchemas } from '../scsn/schemas.ts';
import { writeXml } from '../scsn/write.ts';
import { tellFinding } from './common.ts';

export function mapCommand(): Command {
  return new Command('map')
    .description('check mappings and run their fixtures')
    .addCommand(checkCommand())
    .addCommand(testCommand());
}

const folderOption = [
  '-m, --mappings <folder>',
  'your own mappings; they win over the delivered ones',
] as const;

function checkCommand(): Command {
  return new Command('check')
    .description('hold mappings against their source and target; say what is wrong with which line')
    .argument('[name...]', 'names of mappings; all without any')
    .option(...folderOption)
    .action((names: readonly string[], { mappings }: { mappings?: string }) => {
      const folders = mappingFolders(mappings);
      const schemas = loadSchemas();
      const results = (names.length > 0 ? names : namesIn(folders)).map((name) => {
        const { mapping, findings } = loadMapping(name, folders, schemas.model);
        console.log(`${mapping ? 'ok   ' : 'WRONG'} ${name}`);
        for (const finding of findings) console.log(`      ${tellFinding(finding)}`);
        return mapping !== undefined;
      });
      schemas.dispose();
      process.exitCode = results.every(Boolean) ? 0 : 1;
    });
}

const namesIn = (folders: readonly string[]): readonly string[] => {
  const files = folders.flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []));
  return [
    ...new Set(files.filter((file) => file.endsWith('.yaml')).map((file) => basename(file, '.yaml'))),
  ].sort();
};

function testCommand(): Command {
  return new Command('test')
    .description('run the fixtures of the mappings; `-` is what was expected, `+` what came')
    .option(...folderOption)
    .option('--update', 'write what came as the new expectation', false)
    .action(({ mappings, update }: { mappings?: string; update: boolean }) => {
      const folders = mappingFolders(mappings);
      const { model, dispose } = loadSchemas();
      const tools: FixtureTools = { mapping: (name) => loadMapping(name, folders, model), model, writeXml };
      const results = folders
        .slice(0, update ? 1 : undefined)
        .flatMap((folder) => runFixtures(join(folder, 'fixtures'), tools, update));
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
