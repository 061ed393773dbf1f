import { Command } from 'commander';
import { openFormats } from '../../formats/open-formats.ts';
import type { KeptValue } from '../../mapping/mask/mask-fixture.ts';
import { NotMaskable } from '../../mapping/mask/maskable-document.ts';
import { notReplayableReasons } from '../../replay/rerun/not-replayable.ts';
import { escapeControls } from '../../text/visible.ts';
import {
  type FixtureRefusal,
  type FixtureRequest,
  isFixtureName,
  type MadeFixture,
  makeFixtureFromDocument,
  makeFixtureFromMessage,
  requireNewFixture,
} from '../../workbench/overlay/make-fixture.ts';
import { requireMappingFolders } from '../../workbench/overlay/named-mapping.ts';
import { addConfigOption } from '../kit/command-kit.ts';
import { parseWholeNumber } from '../kit/journal-options.ts';
import { loadMappingOrPrint } from '../kit/mapping-options.ts';
import { withReplaySite } from '../kit/with-replay-site.ts';

interface Options {
  readonly name: string;
  readonly mappings: string;
  readonly config: string;
  readonly message?: number;
  readonly mask: boolean;
  readonly keep: boolean;
}

export function fixtureCommand(): Command {
  return addConfigOption(new Command('fixture'))
    .argument('[mapping]', 'name of a mapping')
    .argument('[document]', 'an XML or JSON file; context.json and previous.* beside it come along')
    .option(
      '--message <id>',
      'instead of both: what the mapping was given for this message of the journal',
      parseWholeNumber,
    )
    .requiredOption('--name <case>', 'what the case is called, such as freight-proposed')
    .requiredOption('-m, --mappings <folder>', 'your own mappings, where the fixture goes')
    .option(
      '--mask',
      'with pseudonyms for everything but codes, dates, quantities, units and line numbers, on the same way through the mapping',
      false,
    )
    .option('--keep', 'with --mask: what the way depends on may stay readable', false)
    .action(async (mapping: string | undefined, document: string | undefined, options: Options) => {
      const { name, mappings, message, mask, keep } = options;
      if (!isFixtureName(name))
        throw new Error(`"${name}" is no name for a case: use small letters, digits and hyphens.`);
      const request = { name, own: mappings, mask, keep };
      if (message !== undefined) return await printFromMessage(message, request, options);
      if (mapping === undefined || document === undefined)
        throw new Error('Name a mapping and a document, or --message ID.');
      printFromDocument(mapping, document, request);
    });
}

async function printFromMessage(id: number, request: FixtureRequest, { config }: Options): Promise<void> {
  await withReplaySite(config, undefined, async (site) =>
    printFixture(await makeFixtureFromMessage(site, id, request), id),
  );
}

function printFromDocument(name: string, document: string, request: FixtureRequest): void {
  requireNewFixture(request, name);
  const folders = requireMappingFolders(request.own);
  const { formats, dispose } = openFormats({}, folders);
  const mapping = loadMappingOrPrint({ name, folders }, formats);
  if (mapping !== undefined) printFixture(makeFixtureFromDocument(mapping, document, request, formats));
  dispose();
}

/** Throws an Error in words where nothing was written. */
function printFixture(made: MadeFixture | FixtureRefusal, message = 0): void {
  if (made.kind === 'no-message') throw new Error(`There is no message ${message}.`);
  if (made.kind === 'not-replayable')
    throw new Error(`Message ${message} cannot be run again, because ${notReplayableReasons[made.why]}.`);
  if (made.kind === 'not-possible') throw new Error(made.reason);
  if (made.kind === 'stays-readable') throw new NotMaskable(renderReadable(made.kept));
  console.log(`${made.folder}: ${made.files.join(', ')}`);
  console.log(
    made.expected.length === 0
      ? 'The mapping gives nothing.'
      : `Read ${made.expected.join(', ')}: is that what you want?`,
  );
  if (made.kept.length === 0) return;
  console.log('Without these the mapping would go another way, so they stayed:');
  for (const value of made.kept) console.log(keptLine(value));
}

const renderReadable = (kept: readonly KeptValue[]): string =>
  [
    'Nothing was written: without these values the mapping would go another way, so they would stay readable.',
    ...kept.map(keptLine),
    'May others read them? Then say --keep.',
  ].join('\n');

const keptLine = ({ name, text, now }: KeptValue): string =>
  escapeControls(`  ${name}: ${text}${now === text ? '' : ` (now ${now})`}`);
