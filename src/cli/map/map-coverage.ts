import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { openFormats } from '../../formats/open-formats.ts';
import {
  type CoverageInput,
  coverDocuments,
  type DocumentCoverage,
  type UncountedDocument,
} from '../../workbench/coverage/cover-documents.ts';
import { listAllFolders, resolveNamedMappings } from '../../workbench/overlay/named-mapping.ts';
import { type ContextFiles, readMappingContext } from '../../workbench/preview/mapping-context.ts';
import { readSourceFile } from '../../workbench/preview/read-source.ts';
import { addConfigOption, renderTable, resolveFromCaller } from '../kit/command-kit.ts';
import { parseMomentOption } from '../kit/journal-options.ts';
import { contextOptions, folderOption, loadMappingOrPrint } from '../kit/mapping-options.ts';
import { printJournalCoverage } from './map-coverage-journal.ts';

interface Options extends ContextFiles {
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
      printDocumentCoverage(said, documents, options);
    });
}

function printDocumentCoverage(said: string, documents: readonly string[], options: Options): void {
  const named = resolveNamedMappings(said, options.mappings);
  const { formats, dispose } = openFormats({}, listAllFolders(named));
  const [first, ...more] = named.flatMap((one) => loadMappingOrPrint(one, formats) ?? []);
  if (first !== undefined && more.length + 1 === named.length) {
    const inputs = documents.map(
      (document): CoverageInput => ({
        document,
        read: () => ({
          context: readMappingContext(first, document, options, formats),
          source: readSourceFile(document),
        }),
      }),
    );
    printCoverage(coverDocuments([first, ...more], inputs, formats));
  }
  dispose();
}

function printCoverage({
  documents,
  paths,
  neverFilled,
  unfilledMembers,
  notCounted,
}: DocumentCoverage): void {
  const rows = paths.map(({ path, filled, lost }) => [`${filled}`, `${lost}`, path]);
  console.log(renderTable([['filled', 'lost', 'source'], ...rows]));
  printList('Rules that gave no value in any of these documents', neverFilled);
  printList('Members of the target that no rule fills', unfilledMembers);
  printList('Not counted', notCounted.map(renderUncounted));
  if (documents === 0) process.exitCode = 1;
}

const renderUncounted = (one: UncountedDocument): string =>
  one.kind === 'unreadable'
    ? one.reason
    : `${one.document}: there is no result. ${one.finding?.message ?? ''}`;

function printList(title: string, names: readonly string[]): void {
  console.log(`\n${title}: ${names.length || 'none'}`);
  for (const name of names) console.log(`  ${name}`);
}
