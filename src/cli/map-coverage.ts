import { Command } from 'commander';
import { explain } from '../mapping/explain.ts';
import { treeOf } from '../mapping/fixture-files.ts';
import { coverage, fates, neverFilled } from '../mapping/loss.ts';
import { withoutRule } from '../mapping/unfilled.ts';
import { loadSchemas } from '../scsn/schemas.ts';
import { table } from './common.ts';
import { contextFrom, folderOption, loadedOrFindings, namedMapping } from './map-common.ts';

interface Options {
  readonly mappings?: string;
  readonly event?: string;
  readonly context?: string;
}

export function coverageCommand(): Command {
  return new Command('coverage')
    .description(
      'over many documents: what is filled and how often it is lost; which rules never gave a value',
    )
    .argument('<mapping>', 'name of a mapping, or its file')
    .argument('<document...>', 'XML or JSON files')
    .option(...folderOption)
    .option('--event <name>', 'name of the event, `$event`')
    .option('--context <file>', 'channel, order state and so on, as in context.json of a fixture')
    .action((said: string, documents: readonly string[], options: Options) => {
      const { model, dispose } = loadSchemas();
      const mapping = loadedOrFindings(namedMapping(said, options.mappings), model);
      if (mapping !== undefined) {
        const context = contextFrom(options.context, options.event);
        const trees = documents.map(treeOf);
        const counts = coverage(trees.flatMap((tree) => fates(mapping, tree, context)));
        const rows = counts.map(({ path, filled, lost }) => [`${filled}`, `${lost}`, path]);
        console.log(table([['filled', 'lost', 'source'], ...rows]));
        const explanations = trees.map((tree) => explain(mapping, tree, context));
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
