import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import type { Config } from '../../config/schema/config-schema.ts';
import type { Journal, Publication } from '../../journal/journal.ts';
import { compareMessages } from '../../replay/compare/compare-messages.ts';
import type { CompareReport } from '../../replay/compare/compare-report.ts';
import { renderCompareReport, renderOutcome, renderSummary } from '../../replay/compare/report-text.ts';
import { BrokenEdit, buildTwoVersions } from '../../replay/compare/two-versions.ts';
import type { ReplaySite } from '../../replay/rerun/replay-message.ts';
import { lowerPriority } from '../../replay/rerun/replay-pool.ts';
import { escapeControls } from '../../text/visible.ts';
import { renderLocalTime } from '../../time/local-time.ts';
import {
  type FolderEdit,
  isIncomplete,
  listOthersChanges,
  listStoppedOutcomes,
  readFolderEdit,
} from '../../workbench/publish/folder-edit.ts';
import { buildFolderState, type FolderFiles, noteOrigin } from '../../workbench/publish/mappings-folder.ts';
import { readMappingsInUse } from '../../workbench/publish/mappings-in-use.ts';
import { type FolderChange, listFolderChanges, mergeFolders } from '../../workbench/publish/merge-folders.ts';
import { planFileChanges, replaceFiles } from '../../workbench/publish/replace-files.ts';
import { addConfigOption, renderFindingLine, resolveFromCaller } from '../kit/command-kit.ts';
import { parseMomentOption } from '../kit/journal-options.ts';
import { withReplaySite } from '../kit/open-replay-site.ts';
import {
  assertUnchanged,
  FolderChangedError,
  listChangedVersions,
  proveStagedFolder,
  putInPlace,
  requireOwnFolder,
  takeSnapshotOf,
  withStagedFolder,
} from './folder-publication.ts';

interface Options {
  readonly config: string;
  readonly mappings: string;
  readonly since: string;
  readonly reason?: string;
  readonly onto?: boolean;
  readonly delete?: boolean;
}

export function publishCommand(): Command {
  return addConfigOption(new Command('publish'))
    .requiredOption('-m, --mappings <folder>', 'the edited mappings', resolveFromCaller)
    .addOption(
      new Option('--since <time>', 'compare with messages from then on: 2026-03-01, 12h, 30d')
        .argParser(parseMomentOption)
        .default(parseMomentOption('30d'), '30d'),
    )
    .option(
      '--reason <text>',
      'why; it is kept in the journal, and needed where messages that were sent would be refused or put aside',
    )
    .option('--onto', 'put the edit on top of what others have published since, where they do not touch')
    .option('--delete', 'files that the edited folder lacks go')
    .action(async (options: Options) => {
      lowerPriority();
      await withReplaySite(options.config, undefined, async (site, config, journal) => {
        try {
          await publish({ site, config, journal }, options);
        } catch (error) {
          if (!(error instanceof PublicationRefused)) throw error;
          console.error(`gateway: ${error.message} Nothing was published.`);
          process.exitCode = 1;
        }
      });
    });
}

/** Why nothing is published, in words. */
class PublicationRefused extends Error {}

interface Parts {
  readonly site: ReplaySite;
  readonly config: Config;
  readonly journal: Journal;
}

async function publish(parts: Parts, options: Options): Promise<void> {
  const own = requireOwnFolder(parts.config);
  const edited = resolve(options.mappings);
  const edit = await readFolderEdit(parts.journal, own, edited);
  const next = nextOf(edit, own, options);
  const { write, aside } = planFileChanges(edit.running, next);
  if (write.length + aside.length === 0)
    return console.log(`${own} says the same as ${options.mappings}: there is nothing to publish.`);
  if (aside.length > 0 && !options.delete)
    throw new PublicationRefused(
      `${own} holds files that ${options.mappings} lacks: ${aside.join(', ')}. Copy them there, or say with --delete that they go.`,
    );
  await withStagedFolder(next, (staged) => proveAndPut(parts, { own, edited, staged, edit, next }, options));
}

/** The folder as it will be: the edit, on top of what others have done where that is asked for. */
function nextOf(edit: FolderEdit, own: string, { onto = false, mappings }: Options): FolderFiles {
  const others = listOthersChanges(edit);
  if (others.length === 0) return edit.edited;
  if (!onto) {
    printBothChanges(edit, others, own, mappings);
    throw new PublicationRefused(
      `${own} is not what ${mappings} was copied from. Put your edit on top of it with --onto, or make it anew in a copy (gateway map copy).`,
    );
  }
  const merged = mergeFolders(edit.base, edit.running, edit.edited);
  if ('files' in merged) return merged.files;
  printBothChanges(edit, others, own, mappings);
  throw new PublicationRefused(
    `Both have changed ${merged.conflicts.join(', ')}: make your edit anew in a copy (gateway map copy).`,
  );
}

