import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { reasonOf } from '../folders/error.ts';
import type { Formats } from '../formats/interface.ts';
import { openFormats } from '../formats/registry.ts';
import type { Explanation } from '../mapping/explain.ts';
import type { FileMapping } from '../mapping/load.ts';
import { coverage, type Leaf, neverFilled } from '../mapping/loss.ts';
import { fatesThrough } from '../mapping/through.ts';
import { withoutRule } from '../mapping/unfilled.ts';
import { fromCaller, table, withConfig } from './common.ts';
import { moment } from './journal-common.ts';
import {
  type ContextOptions,
  contextFrom,
  contextOptions,
  folderOption,
  loadedOrFindings,
  sourcesFor,
} from './map-common.ts';
import { coverJournal } from './map-coverage-journal.ts';
import { allFolders, namedMappings, type Ran, runThrough } from './map-through.ts';

interface Options extends ContextOptions {
  readonly mappings?: string;
  readonly config: string;
  readonly journal?: string | true;
  readonly since: string;
}

export function coverageCommand(): Command {
  return withConfig(new Command('coverage'))
    .argument('[mapping]', 'name of a mapping, or its file; several with commas, as for `map try`')
    .argument(
      '[document...]',
      'files of the ERP, SCSN documents or JSON; those of which the mapping makes nothing are named, not counted',
    )
    .option(...folderOption)
    .addOption(contextOptions[0])
    .addOption(contextOptions[1])
    .option(
      '--journal [file]',
      'instead of documents: what the messages of the journal, or of a backup of it, use of the mappings',
      fromCaller,
    )
    .addOption(
      new Option('--since <time>', 'with --journal: received from then on: 2026-03-01, 12h, 30d')
        .argParser(moment)
        .default(moment('30d'), '30d'),
    )
    .action(async (said: string | undefined, documents: readonly string[], options: Options) => {
      const { journal, mappings } = options;
      if (journal !== undefined) {
        if (documents.length > 0) throw new Error('Name documents or --journal, not both.');
        const own = mappings === undefined ? {} : { mappings: resolve(mappings) };
        return await coverJournal(said?.split(','), { ...options, ...own, journal });
      }
      if (said === undefined || documents.length === 0)
        throw new Error('Name a mapping and documents, or --journal.');
      coverDocuments(said, documents, options);
    });
}

function coverDocuments(said: string, documents: readonly string[], options: Options): void {
  const named = namedMappings(said, options.mappings);
  const { formats, dispose } = openFormats({}, allFolders(named));
  const mappings = named.flatMap((one) => loadedOrFindings(one, formats) ?? []);
  const [first] = mappings;
  const last = mappings.at(-1);
  if (first !== undefined && last !== undefined && mappings.length === named.length)
    tell(
      last,
      formats,
      documents.flatMap((document) => mapped([first, ...mappings.slice(1)], document, options, formats)),
    );
  dispose();
}

/** A document and what the mapping did with it, or why it does not count. */
type Mapped =
  | { readonly leaves: readonly Leaf[]; readonly explanation: Explanation }
  | { readonly not: string };

function mapped(
  mappings: readonly [FileMapping, ...FileMapping[]],
  document: string,
  options: Options,
  formats: Formats,
): readonly Mapped[] {
  try {
    const context = contextFrom(mappings[0], document, options, formats);
    return sourcesFor(mappings[0], document, formats).map((tree) => {
      const made = mappedOne(runThrough(mappings, tree, context, formats), mappings.length);
      return typeof made === 'string' ? { not: `${document}: there is no result. ${made}` } : made;
    });
  } catch (error) {
    return [{ not: reasonOf(error) }];
  }
}

/** Of a way of so many mappings; a text: why there is no result. */
function mappedOne(all: readonly Ran[], count: number): Exclude<Mapped, { readonly not: string }> | string {
  const last = all.at(-1);
  const isWhole = all.length === count && last?.explanation.result.target !== undefined;
  if (last && isWhole) return { explanation: last.explanation, leaves: fatesThrough(all) };
  const found = [...(last?.findings ?? []), ...(last?.wrong ?? [])];
  const why = last?.explanation.result.stop?.finding ?? found.find(({ severity }) => severity !== 'warning');
  return why?.message ?? '';
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
