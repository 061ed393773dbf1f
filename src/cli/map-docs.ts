import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { openFormats } from '../formats/registry.ts';
import { docRows, examplesFrom } from '../mapping/docs.ts';
import { htmlPage, markdownPage } from '../mapping/docs-page.ts';
import { withoutRule } from '../mapping/unfilled.ts';
import { folderOption, foldersOf, loadedOrFindings, namesIn } from './map-common.ts';

interface Options {
  readonly mappings?: string;
  readonly out: string;
}

export function docsCommand(): Command {
  return new Command('docs')
    .option(...folderOption)
    .option('--out <folder>', 'where the pages go', 'mapping-docs')
    .action(({ mappings, out }: Options) => {
      const folders = foldersOf(mappings);
      const { formats, dispose } = openFormats({}, folders);
      mkdirSync(out, { recursive: true });
      for (const name of namesIn(folders)) {
        const mapping = loadedOrFindings({ name, folders }, formats);
        if (mapping === undefined) continue;
        const fixtures = folders.map((folder) => join(folder, 'fixtures'));
        const rows = docRows(mapping, examplesFrom(mapping, fixtures, formats));
        const unfilled = withoutRule(mapping, formats);
        writeFileSync(join(out, `${name}.md`), markdownPage(mapping, rows, unfilled));
        writeFileSync(join(out, `${name}.html`), htmlPage(mapping, rows, unfilled));
        console.log(
          `${name}: ${rows.length} values, ${rows.filter(({ example }) => example).length} with an example; ${unfilled.length} members of the target have no rule`,
        );
      }
      dispose();
    });
}
