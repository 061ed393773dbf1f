import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path/posix';
import { setTimeout as pause } from 'node:timers/promises';
import type { SFTPWrapper, Stats } from 'ssh2';
import { z } from 'zod';
import { systemCode, unless } from './error.ts';
import type { FileSystem } from './file-system.ts';
import type { Entry, Files } from './files.ts';
import type { Look } from './settling.ts';
import { FilesError } from './sftp-errors.ts';
import type { Call, SftpSession } from './sftp-session.ts';
import { mapWide } from './slices.ts';

/** Bytes of one request: every server takes that much. */
const chunk = 32_768;

/** Bytes read with one handle: what was read before a connection was lost need not be read again. */
const piece = 4 * 2 ** 20;

/** The session lets fewer through at once; this many may wait for it. */
const looksAtOnce = 64;

/** How often a piece is tried, and the milliseconds before the second time, doubled each time. */
const tries = 5;
const firstPause = 250;

/** Codes after which the same call on a new connection may succeed; a server that starts anew refuses it for a moment. */
const broken = ['ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ECONNREFUSED'];

/** The answer to statvfs: blocks of so many bytes, and how many are free for us. */
const volume = z.object({ f_frsize: z.number(), f_bavail: z.number() });

/** Folders on an SFTP server. */
export class SftpFiles implements Files {
  private readonly session: SftpSession;

  constructor(session: SftpSession) {
    this.session = session;
  }

  title(folder: string): string {
    const { host, port } = this.session.endpoint;
    return `sftp://${host}${port === 22 ? '' : `:${port}`}${folder.startsWith('/') ? '' : '/~/'}${folder}`;
  }

  async usable(folder: string): Promise<void> {
    const stats = await this.stat(folder);
    if (!stats.isDirectory()) throw new FilesError('ENOTDIR', `${folder} is not a folder`);
  }

  async *list(folder: string): AsyncIterable<readonly Entry[]> {
    const handle = await this.call<Buffer>(`list ${folder}`, (sftp, done) => sftp.opendir(folder, done));
    try {
      for (;;) {
        const batch = await this.batch(handle, folder);
        if (batch === undefined) return;
        yield batch;
      }
    } finally {
      await this.closed(handle);
    }
  }

  async look(path: string): Promise<Look | undefined> {
    const stats = await unless(['ENOENT'], () => this.lstat(path));
    return stats?.isFile() === true ? lookOf(stats) : undefined;
  }

  async looks(folder: string, names: readonly string[]): Promise<readonly (Look | undefined)[]> {
    return await mapWide(names, looksAtOnce, (name) => this.look(join(folder, name)));
  }

  async exists(path: string): Promise<boolean> {
    return (await unless(['ENOENT'], () => this.lstat(path))) !== undefined;
  }