function printBothChanges(
  { base, edited, since }: FolderEdit,
  others: readonly FolderChange[],
  own: string,
  mappings: string,
): void {
  console.log(`In ${own} since then:`);
  for (const one of since) console.log(`  ${publishedBy(one)}`);
  for (const one of others) console.log(`  ${changeLine(one)}`);
  console.log(`In ${mappings}:`);
  for (const one of listFolderChanges(base, edited)) console.log(`  ${changeLine(one)}`);
}

const publishedBy = ({ action, at, who, reason }: Publication): string =>
  escapeControls(`${renderLocalTime(at)}  ${action} by ${who}${reason === '' ? '' : ` (${reason})`}`);

function changeLine({ file, what, kind, from, to }: FolderChange): string {
  if (what === undefined) return escapeControls(`${file}: ${kind}`);
  const side = (text: string | undefined) => (text === undefined ? '(nothing)' : text);
  return escapeControls(`${file} ${what}: ${side(from)} → ${side(to)}`);
}

interface PublishFolders {
  readonly own: string;
  readonly edited: string;
  /** Where what is published lies meanwhile. */
  readonly staged: string;
  readonly edit: FolderEdit;
  readonly next: FolderFiles;
}

async function proveAndPut(parts: Parts, places: PublishFolders, options: Options): Promise<void> {
  const { site, config, journal } = parts;
  const { own, edited, staged, edit, next } = places;
  const findings = await proveStagedFolder(config, site.channels, staged);
  for (const { file, ...finding } of findings)
    console.error(
      renderFindingLine(
        { ...finding, ...(file === undefined ? {} : { file: file.replace(staged, edited) }) },
        config.language,
      ),
    );
  if (findings.length > 0) throw new PublicationRefused('The edited mappings are not right yet.');
  const snapshots = {
    running: await takeSnapshotOf(config, own),
    edited: await takeSnapshotOf(config, staged),
  };
  const report = await compareMessages(site.journal, versionsOf(snapshots, site), { since: options.since });
  for (const line of renderCompareReport(report)) console.log(escapeControls(line));
  assertReasonGiven(report, options);
  const before = readMappingsInUse(snapshots.running, site.channels);
  const used = readMappingsInUse(snapshots.edited, site.channels);
  const { write, aside } = planFileChanges(edit.running, next);
  try {
    assertUnchanged(own, edit.running);
  } catch (error) {
    throw error instanceof FolderChangedError ? new PublicationRefused(error.message) : error;
  }
  const files = [...write, ...aside.map((path) => `${path} (deleted)`)].join(', ');
  const { freed } = report;
  const { id, kept } = await putInPlace(
    config,
    { own, before: edit.running, after: next, used },
    { action: 'publish', reason: options.reason ?? '', freed, result: resultOf(report, files) },
  );
  // the next edit in this folder begins here
  await replaceFiles(edited, edit.edited, next);
  await noteOrigin(edited, buildFolderState(next).hash);
  const versions = await listChangedVersions(journal, before, used);
  console.log(
    `\nPublished into ${own} as number ${id}: ${files}. A running gateway takes it up within seconds.`,
  );
  if (versions.length > 0) console.log(`Versions: ${versions.join(', ')}.`);
  if (kept !== undefined) console.log(`What was there lies in ${kept}.`);
  if (freed.length > 0) console.log(`Parked messages that it frees: gateway journal retry --replay ${id}`);
}

function versionsOf(snapshots: Parameters<typeof buildTwoVersions>[0], { channels }: ReplaySite) {
  try {
    return buildTwoVersions(snapshots, channels);
  } catch (error) {
    throw error instanceof BrokenEdit ? new PublicationRefused(error.message) : error;
  }
}

function assertReasonGiven(report: CompareReport, { reason }: Options): void {
  if (reason) return;
  if (listStoppedOutcomes(report).length > 0)
    throw new PublicationRefused(
      'Messages that were sent would be refused or put aside: say with --reason why that is right.',
    );
  if (isIncomplete(report))
    throw new PublicationRefused(
      'Not all messages could be compared in time, so nobody knows what would become of them: try again when the machine has less to do, or say with --reason why that is right.',
    );
}

/** Characters of the report that are kept with the decision. */
const longest = 4000;

const resultOf = (report: CompareReport, files: string): string =>
  [renderSummary(report), ...report.outcomes.map(renderOutcome), `Files: ${files}.`]
    .join(' ')
    .slice(0, longest);
