import type { DecisionAuthor, NewBulkDecision, Publication } from '../../journal/journal.ts';
import type { UnusablePart } from '../../pipeline/runtime/not-usable.ts';
import { takeSnapshot } from '../../pipeline/runtime/runtime-snapshot.ts';
import { type CompareOptions, compareMessages } from '../../replay/compare/compare-messages.ts';
import type { CompareReport } from '../../replay/compare/compare-report.ts';
import { renderOutcome, renderSummary } from '../../replay/compare/report-text.ts';
import { BrokenEdit, readTwoVersions, type TwoVersions } from '../../replay/compare/two-versions.ts';
import type { MappingsInUse } from '../../replay/rerun/channel-versions.ts';
import { withVersionReader } from '../../replay/rerun/version-reader.ts';
import type { Finding } from '../../types.ts';
import {
  type FolderEdit,
  isIncomplete,
  listOthersChanges,
  listStoppedOutcomes,
  readFolderEdit,
} from './folder-edit.ts';
import {
  isUnchanged,
  listChangedVersions,
  moveFinding,
  type NamedVersion,
  type ProvedFolder,
  proveStaged,
  putInPlace,
  takeStagedSnapshot,
  withStagedFolder,
} from './folder-publication.ts';
import { buildFolderState, type FolderFiles, noteOrigin } from './mappings-folder.ts';
import { type FolderChange, listFolderChanges, mergeFolders } from './merge-folders.ts';
import {
  type FolderChanged,
  type PublicationSite,
  requireOwnFolder,
  spokenFoldersOf,
} from './publication-site.ts';
import { type FileChanges, listOutside, planFileChanges, replaceFiles } from './replace-files.ts';

/** An edited folder becomes the one that runs, in two calls: between them a person sees what it would have done, and says why. */

export interface PublishRequest {
  /** The edited folder. */
  readonly edited: string;
  /** RFC 3339, UTC: compared with messages that were received from then on. */
  readonly since: string;
  /** On top of what others have published since the edit began, where they do not touch. */
  readonly onto: boolean;
  /** Files that the edited folder lacks go. */
  readonly mayDelete: boolean;
}

/** An edit that is right and was compared; nothing is written yet. */
export interface PublicationPlan {
  readonly kind: 'plan';
  readonly own: string;
  readonly edited: string;
  readonly edit: FolderEdit;
  /** The folder as it will be. */
  readonly next: FolderFiles;
  readonly changes: FileChanges;
  /** What it would have done with messages of the journal. */
  readonly report: CompareReport;
  /** What the channels use of the folder that runs, and of what it becomes. */
  readonly before: MappingsInUse;
  readonly used: MappingsInUse;
  /** It puts an earlier version back. */
  readonly restores?: { readonly mapping: string; readonly number: number };
}

/** Why it cannot be published as it is. */
export type PublicationRefusal = { readonly kind: 'refused' } & (
  | ({ readonly code: 'others-changed' } & BothChanges)
  /** `conflicts`: rules, rows and files that both have changed, each in another way. */
  | ({ readonly code: 'conflict'; readonly conflicts: readonly string[] } & BothChanges)
  | { readonly code: 'would-delete'; readonly files: readonly string[] }
  /** They would lie elsewhere: a folder in the one that runs is a link. */
  | { readonly code: 'leads-out'; readonly files: readonly string[] }
  /** Paths are those of the edited folder. */
  | { readonly code: 'not-right'; readonly findings: readonly Finding[] }
  /** A channel that could be used before could not be used with it. */
  | { readonly code: 'not-usable'; readonly part: UnusablePart; readonly findings: readonly Finding[] }
);

/** What others have published since the edit began, and what the edit is. */
interface BothChanges {
  readonly since: readonly Publication[];
  readonly theirs: readonly FolderChange[];
  readonly ours: readonly FolderChange[];
}

/**
 * Checks the edit, runs its fixtures and compares it, each in threads of its own: the caller's thread reads the files of the folders.
 * Writes nothing but a copy that goes again. Throws an Error in words where nobody
 * knows what the edit began from.
 */
export async function planPublication(
  site: PublicationSite,
  { edited, since, onto, mayDelete }: PublishRequest,
  options: CompareOptions = {},
): Promise<PublicationPlan | PublicationRefusal | { readonly kind: 'same' }> {
  const own = requireOwnFolder(site.folders);
  const edit = await readFolderEdit(site.access.journal, own, edited);
  const next = buildNextFolder(edit, onto);
  if ('kind' in next) return next;
  const changes = planFileChanges(edit.running, next.files);
  if (changes.write.length + changes.aside.length === 0) return { kind: 'same' };
  if (changes.aside.length > 0 && !mayDelete)
    return { kind: 'refused', code: 'would-delete', files: changes.aside };
  const outside = listOutside(own, changes.write);
  if (outside.length > 0) return { kind: 'refused', code: 'leads-out', files: outside };
  const compared = await withStagedFolder(next.files, (staged) =>
    compareStaged(site, { place: own, staged, folder: edited }, since, options),
  );
  if ('kind' in compared) return compared;
  return { kind: 'plan', own, edited, edit, next: next.files, changes, ...compared };
}

