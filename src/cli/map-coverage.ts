import { Command } from 'commander';
import { explain } from '../mapping/explain.ts';
import { treeOf } from '../mapping/fixture-files.ts';
import { coverage, fates, neverFilled } from '../mapping/loss.ts';
import { withoutRule } from '../mapping/unfilled.ts';
import { loadSchemas } from '../scsn/schemas.ts';
import { table } from './common.ts';
import {
  type ContextOptions,
  contextFrom,
  contextOptions,
  folderOption,
  loadedOrFindings,
  namedMapping,
} from './map-common.ts';

interface Options extends ContextOptions {
  readonly mappings?: string;
}

export function coverageCommand(): Command {
  return new Command('coverage')
    .description(
      'over many documents: what is filled and how often it is lost; which rules never gave a value',
    )
    .argument('<mapping>', 'name of a mapping, or its file')
    .argument('<document...>', 'XML or JSON files')
    .option(...folderOption)
    .addOption(contextOptions[0])
    .addOption(contextOptions[1])
    .action((said: string, documents: readonly string[], options: Options) => {
      const { model, dispose } = loadSchemas();
      const mapping = loadedOrFindings(namedMapping(said, options.mappings), model);
      if (mapping !== undefined) {
        const tries = documents.map((document) => ({
          tree: treeOf(document),
          context: contextFrom(mapping, document, options),
        }));
        const counts = coverage(tries.flatMap(({ tree, context }) => fates(mapping, tree, context)));
        const rows = counts.map(({ path, filled, lost }) => [`${filled}`, `${lost}`, path]);
        console.log(table([['filled', 'lost', 'source'], ...rows]));
        const explanations = tries.map(({ tree, context }) => explain(mapping, tree, context));
        tellList('Rules that gave no value in any of these documents', neverFilled(mapping, explanations));
        tellList('Members of the target that no rule fills', withoutRule(mapping, model));
      }
      dispose();
    });
}

function tellList(title: string, names: readonly string[]): void {
  console.log(`\n${title}: ${names.length || 'none'}`);
  for (const name of names) console.log(`  ${name}`);
}
