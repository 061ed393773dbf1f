import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import type { Formats } from '../../formats/document-format.ts';
import { openFormats } from '../../formats/format-registry.ts';
import { extensionOf } from '../../mapping/fixtures/fixture-files.ts';
import { runFixture } from '../../mapping/fixtures/run-fixtures.ts';
import { loadMapping } from '../../mapping/load-mapping.ts';
import { loadChannelRuntimes } from '../../pipeline/runtime/channel-runtime.ts';
import { buildMessageFixture } from '../../replay/message-fixture.ts';
import { notReplayableReasons } from '../../replay/rerun/not-replayable.ts';
import { prepareReplay } from '../../replay/rerun/replay-message.ts';
import { addConfigOption } from '../kit/command-kit.ts';
import { parseWholeNumber } from '../kit/journal-options.ts';
import {
  loadMappingOrPrint,
  previousNames,
  readSource,
  requireMappingFolders,
} from '../kit/mapping-options.ts';
import { withReplaySite } from '../kit/open-replay-site.ts';
import { assertMayStay, createMaskSeed, maskInto, tellKept } from './mask-fixture-files.ts';

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
      const { name, mappings, message } = options;
      if (!/^[a-z0-9][a-z0-9-]*$/.test(name))
        throw new Error(`"${name}" is no name for a case: use small letters, digits and hyphens.`);
      if (message !== undefined) return await fromMessage(message, options);
      if (mapping === undefined || document === undefined)
        throw new Error('Name a mapping and a document, or --message ID.');
      makeFixtureFromDocument(
        mapping,
        document,
        newFolder(mappings, mapping, name),
        requireMappingFolders(mappings),
        options,
      );
    });
}

function newFolder(mappings: string, mapping: string, name: string): string {
  const folder = join(mappings, 'fixtures', `${mapping}.${name}`);
  if (existsSync(folder))
    throw new Error(`There is a fixture ${folder} already; \`map test --update\` renews it.`);
  return folder;
}

/** With the mapping that made the message then: what comes of it now is held against the fixture like of every other. */
async function fromMessage(id: number, { config, name, mappings, mask, keep }: Options): Promise<void> {
  await withReplaySite(config, undefined, async (site) => {
    const ready = await prepareReplay(site, id);
    if (ready === undefined) throw new Error(`There is no message ${id}.`);
    if (typeof ready === 'string')
      throw new Error(`Message ${id} cannot be run again, because ${notReplayableReasons[ready]}.`);
    const { snapshot, channel } = ready.version;
    const boxes = loadChannelRuntimes(snapshot.own.mappings, snapshot);
    const made = buildMessageFixture(
      boxes.forSchemas(channel.settings.schemas),
      ready.task.given,
      mask ? createMaskSeed() : undefined,
    );
    boxes.dispose();
    assertMayStay(made.kept, keep);
    const folder = newFolder(mappings, made.mapping, name);
    mkdirSync(folder, { recursive: true });
    for (const [file, text] of Object.entries(made.files)) writeFileSync(join(folder, file), text);
    expectNow(folder, requireMappingFolders(mappings));
    tellKept(made.kept);
  });
}

/** Writes what the mapping gives now as what is expected. */
function expectNow(folder: string, folders: readonly string[]): void {
  const { formats, dispose } = openFormats({}, folders);
  const tools = { mapping: (one: string) => loadMapping(one, folders, formats), formats };
  printWritten(folder, runFixture(folder, tools, true).updated);
  dispose();
}

function makeFixtureFromDocument(
  name: string,
  document: string,
  folder: string,
  folders: readonly string[],
  { mask, keep }: Pick<Options, 'mask' | 'keep'>,
): void {
  const { formats, dispose } = openFormats({}, folders);
  const mapping = loadMappingOrPrint({ name, folders }, formats);
  if (mapping !== undefined) {
    readSource(mapping, document, formats);
    const kept = mask ? maskInto(folder, document, mapping, formats, keep) : [];
    if (!mask) copyInto(folder, document, mapping.from, formats);
    const tools = { mapping: (one: string) => loadMapping(one, folders, formats), formats };
    printWritten(folder, runFixture(folder, tools, true).updated);
    tellKept(kept);
  }
  dispose();
}

function printWritten(folder: string, updated: readonly string[]): void {
  console.log(`${folder}: ${readdirSync(folder).sort().join(', ')}`);
  console.log(
    updated.length === 0
      ? 'The mapping gives nothing.'
      : `Read ${updated.join(', ')}: is that what you want?`,
  );
}

function copyInto(folder: string, document: string, type: string, formats: Formats): void {
  mkdirSync(folder, { recursive: true });
  copyFileSync(document, join(folder, `document${extensionOf(type, formats)}`));
  for (const beside of ['context.json', ...previousNames(formats)])
    if (existsSync(join(dirname(document), beside)))
      copyFileSync(join(dirname(document), beside), join(folder, beside));
}
