import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import type { Formats } from '../formats/interface.ts';
import { openFormats } from '../formats/registry.ts';
import { extensionOf } from '../mapping/fixture-files.ts';
import { runFixture } from '../mapping/fixtures.ts';
import { loadMapping } from '../mapping/load.ts';
import { foldersOf, loadedOrFindings, previousNames, sourceFor } from './map-common.ts';

interface Options {
  readonly name: string;
  readonly mappings: string;
}

export function fixtureCommand(): Command {
  return new Command('fixture')
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
  const { formats, dispose } = openFormats({}, folders);
  const mapping = loadedOrFindings({ name, folders }, formats);
  if (mapping !== undefined) {
    sourceFor(mapping, document, formats);
    copyInto(folder, document, mapping.from, formats);
    const tools = { mapping: (one: string) => loadMapping(one, folders, formats), formats };
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

function copyInto(folder: string, document: string, type: string, formats: Formats): void {
  mkdirSync(folder, { recursive: true });
  copyFileSync(document, join(folder, `document${extensionOf(type, formats)}`));
  for (const beside of ['context.json', ...previousNames(formats)])
    if (existsSync(join(dirname(document), beside)))
      copyFileSync(join(dirname(document), beside), join(folder, beside));
}
