import { Command } from 'commander';
import { openFormats } from '../../formats/format-registry.ts';
import { listSourceNames } from '../../mapping/models/document-models.ts';
import { resolveStartNode } from '../../mapping/run/context-trees.ts';
import { evaluateExpression } from '../../mapping/run/evaluate-expression.ts';
import { isNode, itemText, pathOf, positionOf } from '../../tree/nodes/items.ts';
import type { Language } from '../../types.ts';
import { renderFindingLine, renderTable } from '../kit/command-kit.ts';
import {
  folderOption,
  languageOption,
  readAnyDocument,
  requireMappingFolders,
} from '../kit/mapping-options.ts';

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
      const known = listSourceNames(formats);
      if (from !== undefined && !known.includes(from))
        throw new Error(`There is no document ${from}. There are: ${known.join(', ')}.`);
      const { trees, type } = readAnyDocument(document, formats, from);
      const said = from ?? type;
      if (said === undefined) throw new Error(`${document} is of no known type; say --from.`);
      const all = trees.map((tree) =>
        evaluateExpression(expression, said, resolveStartNode(tree, said), formats, language),
      );
      dispose();
      // what is wrong with an expression is so for every document
      for (const finding of all[0]?.findings ?? []) console.error(renderFindingLine(finding, language));
      const items = all.flatMap((one) => one.items ?? []);
      if (all.some((one) => one.items === undefined)) process.exitCode = 1;
      else console.log(items.length === 0 ? 'Nothing was found.' : renderTable(items.map(rowOf)));
    });
}

function rowOf(item: Parameters<typeof itemText>[0]): readonly string[] {
  const text = JSON.stringify(itemText(item));
  if (!isNode(item)) return [typeof item, '', text];
  const { line, column } = positionOf(item);
  return [`${line}:${column}`, pathOf(item), text];
}