/** The folder as it will be: the edit, on top of what others have done where that is asked for. */
function buildNextFolder(
  edit: FolderEdit,
  onto: boolean,
): { readonly files: FolderFiles } | PublicationRefusal {
  const { base, running, edited, since } = edit;
  const theirs = listOthersChanges(edit);
  if (theirs.length === 0) return { files: edited };
  const both = { since, theirs, ours: listFolderChanges(base, edited) };
  if (!onto) return { kind: 'refused', code: 'others-changed', ...both };
  const merged = mergeFolders(base, running, edited);
  return 'files' in merged
    ? merged
    : { kind: 'refused', code: 'conflict', conflicts: merged.conflicts, ...both };
}

async function compareStaged(
  site: PublicationSite,
  staged: ProvedFolder,
  since: string,
  options: CompareOptions,
): Promise<Pick<PublicationPlan, 'report' | 'before' | 'used'> | PublicationRefusal> {
  const read = await readStaged(site, staged);
  if ('kind' in read) return read;
  const { versions, ...inUse } = read;
  return { ...inUse, report: await compareMessages(site.journal, versions, { since }, options) };
}

type StagedVersions = Pick<PublicationPlan, 'before' | 'used'> & { readonly versions: TwoVersions };

/** Proves the edit, and reads it beside what runs: in one thread, which loads what is edited once. */
async function readStaged(
  site: PublicationSite,
  edit: ProvedFolder,
): Promise<StagedVersions | PublicationRefusal> {
  const { channels } = site;
  const said = spokenFoldersOf(site);
  const snapshots = {
    running: await takeSnapshot({ ...said, mappings: edit.place }),
    edited: await takeStagedSnapshot(said, edit),
  };
  return await withVersionReader(snapshots, channels, async (reader) => {
    const findings = await proveStaged(reader, 'edited', channels, edit, said.language);
    if (findings.length > 0) return { kind: 'refused', code: 'not-right', findings };
    try {
      const versions = await readTwoVersions(reader, snapshots, channels);
      const before = await reader.mappingsInUse('running');
      return { versions, before, used: await reader.mappingsInUse('edited') };
    } catch (error) {
      if (!(error instanceof BrokenEdit)) throw error;
      const broken = error.findings.map((one) => moveFinding(one, edit.place, edit.folder));
      return { kind: 'refused', code: 'not-usable', part: error.part, findings: broken };
    }
  });
}

/**
 * Why nobody may publish it without saying why. stops-messages: messages that were sent would be refused or put aside. incomplete: not all
 * could be compared in time, so that nobody knows what would become of them. goes-back: it undoes what somebody has published.
 */
export type ReasonNeeded = 'stops-messages' | 'incomplete' | 'goes-back';

export function findReasonNeeded({
  report,
  restores,
}: Pick<PublicationPlan, 'report' | 'restores'>): ReasonNeeded | undefined {
  if (listStoppedOutcomes(report).length > 0) return 'stops-messages';
  if (isIncomplete(report)) return 'incomplete';
  return restores === undefined ? undefined : 'goes-back';
}

/** What was published. */
export interface PublishedEdit {
  readonly kind: 'published';
  /** Its number, by which `journal retry --replay` takes what it frees. */
  readonly id: number;
  readonly changes: FileChanges;
  /** Where what was there lies now. */
  readonly kept?: string;
  /** Versions of mappings that are new in this folder. */
  readonly versions: readonly NamedVersion[];
  /** Parked messages that it frees. */
  readonly freed: readonly number[];
}

export type PublishRefusal = FolderChanged | { readonly kind: 'refused'; readonly code: ReasonNeeded };

/**
 * Puts a plan in place and notes it in the journal. The edited folder becomes what was published: the next edit in it begins there.
 * `decision`: it begins once every gateway that runs uses it.
 */
export async function publishPlanned(
  { access }: Pick<PublicationSite, 'access'>,
  plan: PublicationPlan,
  by: DecisionAuthor,
  decision?: NewBulkDecision,
): Promise<PublishedEdit | PublishRefusal> {
  const { own, edited, edit, next, changes, report, before, used } = plan;
  const needed = by.reason.trim() === '' ? findReasonNeeded(plan) : undefined;
  if (needed !== undefined) return { kind: 'refused', code: needed };
  if (!isUnchanged(own, edit.running)) return { kind: 'refused', code: 'folder-changed' };
  const { id, kept } = await putInPlace(
    access,
    { own, before: edit.running, after: next, used },
    {
      action: plan.restores ? 'restore' : 'publish',
      ...by,
      freed: report.freed,
      decision,
      result: describePublication(plan, decision),
    },
  );
  await replaceFiles(edited, edit.edited, next);
  await noteOrigin(edited, buildFolderState(next).hash);
  const versions = await listChangedVersions(access.journal, before, used);
  const there = kept === undefined ? {} : { kept };
  return { kind: 'published', id, changes, ...there, versions, freed: report.freed };
}

/** Characters of the report that are kept with the decision. */
const longest = 4000;

const describePublication = (
  { report, changes, restores }: PublicationPlan,
  decision: NewBulkDecision | undefined,
): string =>
  [
    ...(decision ? [`${decision.messages.length} that it frees are retried.`] : []),
    ...(restores ? [`${restores.mapping} v${restores.number} was put back.`] : []),
    renderSummary(report),
    ...report.outcomes.map((one) => renderOutcome(one)),
    `Files: ${renderFileChanges(changes)}.`,
  ]
    .join(' ')
    .slice(0, longest);

/** `tables/units.csv, order-to-exchange.yaml, old.yaml (deleted)` */
export const renderFileChanges = ({ write, aside }: FileChanges): string =>
  [...write, ...aside.map((path) => `${path} (deleted)`)].join(', ');
