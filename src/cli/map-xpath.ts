import { Command, Option } from 'commander';
import { formatsWith, openFormats } from '../formats/registry.ts';
import { startNode } from '../mapping/context.ts';
import { evaluateOnce } from '../mapping/evaluate-once.ts';
import { sourceNames } from '../mapping/models/documents.ts';
import { isNode, itemText, pathOf, placeOf } from '../tree/items.ts';
import type { Language } from '../types.ts';
import { table, tellFinding } from './common.ts';
import { languageOption, readAny } from './map-common.ts';

interface Options {
  readonly from?: string;
  readonly language: Language;
}

export function xpathCommand(): Command {
  return new Command('xpath')
    .argument('<document>', 'an XML or JSON file')
    .argument('<expression>', 'as in a leaf of a mapping; context variables and tables are not there')
    .addOption(new Option('--from <type>', 'what the document is').choices(sourceNames(formatsWith())))
    .addOption(languageOption)
    .action((document: string, expression: string, { from, language }: Options) => {
      const { formats, dispose } = openFormats();
      const { tree, type } = readAny(document, formats, from);
      const said = from ?? type;
      if (said === undefined) throw new Error(`${document} is of no known type; say --from.`);
      const { items, findings } = evaluateOnce(expression, said, startNode(tree, said), formats, language);
      dispose();
      for (const finding of findings) console.error(tellFinding(finding, language));
      if (items === undefined) process.exitCode = 1;
      else console.log(items.length === 0 ? 'Nothing was found.' : table(items.map(rowOf)));
    });
}

function rowOf(item: Parameters<typeof itemText>[0]): readonly string[] {
  const text = JSON.stringify(itemText(item));
  if (!isNode(item)) return [typeof item, '', text];
  const { line, column } = placeOf(item);
  return [`${line}:${column}`, pathOf(item), text];
}
