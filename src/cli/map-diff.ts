import { Command } from 'commander';
import { type Difference, differences } from '../mapping/compare.ts';
import { diskWithin } from '../mapping/files.ts';
import { withConfig } from './common.ts';
import { folderOption, namedMapping } from './map-common.ts';
import { differencesOfVersions } from './map-history.ts';
import { tellUnderneath } from './map-underneath.ts';
import { withSite } from './replay-site.ts';

interface Options {
  readonly config: string;
  readonly mappings?: string;
}

export function diffCommand(): Command {
  return withConfig(new Command('diff'))
    .argument('<mapping>', 'name of a mapping of your own, or its file')
    .argument('[version]', 'with another one: two versions that messages were made with (`map history`)')
    .argument('[other]', 'the other version')
    .option(...folderOption)
    .action(async (said: string, one: string | undefined, other: string | undefined, options: Options) => {
      const { mappings, config } = options;
      if (one !== undefined) return await tellVersions(config, said, one, other);
      const { name, folders } = namedMapping(said, mappings);
      const found = differences(name, folders, diskWithin(folders));
      console.log(
        found.length === 0 ? `${name} says nothing else than the delivered mapping.` : heading(name),
      );
      for (const one of found) tell(one);
      tellUnderneath(name, folders);
    });
}

async function tellVersions(
  config: string,
  name: string,
  one: string,
  other: string | undefined,
): Promise<void> {
  if (other === undefined) throw new Error('Name two versions.');
  await withSite(config, undefined, async ({ journal }) => {
    const found = await differencesOfVersions(journal, name, one, other);
    if (found.length === 0) console.log(`${name} says the same in ${one} and ${other}.`);
    else console.log(`Where ${name} differs (- ${one}, + ${other}):`);
    for (const difference of found) tell(difference);
  });
}

const heading = (name: string): string => `Where ${name} differs (- delivered, + your own):`;

function tell({ path, delivered, own }: Difference): void {
  console.log(`  ${path}`);
  if (delivered !== undefined) console.log(`    - ${delivered}`);
  if (own !== undefined) console.log(`    + ${own}`);
}
