import { join } from 'node:path/posix';
import type { FolderSource, FolderTarget, SftpSettings } from '../../config/schema/folder-schema.ts';
import { dryRunNameOf } from '../../dry-run-names.ts';
import type { LocalizedText } from '../../findings/localized-text.ts';
import type { Log } from '../../system/log.ts';
import { endlessQuietTimeOf, folderTitleOf, quietTimeOf, settleIntervalOf } from '../endpoint-settings.ts';
import type { FileStore } from '../file-store.ts';
import { explainUnreadFile, systemCodeOf } from '../folder-error.ts';
import type { InboundFolder, OutboundFolder, UnmatchedFiles } from '../folder-types.ts';
import type { FolderJournal } from '../inbound/claims/in-place-claims.ts';
import { buildHiddenMatcher, buildNameMatcher } from '../inbound/inbound-parts.ts';
import { listFolder } from '../inbound/listing/list-folder.ts';
import { UnmatchedFilesCounter } from '../inbound/listing/unmatched-files.ts';
import type { JudgeCompleteness } from '../inbound/settling/file-ends.ts';
import { openInboundFolder } from '../inbound/watched-folder.ts';
import { openLimitedFileStore } from '../local/local-file-store.ts';
import { NearFolders } from '../local/near-folders.ts';
import { openOutboundFolder } from '../outbound/publishing-folder.ts';
import { SftpFileStore } from '../sftp/sftp-file-store.ts';
import type { SftpEndpoint } from '../sftp/sftp-login.ts';
import { SftpSession } from '../sftp/sftp-session.ts';

/** Milliseconds between two looks into a folder on a server, and into one of this machine where nothing tells of news. */
const sftpEvery = 10_000;
const localEvery = 500;

/** The same where the system tells of everything that happens in the folder. */
const eventfulEvery = 5_000;

/** Each is a round trip to a server. */
const mostReadTrials = 100;

/** All folders of a gateway; channels on one account of one server share its connection. */
export class Folders {
  readonly #log: Log;
  readonly #near: NearFolders;
  readonly #sessions = new Map<string, SftpSession>();

  /** `journal`: the folder of an embedded journal that is written here. */
  constructor(log: Log, journal?: string) {
    this.#log = log;
    this.#near = new NearFolders(journal);
  }

