import { Command } from 'commander';
import { type Difference, differences } from '../mapping/compare.ts';
import { onDisk } from '../mapping/files.ts';
import { folderOption, namedMapping } from './map-common.ts';
import { tellUnderneath } from './map-underneath.ts';

export function diffCommand(): Command {
  return new Command('diff')
    .argument('<mapping>', 'name of a mapping of your own, or its file')
    .option(...folderOption)
    .action((said: string, { mappings }: { readonly mappings?: string }) => {
      const { name, folders } = namedMapping(said, mappings);
      const found = differences(name, folders, onDisk);
      console.log(
        found.length === 0 ? `${name} says nothing else than the delivered mapping.` : heading(name),
      );
      for (const one of found) tell(one);
      tellUnderneath(name, folders);
    });
}

const heading = (name: string): string => `Where ${name} differs (- delivered, + your own):`;

function tell({ path, delivered, own }: Difference): void {
  console.log(`  ${path}`);
  if (delivered !== undefined) console.log(`    - ${delivered}`);
  if (own !== undefined) console.log(`    + ${own}`);
}
