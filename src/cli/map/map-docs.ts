import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { openFormats } from '../../formats/format-registry.ts';
import { renderHtmlPage, renderMarkdownPage } from '../../mapping/docs/mapping-page.ts';
import { collectExamples, listRuleRows } from '../../mapping/docs/rule-rows.ts';
import { listUnfilledMembers } from '../../mapping/docs/unfilled-members.ts';
import {
  folderOption,
  listMappingNames,
  loadMappingOrPrint,
  requireMappingFolders,
} from '../kit/mapping-options.ts';

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
        const fixtures = folders.map((folder) => join(folder, 'fixtures'));
        const rows = listRuleRows(mapping, collectExamples(mapping, fixtures, formats));
        const unfilled = listUnfilledMembers(mapping, formats);
        writeFileSync(join(out, `${name}.md`), renderMarkdownPage(mapping, rows, unfilled));
        writeFileSync(join(out, `${name}.html`), renderHtmlPage(mapping, rows, unfilled));
        console.log(
          `${name}: ${rows.length} values, ${rows.filter(({ example }) => example).length} with an example; ${unfilled.length} members of the target have no rule`,
        );
      }
      dispose();
    });
}