  /** Of channels that share a folder: they differ in nothing but `files`. `dryRun`: nothing in it is touched. */
  async inbound(
    sources: readonly FolderSource[],
    complete: JudgeCompleteness,
    journal: FolderJournal,
    dryRun: boolean,
  ): Promise<InboundFolder> {
    const [from] = sources;
    if (from === undefined) throw new Error('no channel takes files from this folder');
    const settings = { ...settingsOf(from), files: sources.map(({ files }) => files), complete };
    const opened = dryRun ? withoutTouching(settings) : settings;
    return await openInboundFolder(opened, journal, this.#log, this.fileStoreOf(from));
  }

  /** The files in a folder that none of these channels takes, or that cannot be read, by one listing. */
  async countUnmatched(sources: readonly [FolderSource, ...FolderSource[]]): Promise<UnmatchedFiles> {
    const [from] = sources;
    const { temporary, done, recursive, work } = from;
    const files = sources.map((source) => source.files);
    const [matches, isHidden] = [buildNameMatcher({ files, temporary }), buildHiddenMatcher({ files })];
    const [folder, store] = [folderPathOf(from), this.fileStoreOf(from)];
    let left = mostReadTrials;
    const stuckReason = async (name: string) =>
      left-- > 0 ? await findReadTrouble(store, join(folder, name)) : undefined;
    const settings = { folder, matches, isHidden, done, recursive, work, stuckReason };
    return await new UnmatchedFilesCounter(store, settings).count();
  }

  /** The files that wait in a folder for their channel, by name; none where files stay in it. */
  async listWaiting(from: FolderSource): Promise<readonly string[]> {
    const { files, temporary, done, recursive, work, claim } = from;
    if (claim === 'remember') return [];
    const matches = buildNameMatcher({ files: [files], temporary });
    const options = { matches, done, recursive, work, skip: () => undefined };
    const found: string[] = [];
    for await (const batch of listFolder(this.fileStoreOf(from), folderPathOf(from), options))
      found.push(...batch.map(({ name }) => name));
    return found;
  }

  async outbound(to: FolderTarget, owner: string): Promise<OutboundFolder> {
    const { mode: before, fileMode: mode = before, done } = to;
    const settings = {
      folder: folderPathOf(to),
      owner,
      ...(mode === undefined ? {} : { mode }),
      ...(done === undefined ? {} : { done }),
    };
    return await openOutboundFolder(settings, this.#log, this.fileStoreOf(to));
  }

  /** The file system that a folder lies on. */
  fileStoreOf({ sftp }: Pick<FolderTarget, 'sftp'>): FileStore {
    return sftp === undefined ? openLimitedFileStore(this.#near) : new SftpFileStore(this.#session(sftp));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.close()));
  }

  #session(settings: SftpSettings): SftpSession {
    const endpoint = endpointOf(settings);
    const key = JSON.stringify(endpoint);
    const known = this.#sessions.get(key) ?? new SftpSession(endpoint, this.#log);
    this.#sessions.set(key, known);
    return known;
  }
}

export function folderPathOf({ folder, sftp }: Pick<FolderTarget, 'folder' | 'sftp'>): string {
  return sftp?.folder ?? folder ?? '';
}

/** All but what several channels of a folder say each for itself. */
function settingsOf(from: FolderSource) {
  const { settle, every, byDate, temporary, done, recursive, archive, claim, work, reports, sftp, fileMode } =
    from;
  const usual = sftp === undefined ? (settle.interval ?? localEvery) : sftpEvery;
  return {
    folder: folderPathOf(from),
    settle: {
      ...settle,
      interval: settleIntervalOf(from),
      quiet: quietTimeOf(from),
      endless: endlessQuietTimeOf(from),
    },
    every: every ?? usual,
    eventful: every ?? Math.max(usual, eventfulEvery),
    identity: folderTitleOf(from),
    ...{ byDate, temporary, claim, recursive },
    ...(done === undefined ? {} : { done }),
    ...(archive === undefined ? {} : { keep: archive.keep }),
    ...(work === undefined ? {} : { work }),
    ...(reports === undefined ? {} : { reports }),
    ...(fileMode === undefined ? {} : { mode: fileMode }),
  };
}

/** Why a file cannot be read; undefined: it can, or it is gone. */
async function findReadTrouble(files: FileStore, path: string): Promise<LocalizedText | undefined> {
  try {
    await files.readPart(path, 0, 1);
    return undefined;
  } catch (error) {
    return systemCodeOf(error) === 'ENOENT' ? undefined : explainUnreadFile(error);
  }
}

/** A dry run: what it has seen the journal remembers under a name of its own. */
function withoutTouching<T extends { readonly identity: string; keep?: number; reports?: string }>({
  keep: _keep,
  reports: _reports,
  ...settings
}: T) {
  const identity = dryRunNameOf(settings.identity);
  return { ...settings, identity, claim: 'remember', dryRun: true } as const;
}

function endpointOf(settings: SftpSettings): SftpEndpoint {
  const { host, port, user, password, privateKey, passphrase, agent, hostKey, algorithms, timeout } =
    settings;
  return {
    host,
    port,
    user,
    hostKey,
    timeout,
    ...(password === undefined ? {} : { password }),
    ...(privateKey === undefined ? {} : { privateKey }),
    ...(passphrase === undefined ? {} : { passphrase }),
    ...(agent === undefined ? {} : { agent }),
    ...(algorithms === undefined ? {} : { algorithms }),
  };
}
