import { Command } from 'commander';
import { reasonOf } from '../folders/error.ts';
import type { Formats } from '../formats/interface.ts';
import { openFormats } from '../formats/registry.ts';
import { type Explanation, explain } from '../mapping/explain.ts';
import type { FileMapping } from '../mapping/load.ts';
import { coverage, fates, type Leaf, neverFilled } from '../mapping/loss.ts';
import { withoutRule } from '../mapping/unfilled.ts';
import { table } from './common.ts';
import {
  type ContextOptions,
  contextFrom,
  contextOptions,
  folderOption,
  loadedOrFindings,
  namedMapping,
  sourceFor,
} from './map-common.ts';

interface Options extends ContextOptions {
  readonly mappings?: string;
}

export function coverageCommand(): Command {
  return new Command('coverage')
    .argument('<mapping>', 'name of a mapping, or its file')
    .argument(
      '<document...>',
      'XML or JSON files; those of which the mapping makes nothing are named, not counted',
    )
    .option(...folderOption)
    .addOption(contextOptions[0])
    .addOption(contextOptions[1])
    .action((said: string, documents: readonly string[], options: Options) => {
      const { formats, dispose } = openFormats({}, namedMapping(said, options.mappings).folders);
      const mapping = loadedOrFindings(namedMapping(said, options.mappings), formats);
      if (mapping !== undefined)
        tell(
          mapping,
          formats,
          documents.map((document) => mapped(mapping, document, options, formats)),
        );
      dispose();
    });
}

/** A document and what the mapping did with it, or why it does not count. */
type Mapped =
  | { readonly leaves: readonly Leaf[]; readonly explanation: Explanation }
  | { readonly not: string };

function mapped(mapping: FileMapping, document: string, options: Options, formats: Formats): Mapped {
  try {
    const tree = sourceFor(mapping, document, formats);
    const context = contextFrom(mapping, document, options, formats);
    const explanation = explain(mapping, tree, context);
    const { target, stop, findings } = explanation.result;
    if (target !== undefined) return { explanation, leaves: fates(mapping, tree, context, explanation) };
    const why = stop?.finding ?? findings.find(({ severity }) => severity !== 'warning');
    return { not: `${document}: there is no result. ${why?.message ?? ''}` };
  } catch (error) {
    return { not: reasonOf(error) };
  }
}

function tell(mapping: FileMapping, formats: Formats, all: readonly Mapped[]): void {
  const counted = all.flatMap((one) => ('not' in one ? [] : one));
  const counts = coverage(counted.flatMap(({ leaves }) => leaves));
  const rows = counts.map(({ path, filled, lost }) => [`${filled}`, `${lost}`, path]);
  console.log(table([['filled', 'lost', 'source'], ...rows]));
  const explanations = counted.map(({ explanation }) => explanation);
  tellList('Rules that gave no value in any of these documents', neverFilled(mapping, explanations));
  tellList('Members of the target that no rule fills', withoutRule(mapping, formats));
  tellList(
    'Not counted',
    all.flatMap((one) => ('not' in one ? one.not : [])),
  );
  if (counted.length === 0) process.exitCode = 1;
}

function tellList(title: string, names: readonly string[]): void {
  console.log(`\n${title}: ${names.length || 'none'}`);
  for (const name of names) console.log(`  ${name}`);
}
