import type { Log } from '../../system/log.ts';
import type { FileStore } from '../file-store.ts';
import { buildMatcher, isTemporary, temporarySuffixes } from '../reserved-names.ts';
import { ClaimedFiles } from './claims/claimed-files.ts';
import { type FolderJournal, InPlaceClaims } from './claims/in-place-claims.ts';
import { WorkFolder } from './claims/work-folder.ts';
import { FilePlacement } from './file-placement.ts';
import { DryRunFiles } from './listing/dry-run-files.ts';
import { UnmatchedFilesCounter } from './listing/unmatched-files.ts';
import { Pickup } from './pickup.ts';
import { PinnedFolder } from './pinned-folder.ts';
import type { JudgeCompleteness } from './settling/file-ends.ts';
import type { SettleTimes } from './settling/settling-files.ts';

export type ClaimMode = 'rename' | 'delete' | 'remember';

export interface InboundFolderSettings {
  readonly folder: string;
  /** Patterns with `*` and `?`. */
  readonly files: readonly string[];
  readonly complete: JudgeCompleteness;
  readonly settle: SettleTimes;
  /** Milliseconds between two scans where nothing tells of news; by default the interval of settling. */
  readonly every?: number;
  /** The same where the system tells of everything that happens in the folder; by default no longer. */
  readonly eventful?: number;
  /** A file counts only when NAME followed by this lies beside it; that is removed after the claim. */
  readonly done?: string;
  /** Endings of names that a writer is still busy with. */
  readonly temporary?: readonly string[];
  /** Sub-folders YYYY/MM/DD in archive/ and error/. */
  readonly byDate?: boolean;
  /** Sub-folders too, but for our own; their files are archived under the same path. */
  readonly recursive?: boolean;
  /** Milliseconds after which archive/YYYY/MM/DD is deleted; never by default. */
  readonly keep?: number;
  /** How files are taken: `rename` by default; see `InPlaceClaims` for the others. */
  readonly claim?: ClaimMode;
  /** Folder for claimed files on the same file system; `.gateway` inside the folder by default. */
  readonly work?: string;
  /** Folder of this machine for all reports, instead of beside the files. */
  readonly reports?: string;
  /** Rights of what is filed and of reports, such as 0o640. */
  readonly mode?: number;
  /** What the journal knows the folder by; by default its title. */
  readonly identity?: string;
  /** Files are read and left as they are: the dry run of a channel. Needs `claim: remember`. */
  readonly dryRun?: boolean;
}

/** What an inbound folder is made of. */
export interface InboundParts {
  readonly matches: (name: string) => boolean;
  readonly place: PinnedFolder;
  readonly inHand: ClaimedFiles;
  readonly work: WorkFolder;
  /** Where files may not be renamed. */
  readonly inPlace: InPlaceClaims | undefined;
  readonly pickup: Pickup;
  readonly filing: FilePlacement;
  readonly unmatched: UnmatchedFilesCounter;
}

export function buildInboundParts(
  files: FileStore,
  settings: InboundFolderSettings & { readonly identity: string },
  journal: FolderJournal,
  log: Log,
): InboundParts {
  const { folder, claim = 'rename', done, reports, byDate = false, recursive = false } = settings;
  const place = new PinnedFolder(files, folder);
  const inHand = new ClaimedFiles();
  const work = new WorkFolder(files, journal.id, { folder, place, inHand, work: settings.work, done });
  const inPlace =
    claim === 'rename'
      ? undefined
      : new InPlaceClaims(files, journal, { ...settings, claim, done }, inHand, log);
  const seenDry = settings.dryRun ? undefined : new DryRunFiles(journal, settings.identity);
  const matches = buildNameMatcher(settings);
  const options = { ...settings, place, work, inHand, log, done, recursive, inPlace, seenDry };
  const pickup = new Pickup(files, options);
  const placement = { inbound: place, byDate, claim, reports, mode: settings.mode };
  const filing = new FilePlacement(files, folder, work, placement, log);
  const unmatched = new UnmatchedFilesCounter(files, {
    ...{ folder, matches, done, recursive, work: work.base },
    isHidden: buildHiddenMatcher(settings),
    stuckReason: (name) => pickup.stuckReason(name) ?? seenDry?.reason(name),
    listClaims: () => work.listUnmatched(),
  });
  return { matches, place, inHand, work, inPlace, pickup, filing, unmatched };
}

/** Names that would be taken without the dot that they begin with; not those that a Mac writes beside files of others. */
export function buildHiddenMatcher({
  files,
}: Pick<InboundFolderSettings, 'files'>): (name: string) => boolean {
  const patterns = files.filter((pattern) => !pattern.endsWith('*')).map(buildMatcher);
  return (name) => name.startsWith('.') && !name.startsWith('._') && patterns.some((fits) => fits(name));
}

/** Which names are taken. */
export function buildNameMatcher({
  files,
  temporary = temporarySuffixes,
}: Pick<InboundFolderSettings, 'files' | 'temporary'>) {
  const patterns = files.map(buildMatcher);
  return (name: string) => !isTemporary(name, temporary) && patterns.some((fits) => fits(name));
}