  /** In pieces, each tried again on a new connection; what is shorter than its size was cut while it was read. */
  async read(path: string): Promise<Uint8Array> {
    const { size } = await this.lstat(path);
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < size; at += piece)
      pieces.push(await this.again(() => this.readPart(path, at, Math.min(piece, size - at))));
    const bytes = Buffer.concat(pieces);
    if (bytes.length !== size)
      throw new FilesError('EIO', `${path}: ${bytes.length} of ${size} bytes could be read`);
    return bytes;
  }

  async readPart(path: string, from: number, length: number): Promise<Uint8Array> {
    const handle = await this.open(path, 'r');
    try {
      const starts = Array.from({ length: Math.ceil(length / chunk) }, (_, n) => n * chunk);
      const chunks = await Promise.all(
        starts.map((at) => this.readChunk(handle, path, from + at, Math.min(chunk, length - at))),
      );
      return Buffer.concat(chunks);
    } finally {
      await this.closed(handle);
    }
  }

  async create(path: string, bytes: Uint8Array, mode?: number): Promise<void> {
    const handle = await this.opened(path, 'wx');
    try {
      await this.write(handle, path, Buffer.from(bytes));
      if (mode !== undefined)
        await this.simple(`set the rights of ${path}`, (sftp, done) => sftp.fchmod(handle, mode, done));
      await this.flush(handle, path);
      await this.close(handle, path);
      await this.assertSize(path, bytes.length);
    } catch (error) {
      await unless([...broken, 'ENOENT', 'EACCES', 'ESFTP'], () => this.unlink(path));
      throw error;
    }
  }

  async setTime(path: string, mtime: number): Promise<void> {
    const seconds = Math.floor(mtime / 1000);
    await this.simple(`set the time of ${path}`, (sftp, done) => sftp.utimes(path, seconds, seconds, done));
  }

  async replace(path: string, text: string): Promise<void> {
    const temporary = join(dirname(path), `.${randomBytes(8).toString('hex')}.tmp`);
    await this.create(temporary, Buffer.from(text, 'utf8'));
    if (await this.posixRename(temporary, path)) return;
    await unless(['ENOENT'], () => this.unlink(path));
    await this.plainRename(temporary, path);
  }

  async rename(from: string, to: string): Promise<void> {
    if (!(await this.posixRename(from, to))) await this.plainRename(from, to);
  }

  /** The plain rename of SFTP fails when the other name is there. */
  async move(from: string, to: string): Promise<boolean> {
    if (await this.exists(to)) return false;
    return (await unless(['EEXIST'], () => this.moved(from, to))) === true;
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
    await this.simple(`delete ${path}`, (sftp, done) => sftp.unlink(path, done));
  }

  async mkdir(path: string): Promise<void> {
    await this.refined(path, 'EEXIST', () =>
      this.simple(`make folder ${path}`, (sftp, done) => sftp.mkdir(path, done)),
    );
  }

  async rmdir(path: string): Promise<void> {
    await this.refined(path, 'ENOTEMPTY', () =>
      this.simple(`remove folder ${path}`, (sftp, done) => sftp.rmdir(path, done)),
    );
  }

  async sync(): Promise<void> {
    // SFTP has nothing for folders; files are fsynced where the server offers it
  }

  async about(folder: string): Promise<FileSystem> {
    const free = await unless(['ENOTSUP'], () => this.free(folder));
    const fsync = (await this.offersFsync())
      ? 'the server offers fsync'
      : 'the server does not offer fsync: when it says that a file is written, a power cut there may still lose it';
    return { seen: [fsync], warnings: [], ...(free === undefined ? {} : { free }) };
  }

  private async free(folder: string): Promise<number | undefined> {
    const told = await this.call<unknown>(`room of ${folder}`, (sftp, done) => {
      try {
        sftp.ext_openssh_statvfs(folder, done);
      } catch {
        done(new FilesError('ENOTSUP', 'no statvfs'), undefined);
      }
    });
    const { data } = volume.safeParse(told);
    return data && data.f_frsize * data.f_bavail;
  }

  /** The library says so before it asks the server: that there is no such handle is answer enough. */
  private async offersFsync(): Promise<boolean> {
    const code = await this.flushing(Buffer.alloc(4), 'a test').then(() => '', systemCode);
    return code !== 'ENOTSUP';
  }

  private async moved(from: string, to: string): Promise<true> {
    await this.plainRename(from, to);
    return true;
  }

  /** False where the server does not offer it. */
  private async posixRename(from: string, to: string): Promise<boolean> {
    try {
      await this.simple(`rename ${from} to ${to}`, (sftp, done) => {
        try {
          sftp.ext_openssh_rename(from, to, done);
        } catch {
          done(new FilesError('ENOTSUP', 'no posix-rename'));
        }
      });
      return true;
    } catch (error) {
      if (systemCode(error) === 'ENOTSUP') return false;
      throw await this.renameError(error, from, to);
    }
  }

  private async plainRename(from: string, to: string): Promise<void> {
    try {
      await this.simple(`rename ${from} to ${to}`, (sftp, done) => sftp.rename(from, to, done));
    } catch (error) {
      throw await this.renameError(error, from, to);
    }
  }

  /** A plain failure says nothing: the name is taken, the source is gone, or somebody holds it. */
  private async renameError(error: unknown, from: string, to: string): Promise<unknown> {
    if (systemCode(error) !== 'ESFTP') return error;
    const text = error instanceof Error ? error.message : String(error);
    if (!(await this.exists(from))) return new FilesError('ENOENT', text, error);
    return new FilesError((await this.exists(to)) ? 'EEXIST' : 'EBUSY', text, error);
  }

  /** A plain failure means `code` where the path is there. */
  private async refined<T>(path: string, code: string, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (systemCode(error) !== 'ESFTP') throw error;
      const isThere = await this.exists(path);
      throw isThere ? new FilesError(code, `${path}: ${code}`, error) : error;
    }
  }

  private async batch(handle: Buffer, folder: string): Promise<readonly Entry[] | undefined> {
    const list = await this.call<readonly Listed[] | undefined>(`list ${folder}`, (sftp, done) =>
      sftp.readdir(handle, (error, entries) =>
        isEnd(error) ? done(undefined, undefined) : done(error, entries),
      ),
    );
    return list?.filter(({ filename }) => filename !== '.' && filename !== '..').map(entryOf);
  }

  private async open(path: string, flags: 'r' | 'wx'): Promise<Buffer> {
    return await this.call<Buffer>(`open ${path}`, (sftp, done) => sftp.open(path, flags, done));
  }

  private async opened(path: string, flags: 'wx'): Promise<Buffer> {
    return await this.refined(path, 'EEXIST', () => this.open(path, flags));
  }

  /** Servers may answer with less than was asked for. */
  private async readChunk(handle: Buffer, path: string, from: number, length: number): Promise<Buffer> {
    const buffer = Buffer.alloc(length);
    let have = 0;
    while (have < length) {
      const got = await this.call<number>(`read ${path}`, (sftp, done) =>
        sftp.read(handle, buffer, have, length - have, from + have, (error, count) =>
          isEnd(error) ? done(undefined, 0) : done(error, count),
        ),
      );
      if (got === 0) break;
      have += got;
    }
    return buffer.subarray(0, have);
  }

  private async write(handle: Buffer, path: string, bytes: Buffer): Promise<void> {
    const starts = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, n) => n * chunk);
    await Promise.all(
      starts.map((at) =>
        this.simple(`write ${path}`, (sftp, done) =>
          sftp.write(handle, bytes, at, Math.min(chunk, bytes.length - at), at, done),
        ),
      ),
    );
  }

  private async flush(handle: Buffer, path: string): Promise<void> {
    await unless(['ENOTSUP'], () => this.flushing(handle, path));
  }

  private async flushing(handle: Buffer, path: string): Promise<void> {
    await this.simple(`fsync ${path}`, (sftp, done) => {
      try {
        sftp.ext_openssh_fsync(handle, done);
      } catch {
        done(new FilesError('ENOTSUP', 'no fsync'));
      }
    });
  }

  private async assertSize(path: string, size: number): Promise<void> {
    const stats = await this.lstat(path);
    if (stats.size !== size)
      throw new FilesError('EIO', `${path}: ${stats.size} of ${size} bytes arrived on the server`);
  }

  private async close(handle: Buffer, path: string): Promise<void> {
    await this.simple(`close ${path}`, (sftp, done) => sftp.close(handle, done));
  }

  /** What was read is read, whatever closing says; a handle dies with its connection. */
  private async closed(handle: Buffer): Promise<void> {
    await this.close(handle, 'handle').catch(() => undefined);
  }

  private async stat(path: string): Promise<Stats> {
    return await this.call<Stats>(`look at ${path}`, (sftp, done) => sftp.stat(path, done));
  }

  private async lstat(path: string): Promise<Stats> {
    return await this.call<Stats>(`look at ${path}`, (sftp, done) => sftp.lstat(path, done));
  }

  private async again<T>(run: () => Promise<T>): Promise<T> {
    for (let n = 1; ; n++) {
      try {
        return await run();
      } catch (error) {
        if (n === tries || !broken.includes(systemCode(error))) throw error;
        await pause(firstPause * 2 ** (n - 1));
      }
    }
  }

  private async simple(
    what: string,
    run: (sftp: SFTPWrapper, done: (error?: unknown) => void) => void,
  ): Promise<void> {
    await this.call<undefined>(what, (sftp, done) => run(sftp, (error) => done(error, undefined)));
  }

  private async call<T>(what: string, run: Call<T>): Promise<T> {
    return await this.session.call<T>(what, run);
  }
}

interface Listed {
  readonly filename: string;
  readonly attrs: Stats;
}

/** Status 1 of SFTP: there is no more. */
function isEnd(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 1;
}

function entryOf({ filename, attrs }: Listed): Entry {
  const name = filename;
  if (attrs.isDirectory()) return { name, kind: 'folder' };
  if (attrs.isSymbolicLink()) return { name, kind: 'link' };
  // a server that tells no kind is asked again by the first look
  if (attrs.mode === undefined) return { name, kind: 'file' };
  return attrs.isFile() ? { name, kind: 'file', look: lookOf(attrs) } : { name, kind: 'other' };
}

/** SFTP counts times in seconds. */
function lookOf({ size, mtime }: Stats): Look {
  return { size, mtime: mtime * 1000 };
}
