import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { reasonOf } from '../../folders/folder-error.ts';
import type { Formats } from '../../formats/document-format.ts';
import { openFormats } from '../../formats/format-registry.ts';
import { listUnfilledMembers } from '../../mapping/docs/unfilled-members.ts';
import { resolveChainFates } from '../../mapping/explain/chain-provenance.ts';
import type { Explanation } from '../../mapping/explain/explain-run.ts';
import { computeCoverage, type LeafWithFate, listNeverFilled } from '../../mapping/explain/leaf-fates.ts';
import type { FileMapping } from '../../mapping/load-mapping.ts';
import { addConfigOption, renderTable, resolveFromCaller } from '../kit/command-kit.ts';
import { parseMomentOption } from '../kit/journal-options.ts';
import {
  type ContextOptions,
  contextOptions,
  folderOption,
  loadMappingOrPrint,
  readMappingContext,
  readSources,
} from '../kit/mapping-options.ts';
import { printJournalCoverage } from './map-coverage-journal.ts';
import { type ChainedRun, listAllFolders, resolveNamedMappings, runChain } from './map-through.ts';

interface Options extends ContextOptions {
  readonly mappings?: string;
  readonly config: string;
  readonly journal?: string | true;
  readonly since: string;
}

export function coverageCommand(): Command {
  return addConfigOption(new Command('coverage'))
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
      resolveFromCaller,
    )
    .addOption(
      new Option('--since <time>', 'with --journal: received from then on: 2026-03-01, 12h, 30d')
        .argParser(parseMomentOption)
        .default(parseMomentOption('30d'), '30d'),
    )
    .action(async (said: string | undefined, documents: readonly string[], options: Options) => {
      const { journal, mappings } = options;
      if (journal !== undefined) {
        if (documents.length > 0) throw new Error('Name documents or --journal, not both.');
        const own = mappings === undefined ? {} : { mappings: resolve(mappings) };
        return await printJournalCoverage(said?.split(','), { ...options, ...own, journal });
      }
      if (said === undefined || documents.length === 0)
        throw new Error('Name a mapping and documents, or --journal.');
      coverDocuments(said, documents, options);
    });
}

function coverDocuments(said: string, documents: readonly string[], options: Options): void {
  const named = resolveNamedMappings(said, options.mappings);
  const { formats, dispose } = openFormats({}, listAllFolders(named));
  const mappings = named.flatMap((one) => loadMappingOrPrint(one, formats) ?? []);
  const [first] = mappings;
  const last = mappings.at(-1);
  if (first !== undefined && last !== undefined && mappings.length === named.length)
    printCoverage(
      last,
      formats,
      documents.flatMap((document) => mapDocument([first, ...mappings.slice(1)], document, options, formats)),
    );
  dispose();
}

/** A document and what the mapping did with it, or why it does not count. */
type MappedDocument =
  | { readonly leaves: readonly LeafWithFate[]; readonly explanation: Explanation }
  | { readonly not: string };

function mapDocument(
  mappings: readonly [FileMapping, ...FileMapping[]],
  document: string,
  options: Options,
  formats: Formats,
): readonly MappedDocument[] {
  try {
    const context = readMappingContext(mappings[0], document, options, formats);
    return readSources(mappings[0], document, formats).map((tree) => {
      const made = mappedOne(runChain(mappings, tree, context, formats), mappings.length);
      return typeof made === 'string' ? { not: `${document}: there is no result. ${made}` } : made;
    });
  } catch (error) {
    return [{ not: reasonOf(error) }];
  }
}

/** Of a way of so many mappings; a text: why there is no result. */
function mappedOne(
  all: readonly ChainedRun[],
  count: number,
): Exclude<MappedDocument, { readonly not: string }> | string {
  const last = all.at(-1);
  const isWhole = all.length === count && last?.explanation.result.target !== undefined;
  if (last && isWhole) return { explanation: last.explanation, leaves: resolveChainFates(all) };
  const found = [...(last?.findings ?? []), ...(last?.targetFindings ?? [])];
  const why = last?.explanation.result.stop?.finding ?? found.find(({ severity }) => severity !== 'warning');
  return why?.message ?? '';
}

function printCoverage(mapping: FileMapping, formats: Formats, all: readonly MappedDocument[]): void {
  const counted = all.flatMap((one) => ('not' in one ? [] : one));
  const counts = computeCoverage(counted.flatMap(({ leaves }) => leaves));
  const rows = counts.map(({ path, filled, lost }) => [`${filled}`, `${lost}`, path]);
  console.log(renderTable([['filled', 'lost', 'source'], ...rows]));
  const explanations = counted.map(({ explanation }) => explanation);
  printList('Rules that gave no value in any of these documents', listNeverFilled(mapping, explanations));
  printList('Members of the target that no rule fills', listUnfilledMembers(mapping, formats));
  printList(
    'Not counted',
    all.flatMap((one) => ('not' in one ? one.not : [])),
  );
  if (counted.length === 0) process.exitCode = 1;
}

function printList(title: string, names: readonly string[]): void {
  console.log(`\n${title}: ${names.length || 'none'}`);
  for (const name of names) console.log(`  ${name}`);
}
