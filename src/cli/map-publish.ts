import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import type { Config } from '../config/schema.ts';
import type { Journal, Publication } from '../journal/interface.ts';
import { localTime } from '../operator/clock.ts';
import type { Site } from '../replay/again.ts';
import { compare } from '../replay/compare/compare.ts';
import type { CompareReport } from '../replay/compare/report.ts';
import { outcomeLine, summary, tellReport } from '../replay/compare/tell.ts';
import { EditBroken, twoVersions } from '../replay/compare/versions.ts';
import { beNice } from '../replay/pool.ts';
import { type FolderEdit, isIncomplete, listOthersChanges, readEdit, stopped } from '../replay/publish.ts';
import { buildFolderState, type FolderFiles, noteOrigin } from '../replay/versions/folder-state.ts';
import { type FolderChange, listFolderChanges, mergeFolders } from '../replay/versions/merge.ts';
import { planFileChanges, replaceFiles } from '../replay/versions/replace-files.ts';
import { readUsedVersions } from '../replay/versions/used-versions.ts';
import { visible } from '../visible.ts';
import { fromCaller, tellFinding, withConfig } from './common.ts';
import { moment } from './journal-common.ts';
import {
  assertUnchanged,
  ChangedMeanwhile,
  listChangedVersions,
  ownOf,
  putInPlace,
  runGate,
  takeSnapshotWith,
  withStaged,
} from './mappings-folder.ts';
import { withSite } from './replay-site.ts';

interface Options {
  readonly config: string;
  readonly mappings: string;
  readonly since: string;
  readonly reason?: string;
  readonly onto?: boolean;
  readonly delete?: boolean;
}

export function publishCommand(): Command {
  return withConfig(new Command('publish'))
    .requiredOption('-m, --mappings <folder>', 'the edited mappings', fromCaller)
    .addOption(
      new Option('--since <time>', 'compare with messages from then on: 2026-03-01, 12h, 30d')
        .argParser(moment)
        .default(moment('30d'), '30d'),
    )
    .option(
      '--reason <text>',
      'why; it is kept in the journal, and needed where messages that were sent would be refused or put aside',
    )
    .option('--onto', 'put the edit on top of what others have published since, where they do not touch')
    .option('--delete', 'files that the edited folder lacks go')
    .action(async (options: Options) => {
      beNice();
      await withSite(options.config, undefined, async (site, config, journal) => {
        try {
          await publish({ site, config, journal }, options);
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          console.error(`gateway: ${error.message} Nothing was published.`);
          process.exitCode = 1;
        }
      });
    });
}

/** Why nothing is published, in words. */
class Refused extends Error {}

interface Parts {
  readonly site: Site;
  readonly config: Config;
  readonly journal: Journal;
}

async function publish(parts: Parts, options: Options): Promise<void> {
  const own = ownOf(parts.config);
  const edited = resolve(options.mappings);
  const edit = await readEdit(parts.journal, own, edited);
  const next = nextOf(edit, own, options);
  const { write, aside } = planFileChanges(edit.running, next);
  if (write.length + aside.length === 0)
    return console.log(`${own} says the same as ${options.mappings}: there is nothing to publish.`);
  if (aside.length > 0 && !options.delete)
    throw new Refused(
      `${own} holds files that ${options.mappings} lacks: ${aside.join(', ')}. Copy them there, or say with --delete that they go.`,
    );
  await withStaged(next, (staged) => proveAndPut(parts, { own, edited, staged, edit, next }, options));
}

/** The folder as it will be: the edit, on top of what others have done where that is asked for. */
function nextOf(edit: FolderEdit, own: string, { onto = false, mappings }: Options): FolderFiles {
  const others = listOthersChanges(edit);
  if (others.length === 0) return edit.edited;
  if (!onto) {
    tellBoth(edit, others, own, mappings);
    throw new Refused(
      `${own} is not what ${mappings} was copied from. Put your edit on top of it with --onto, or make it anew in a copy (gateway map copy).`,
    );
  }
  const merged = mergeFolders(edit.base, edit.running, edit.edited);
  if ('files' in merged) return merged.files;
  tellBoth(edit, others, own, mappings);
  throw new Refused(
    `Both have changed ${merged.conflicts.join(', ')}: make your edit anew in a copy (gateway map copy).`,
  );
}

function tellBoth(
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
  visible(`${localTime(at)}  ${action} by ${who}${reason === '' ? '' : ` (${reason})`}`);

function changeLine({ file, what, kind, from, to }: FolderChange): string {
  if (what === undefined) return visible(`${file}: ${kind}`);
  const side = (text: string | undefined) => (text === undefined ? '(nothing)' : text);
  return visible(`${file} ${what}: ${side(from)} → ${side(to)}`);
}

interface Places {
  readonly own: string;
  readonly edited: string;
  /** Where what is published lies meanwhile. */
  readonly staged: string;
  readonly edit: FolderEdit;
  readonly next: FolderFiles;
}

async function proveAndPut(parts: Parts, places: Places, options: Options): Promise<void> {
  const { site, config, journal } = parts;
  const { own, edited, staged, edit, next } = places;
  const findings = await runGate(config, site.channels, staged);
  for (const { file, ...finding } of findings)
    console.error(
      tellFinding(
        { ...finding, ...(file === undefined ? {} : { file: file.replace(staged, edited) }) },
        config.language,
      ),
    );
  if (findings.length > 0) throw new Refused('The edited mappings are not right yet.');
  const snapshots = {
    running: await takeSnapshotWith(config, own),
    edited: await takeSnapshotWith(config, staged),
  };
  const report = await compare(site.journal, versionsOf(snapshots, site), { since: options.since });
  for (const line of tellReport(report)) console.log(visible(line));
  assertWanted(report, options);
  const before = readUsedVersions(snapshots.running, site.channels);
  const used = readUsedVersions(snapshots.edited, site.channels);
  const { write, aside } = planFileChanges(edit.running, next);
  try {
    assertUnchanged(own, edit.running);
  } catch (error) {
    throw error instanceof ChangedMeanwhile ? new Refused(error.message) : error;
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

function versionsOf(snapshots: Parameters<typeof twoVersions>[0], { channels }: Site) {
  try {
    return twoVersions(snapshots, channels);
  } catch (error) {
    throw error instanceof EditBroken ? new Refused(error.message) : error;
  }
}

function assertWanted(report: CompareReport, { reason }: Options): void {
  if (reason) return;
  if (stopped(report).length > 0)
    throw new Refused(
      'Messages that were sent would be refused or put aside: say with --reason why that is right.',
    );
  if (isIncomplete(report))
    throw new Refused(
      'Not all messages could be compared in time, so nobody knows what would become of them: try again when the machine has less to do, or say with --reason why that is right.',
    );
}

/** Characters of the report that are kept with the decision. */
const longest = 4000;

const resultOf = (report: CompareReport, files: string): string =>
  [summary(report), ...report.outcomes.map(outcomeLine), `Files: ${files}.`].join(' ').slice(0, longest);
