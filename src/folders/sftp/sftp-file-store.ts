import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path/posix';
import { setTimeout as pause } from 'node:timers/promises';
import type { Stats } from 'ssh2';
import { localize } from '../../findings/localized-text.ts';
import { mapConcurrently } from '../batches.ts';
import type { FileStore, FolderEntry } from '../file-store.ts';
import { ignoreErrors, notAFolderText, systemCodeOf } from '../folder-error.ts';
import type { FileStat } from '../inbound/settling/settling-files.ts';
import type { FileSystemFacts } from '../local/file-system-facts.ts';
import { SftpCalls, type SftpEntry } from './sftp-calls.ts';
import { SftpError } from './sftp-error.ts';
import type { SftpSession } from './sftp-session.ts';

/** Bytes read with one handle: what was read before a connection was lost need not be read again. */
const piece = 4 * 2 ** 20;

/** The session lets fewer through at once; this many may wait for it. */
const looksAtOnce = 64;

/** What one listing may have, in names, bytes of names and milliseconds: a server that never ends must not take our memory. */
const longestListing = { names: 250_000, bytes: 64 * 2 ** 20, milliseconds: 600_000 };

/** How often a piece is tried, and the milliseconds before the second time, doubled each time. */
const tries = 5;
const firstPause = 250;

/** Codes after which the same call on a new connection may succeed; a server that starts anew refuses it for a moment. */
const connectionCodes = ['ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ECONNREFUSED'];

/** Folders on an SFTP server. */
export class SftpFileStore implements FileStore {
  readonly #session: SftpSession;
  readonly #calls: SftpCalls;

  readonly #longest: typeof longestListing;

  constructor(session: SftpSession, longest = longestListing) {
    this.#session = session;
    this.#longest = longest;
    this.#calls = new SftpCalls(session);
  }

  title(folder: string): string {
    const { host, port } = this.#session.endpoint;
    return `sftp://${host}${port === 22 ? '' : `:${port}`}${folder.startsWith('/') ? '' : '/~/'}${folder}`;
  }

  async assertUsable(folder: string): Promise<void> {
    const stats = await this.#calls.stat(folder);
    if (!stats.isDirectory()) throw new SftpError('ENOTDIR', notAFolderText(folder));
  }

  async realPath(folder: string): Promise<string> {
    return await this.#calls.realPath(folder);
  }

  async *list(
    folder: string,
    misnamed?: (entry: FolderEntry) => void,
  ): AsyncIterable<readonly FolderEntry[]> {
    const handle = await this.#calls.openFolder(folder);
    const started = performance.now();
    let [names, bytes] = [0, 0];
    try {
      for (;;) {
        const batch = await this.#calls.batch(handle, folder);
        if (batch === undefined) return;
        names += batch.length;
        for (const { filename } of batch) bytes += filename.length;
        this.#assertBounded(folder, names, bytes, performance.now() - started);
        for (const listed of batch) if (!isName(listed)) misnamed?.(entryOf(listed));
        yield batch.filter(isName).map(entryOf);
      }
    } finally {
      await this.#calls.closed(handle);
    }
  }

