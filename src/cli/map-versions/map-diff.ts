import { Command } from 'commander';
import { compareWithDelivered, type MappingDifference } from '../../mapping/compare/mapping-differences.ts';
import { listUpstreamChanges } from '../../mapping/compare/upstream-changes.ts';
import { restrictToFolders } from '../../system/file-source.ts';
import { resolveNamedMapping } from '../../workbench/overlay/named-mapping.ts';
import { compareKeptVersions } from '../../workbench/versions/compare-kept-versions.ts';
import { addConfigOption } from '../kit/command-kit.ts';
import { folderOption } from '../kit/mapping-options.ts';
import { withReplaySite } from '../kit/with-replay-site.ts';
import { printUpstreamChanges } from '../map/map-underneath.ts';

interface Options {
  readonly config: string;
  readonly mappings?: string;
}

export function diffCommand(): Command {
  return addConfigOption(new Command('diff'))
    .argument('<mapping>', 'name of a mapping of your own, or its file')
    .argument('[version]', 'with another one: two versions that messages were made with (`map history`)')
    .argument('[other]', 'the other version')
    .option(...folderOption)
    .action(async (said: string, one: string | undefined, other: string | undefined, options: Options) => {
      const { mappings, config } = options;
      if (one !== undefined) return await printVersionDifferences(config, said, one, other);
      const { name, folders } = resolveNamedMapping(said, mappings);
      const found = compareWithDelivered(name, folders, restrictToFolders(folders));
      console.log(
        found.length === 0 ? `${name} says nothing else than the delivered mapping.` : heading(name),
      );
      for (const one of found) printDifference(one);
      printUpstreamChanges(listUpstreamChanges(name, folders));
    });
}

async function printVersionDifferences(
  config: string,
  name: string,
  one: string,
  other: string | undefined,
): Promise<void> {
  if (other === undefined) throw new Error('Name two versions.');
  await withReplaySite(config, undefined, async ({ journal }) => {
    const found = await compareKeptVersions(journal, name, one, other);
    if (found.length === 0) console.log(`${name} says the same in ${one} and ${other}.`);
    else console.log(`Where ${name} differs (- ${one}, + ${other}):`);
    for (const difference of found) printDifference(difference);
  });
}

const heading = (name: string): string => `Where ${name} differs (- delivered, + your own):`;

function printDifference({ path, delivered, own }: MappingDifference): void {
  console.log(`  ${path}`);
  if (delivered !== undefined) console.log(`    - ${delivered}`);
  if (own !== undefined) console.log(`    + ${own}`);
}
