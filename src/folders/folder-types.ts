import type { LocalizedText } from '../findings/localized-text.ts';

/**
 * One interface for local and SFTP folders.
 *
 * Order of calls, inbound: `listClaimed()` once on start (files a crash left in the work folder), then `watch`; every file
 * handed to `take` is in the work folder; later `putInPlacement` moves it out, exactly once, idempotently.
 * Outbound: `stage`, then journal its answer, then `publish`; after a crash `publish` again with the journalled answer.
 */

/** A file that is ours to take. `id` is unique for ever and names its place in the work folder of this journal. */
export interface ClaimedFile {
  readonly id: string;
  /** The name it had in the inbound folder. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly mtime: number;
  /** It lies in the inbound folder still: it may not be renamed (`claim: delete` or `remember`). */
  readonly inPlace?: true;
}

export type Placement = 'archive' | 'error' | 'parked';

/**
 * Written beside a refused or parked file: NAME.report.txt and NAME.report.json; of a file with several documents
 * NAME.refused.EXT too, which holds those that were refused.
 */
export interface ReportFiles {
  readonly text: string;
  readonly json: string;
  readonly refused?: Uint8Array;
}

/** Written beside an archived file: NAME.sent.json. */
export interface Receipt {
  readonly sent: string;
}

/** How far a batch was taken: its first `taken` files; `error` tells why the next one was not. */
export interface TakeResult {
  readonly taken: number;
  readonly error?: unknown;
}

/** Takes files in their order, up to the first that cannot be taken. */
export type TakeFiles = (files: readonly ClaimedFile[]) => Promise<TakeResult>;

/** The error of a `TakeResult` when no file can be taken now: those that came later wait behind it. */
export class NothingTakenError extends Error {
  readonly code = 'nothing-taken';
}

/** Which of these claims need no look: they are in the journal. */
export type FindKnownClaims = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** What was taken, from the journal. */
export type ReadSource = () => Promise<Uint8Array | undefined>;

/** Files in an inbound folder that nobody takes. */
export interface UnmatchedFiles {
  readonly count: number;
  /** The one with the oldest time (milliseconds since the epoch, by the clock of whoever wrote it), and why it is left. */
  readonly oldest?: { readonly name: string; readonly mtime: number; readonly reason: LocalizedText };
}

export interface InboundFolder {
  /** What the journal knows it by: where files are taken in place, it remembers them under this name. */
  readonly identity: string;
  /**
   * Looks until the signal aborts, as if it had never looked before. Claims while `mayClaim` says so. Hands claimed files to `take`, a few
   * at a time, in order of mtime then natural name within a scan. One that was not taken stays claimed and is handed over again later
   * (unless the error is a FolderError `file-changed`: then it lies in the inbound folder again); with NothingTakenError no other is
   * handed over before it.
   * Resolves when the signal aborts and the `take` under way has ended; rejects never.
   */
  watch(take: TakeFiles, signal: AbortSignal, mayClaim?: () => boolean): Promise<void>;
  /**
   * Files in the work folder but for the `known` ones, oldest claim first; with `longestInHand`, but for those too that are in
   * our hands or were begun within so many milliseconds. FolderError `folder-unavailable` when it cannot be told.
   */
  listClaimed(known?: FindKnownClaims, longestInHand?: number): Promise<readonly ClaimedFile[]>;
  /** Returns a claimed file to the inbound folder, where it settles anew. */
  giveBack(file: ClaimedFile): Promise<void>;
  /** FolderError `file-changed` when it is not (any more) as it was claimed: it was put back and settles anew. */
  read(file: ClaimedFile): Promise<Uint8Array>;
  /**
   * Moves a claimed (or parked) file to its place, never overwriting, with its report or receipt; removes the report it had.
   * Idempotent: when it lies there already, that path is the answer. Resolves to the path relative to the folder.
   * FolderError `file-missing` when it lies nowhere: somebody took it away. Of a file taken in place a copy is filed,
   * made of `bytes`, unless it is only remembered or the account may not write: then the answer is empty.
   */
  putInPlacement(
    file: ClaimedFile,
    place: Placement,
    report?: ReportFiles | Receipt,
    bytes?: ReadSource,
  ): Promise<string>;
  /**
   * What was last noted here of the journal (`Journal.readSerial`), and where; undefined: nothing, or files are taken in place. Rejects
   * where that cannot be told.
   */
  readJournalSerial(
    journal: string,
  ): Promise<{ readonly serial: number; readonly place: string } | undefined>;
  writeJournalSerial(journal: string, serial: number): Promise<void>;
  /** While another gateway takes its files: nothing is in our hands, and all that can be told is whether we could use it. Rejects never. */
  lookWithoutTurn(): Promise<void>;
  /** Why nothing can be picked up now (folder gone, not writable), or undefined. */
  trouble(): LocalizedText | undefined;
  /** Milliseconds that the last scan took. */
  scanTime(): number;
  /**
   * Files that lie there and nobody takes: no channel takes their name, the done-file is missing, they are unfinished, links, too
   * large. Not those of the last minute, which a writer may be busy with. By one listing, repeated after a minute at the
   * earliest; also of a folder that is not watched (without what only a watch can tell). FolderError `folder-unavailable`
   * when it cannot be told, within ten seconds.
   */
  countUnmatched(): Promise<UnmatchedFiles>;
}

