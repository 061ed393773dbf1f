import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { Command } from 'commander';
import { runFixture } from '../mapping/fixtures.ts';
import { loadMapping } from '../mapping/load.ts';
import { loadSchemas } from '../scsn/schemas.ts';
import { writeXml } from '../scsn/write.ts';
import { foldersOf, loadedOrFindings, sourceFor } from './map-common.ts';

interface Options {
  readonly name: string;
  readonly mappings: string;
}

export function fixtureCommand(): Command {
  return new Command('fixture')
    .description(
      'make a fixture of a document: what the mapping gives now is what it is held against from now on',
    )
    .argument('<mapping>', 'name of a mapping')
    .argument('<document>', 'an XML or JSON file; context.json and previous.* beside it come along')
    .requiredOption('--name <case>', 'what the case is called, such as freight-proposed')
    .requiredOption('-m, --mappings <folder>', 'your own mappings, where the fixture goes')
    .action((mapping: string, document: string, { name, mappings }: Options) => {
      if (!/^[a-z0-9][a-z0-9-]*$/.test(name))
        throw new Error(`"${name}" is no name for a case: use small letters, digits and hyphens.`);
      const folder = join(mappings, 'fixtures', `${mapping}.${name}`);
      if (existsSync(folder))
        throw new Error(`There is a fixture ${folder} already; \`map test --update\` renews it.`);
      make(mapping, document, folder, foldersOf(mappings));
    });
}

function make(name: string, document: string, folder: string, folders: readonly string[]): void {
  const { model, dispose } = loadSchemas();
  const mapping = loadedOrFindings({ name, folders }, model);
  if (mapping !== undefined) {
    sourceFor(mapping, document);
    copyInto(folder, document);
    const tools = { mapping: (one: string) => loadMapping(one, folders, model), model, writeXml };
    const { updated } = runFixture(folder, tools, true);
    console.log(`${folder}: ${readdirSync(folder).sort().join(', ')}`);
    console.log(
      updated.length === 0
        ? 'The mapping gives nothing.'
        : `Read ${updated.join(', ')}: is that what you want?`,
    );
  }
  dispose();
}

function copyInto(folder: string, document: string): void {
  mkdirSync(folder, { recursive: true });
  copyFileSync(document, join(folder, `document${extname(document) === '.json' ? '.json' : '.xml'}`));
  for (const beside of ['context.json', 'previous.xml', 'previous.json'])
    if (existsSync(join(dirname(document), beside)))
      copyFileSync(join(dirname(document), beside), join(folder, beside));
}
