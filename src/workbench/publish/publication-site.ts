import type { Journal } from '../../journal/journal.ts';
import type { OwnFolders } from '../../pipeline/runtime/runtime-snapshot.ts';
import type { ReplaySite } from '../../replay/rerun/replay-message.ts';
import type { Language } from '../../types.ts';

/** What a new state of the folder of mappings is published on. */
export interface PublicationSite extends Pick<ReplaySite, 'journal' | 'channels'> {
  /** The folders that the gateway runs with. */
  readonly folders: OwnFolders;
  /** Of who publishes: what is wrong is said in it. Absent: as the gateway says it. */
  readonly language?: Language;
  readonly access: PublicationAccess;
}

/** The folders as the one who publishes is told of them. */
export const spokenFoldersOf = ({
  folders,
  language = folders.language,
}: Pick<PublicationSite, 'folders' | 'language'>): OwnFolders =>
  language === undefined ? folders : { ...folders, language };

/**
 * The way to the journal. What is written goes through `write`, since a running gateway may have the journal open too; what `use` does is
 * not one transaction.
 */
export interface PublicationAccess {
  readonly journal: Pick<Journal, 'artifact' | 'publications' | 'mappingVersions'>;
  write<T>(use: (journal: PublicationWriter) => Promise<T>): Promise<T>;
}

export type PublicationWriter = Pick<
  Journal,
  | 'saveArtifacts'
  | 'addHistoryEntry'
  | 'addPublication'
  | 'artifact'
  | 'publications'
  | 'listPublicationDecisions'
>;

/** The running folder was changed since what is to be published was looked at. */
export interface FolderChanged {
  readonly kind: 'refused';
  readonly code: 'folder-changed';
}

/** The folder that runs. Throws an Error in words where there is none of one's own. */
export function requireOwnFolder({ mappings }: OwnFolders): string {
  if (mappings === undefined) throw new Error('The config names no folder of your own mappings (mappings:).');
  return mappings;
}