/** A temporary file, complete and fsynced, and the name it will get. */
export interface StagedFile {
  readonly temporary: string;
  readonly name: string;
  /** The mark of the folder it lies in. */
  readonly folder?: string;
}

/** A temporary file that lies in the folder, and the attempt (MESSAGE.N) that wrote it. */
export interface Leftover {
  readonly temporary: string;
  readonly attempt: string;
}

/** A file that was published into the folder of this mark. */
export interface MarkedFile {
  readonly name: string;
  readonly folder: string;
}

export interface OutboundFolder {
  /**
   * Writes and fsyncs a temporary file and chooses a final name that does not exist yet. `name` comes from `distinctName`;
   * `attempt` is MESSAGE.N of the journal, by which `sweep` knows whose it is.
   */
  stage(name: string, bytes: Uint8Array, attempt: string): Promise<StagedFile>;
  /** Is there a file of this name? */
  exists(name: string): Promise<boolean>;
  /**
   * Renames into place and fsyncs the folder. Temporary file gone: it was published before. Resolves to the final name.
   * FolderError `folder-unavailable` when another folder lies there now, so that nothing can be told.
   */
  publish(staged: StagedFile): Promise<string>;
  /**
   * The mark of this folder: a hidden sub-folder, made by the first who publishes here, by which it is known again after
   * it was away. Undefined where none can be made.
   */
  mark(): Promise<string | undefined>;
  /** As of an inbound folder, in its mark; a folder without one keeps nothing. Other journals may publish here too. */
  readJournalSerial(
    journal: string,
  ): Promise<{ readonly serial: number; readonly place: string } | undefined>;
  writeJournalSerial(journal: string, serial: number): Promise<void>;
  /**
   * One listing: which of these files are still there, which are gone. About those of a folder that is not this one (a
   * share that is not mounted, say) it says nothing.
   */
  findPublished<T extends MarkedFile>(
    files: readonly T[],
  ): Promise<{ readonly there: readonly T[]; readonly gone: readonly T[] }>;
  /** Puts a report into the channel's `parked/` folder, or removes it when `report` is undefined. */
  report(name: string, report: ReportFiles | undefined): Promise<void>;
  /** Removes the temporary files of dead attempts: left by a crash before they were journalled. */
  sweep(isDead: (left: Leftover) => Promise<boolean> | boolean): Promise<void>;
  /** Why nothing can be published now (folder gone, not writable, no room), or undefined. */
  trouble(): LocalizedText | undefined;
}
