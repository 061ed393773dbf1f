import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { openFormats } from '../../formats/open-formats.ts';
import type { Language } from '../../types.ts';
import { requireMappingFolders } from '../../workbench/overlay/named-mapping.ts';
import { evaluateOnDocuments, type FoundItem } from '../../workbench/preview/evaluate-on-documents.ts';
import { renderFindingLine, renderTable } from '../kit/command-kit.ts';
import { folderOption, languageOption } from '../kit/mapping-options.ts';

interface Options {
  readonly mappings?: string;
  readonly from?: string;
  readonly language: Language;
}

export function xpathCommand(): Command {
  return new Command('xpath')
    .argument('<document>', 'a file of the ERP, an SCSN document, or JSON of the exchange')
    .argument('<expression>', 'as in a leaf of a mapping; context variables and tables are not there')
    .option(...folderOption)
    .option('--from <type>', 'what the document is')
    .addOption(languageOption)
    .action((document: string, expression: string, { from, language, mappings }: Options) => {
      const { formats, dispose } = openFormats({}, requireMappingFolders(mappings));
      const source = { path: document, bytes: readFileSync(document) };
      const question = { expression, source, type: from, language };
      const { findings, items, isUnknown } = evaluateOnDocuments(question, formats);
      dispose();
      if (isUnknown) throw new Error(`${document} is of no known type; say --from.`);
      for (const finding of findings) console.error(renderFindingLine(finding, language));
      if (items === undefined) process.exitCode = 1;
      else console.log(items.length === 0 ? 'Nothing was found.' : renderTable(items.map(rowOf)));
    });
}

function rowOf(item: FoundItem): readonly string[] {
  const text = JSON.stringify(item.text);
  return item.kind === 'value' ? [item.type, '', text] : [`${item.line}:${item.column}`, item.path, text];
}