  async stat(path: string): Promise<FileStat | undefined> {
    const stats = await ignoreErrors(['ENOENT'], () => this.#calls.lstat(path));
    return stats?.isFile() === true ? fileStatOf(stats) : undefined;
  }

  async statMany(folder: string, names: readonly string[]): Promise<readonly (FileStat | undefined)[]> {
    return await mapConcurrently(names, looksAtOnce, (name) => this.stat(join(folder, name)));
  }

  async exists(path: string): Promise<boolean> {
    return await this.#calls.exists(path);
  }

  /** In pieces, each tried again on a new connection; what is shorter than its size now was cut while it was read. */
  async read(path: string, seen?: number): Promise<Uint8Array> {
    const now = await this.#calls.lstat(path);
    const size = Math.min(now.size, seen ?? now.size);
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < size; at += piece)
      pieces.push(await this.#retry(() => this.readPart(path, at, Math.min(piece, size - at))));
    const bytes = Buffer.concat(pieces);
    if (bytes.length !== size)
      throw new SftpError('EIO', localize('sftp-read-part', { path, count: bytes.length, size }));
    return bytes;
  }

  async readPart(path: string, from: number, length: number): Promise<Uint8Array> {
    const handle = await this.#calls.open(path, 'r');
    try {
      return await this.#calls.read(handle, path, from, length);
    } finally {
      await this.#calls.closed(handle);
    }
  }

  async create(path: string, bytes: Uint8Array, mode?: number): Promise<void> {
    const handle = await this.#calls.open(path, 'wx');
    try {
      await this.#calls.write(handle, path, Buffer.from(bytes));
      if (mode !== undefined) await this.#calls.setRights(handle, path, mode);
      await ignoreErrors(['ENOTSUP'], () => this.#calls.fsync(handle, path));
      await this.#calls.close(handle, path);
      await this.#assertSize(path, bytes.length);
    } catch (error) {
      await this.#calls.closed(handle);
      await this.#discard(path);
      throw error;
    }
  }

  async setTime(path: string, mtime: number): Promise<void> {
    await this.#calls.setTime(path, Math.floor(mtime / 1000));
  }

  async rights(path: string): Promise<number | undefined> {
    const { mode } = await this.#calls.lstat(path);
    return mode === undefined ? undefined : mode & 0o777;
  }

  async setRights(path: string, mode: number): Promise<void> {
    await this.#calls.setRightsOf(path, mode);
  }

  async replace(path: string, content: string | Uint8Array, mode?: number): Promise<void> {
    const temporary = join(dirname(path), `.${randomBytes(8).toString('hex')}.tmp`);
    await this.create(temporary, typeof content === 'string' ? Buffer.from(content) : content, mode);
    try {
      await this.#takePlace(temporary, path);
    } catch (error) {
      await this.#discard(temporary);
      throw error;
    }
  }

  async #takePlace(temporary: string, path: string): Promise<void> {
    if (await this.#calls.posixRename(temporary, path)) return;
    await ignoreErrors(['ENOENT'], () => this.unlink(path));
    await this.#calls.plainRename(temporary, path);
  }

  /** As far as that can be done: what failed before is what is told. */
  async #discard(path: string): Promise<void> {
    await this.unlink(path).catch(() => undefined);
  }

  async rename(from: string, to: string): Promise<void> {
    if (!(await this.#calls.posixRename(from, to))) await this.#calls.plainRename(from, to);
  }

  /** The plain rename of SFTP fails when the other name is there. */
  async move(from: string, to: string): Promise<boolean> {
    if (await this.exists(to)) return false;
    return (await ignoreErrors(['EEXIST'], () => this.#rename(from, to))) === true;
  }

  async publish(from: string, to: string): Promise<boolean> {
    if (await this.exists(to)) return false;
    await this.rename(from, to);
    return true;
  }

  /** Nothing in SFTP tells; a rename there leaves no two names. */
  async isSame(): Promise<boolean> {
    return false;
  }

  async unlink(path: string): Promise<void> {
    await this.#calls.unlink(path);
  }

  async mkdir(path: string): Promise<void> {
    await this.#calls.mkdir(path);
  }

  async rmdir(path: string): Promise<void> {
    await this.#calls.rmdir(path);
  }

  async syncFolder(): Promise<void> {
    // SFTP has nothing for folders; files are fsynced where the server offers it
  }

  async readFacts(folder: string): Promise<FileSystemFacts> {
    const free = await ignoreErrors(['ENOTSUP'], () => this.#calls.free(folder));
    const fsync = (await this.#calls.offersFsync())
      ? localize('proof-server-fsync')
      : localize('proof-server-no-fsync');
    return { observations: [fsync], warnings: [], ...(free === undefined ? {} : { free }) };
  }

  #assertBounded(folder: string, names: number, bytes: number, milliseconds: number): void {
    const most = this.#longest;
    if (names <= most.names && bytes <= most.bytes && milliseconds <= most.milliseconds) return;
    const seconds = Math.round(milliseconds / 1000);
    throw new SftpError(
      'EFBIG',
      localize('sftp-endless', { folder: this.title(folder), names, seconds, most: most.names }),
    );
  }

  async #rename(from: string, to: string): Promise<true> {
    await this.#calls.plainRename(from, to);
    return true;
  }

  async #assertSize(path: string, size: number): Promise<void> {
    const stats = await this.#calls.lstat(path);
    if (stats.size !== size)
      throw new SftpError('EIO', localize('sftp-wrote-part', { path, count: stats.size, size }));
  }

  async #retry<T>(run: () => Promise<T>): Promise<T> {
    for (let n = 1; ; n++) {
      try {
        return await run();
      } catch (error) {
        if (n === tries || !connectionCodes.includes(systemCodeOf(error))) throw error;
        await pause(firstPause * 2 ** (n - 1));
      }
    }
  }
}

const isName = ({ filename }: SftpEntry): boolean => !/[/\0]/.test(filename);

function entryOf({ filename: name, attrs }: SftpEntry): FolderEntry {
  if (attrs.isDirectory()) return { name, kind: 'folder' };
  if (attrs.isSymbolicLink()) return { name, kind: 'link' };
  // a server that tells no kind is asked again by the first look
  if (attrs.mode === undefined) return { name, kind: 'file' };
  return attrs.isFile() ? { name, kind: 'file', stat: fileStatOf(attrs) } : { name, kind: 'other' };
}

/** SFTP counts times in seconds. */
function fileStatOf({ size, mtime }: Stats): FileStat {
  return { size, mtime: mtime * 1000 };
}
