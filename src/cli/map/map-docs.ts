import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { openFormats } from '../../formats/open-formats.ts';
import { buildMappingPages } from '../../workbench/overlay/mapping-pages.ts';
import { listMappingNames, requireMappingFolders } from '../../workbench/overlay/named-mapping.ts';
import { folderOption, loadMappingOrPrint } from '../kit/mapping-options.ts';

interface Options {
  readonly mappings?: string;
  readonly out: string;
}

export function docsCommand(): Command {
  return new Command('docs')
    .option(...folderOption)
    .option('--out <folder>', 'where the pages go', 'mapping-docs')
    .action(({ mappings, out }: Options) => {
      const folders = requireMappingFolders(mappings);
      const { formats, dispose } = openFormats({}, folders);
      mkdirSync(out, { recursive: true });
      for (const name of listMappingNames(folders)) {
        const mapping = loadMappingOrPrint({ name, folders }, formats);
        if (mapping === undefined) continue;
        const { markdown, html, ...counts } = buildMappingPages(mapping, folders, formats);
        writeFileSync(join(out, `${name}.md`), markdown);
        writeFileSync(join(out, `${name}.html`), html);
        console.log(
          `${name}: ${counts.values} values, ${counts.withExample} with an example; ${counts.unfilled} members of the target have no rule`,
        );
      }
      dispose();
    });
}
