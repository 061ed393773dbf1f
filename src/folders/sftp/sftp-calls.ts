import type { SFTPWrapper, Stats } from 'ssh2';
import { z } from 'zod';
import { reasonOf } from '../../text/reason-of.ts';
import { settleAll } from '../batches.ts';
import { ignoreErrors, systemCodeOf } from '../folder-error.ts';
import { SftpError } from './sftp-error.ts';
import type { Handle, SftpCall, SftpSession } from './sftp-session.ts';

/** Bytes of one request: every server takes that much. */
const chunk = 32_768;

/** The answer to statvfs: blocks of so many bytes, and how many are free for us. */
const volume = z.object({ f_frsize: z.number(), f_bavail: z.number() });

/** Names of a listing that are no other place: the folder itself, the one above, none. */
const nowhere: ReadonlySet<string> = new Set(['.', '..', '']);

/** One name of a listing. */
export interface SftpEntry {
  readonly filename: string;
  readonly attrs: Stats;
}

/** The single calls of SFTP as promises; where a server says no more than "failure", a look at the paths tells the code. */
export class SftpCalls {
  readonly #session: SftpSession;

  constructor(session: SftpSession) {
    this.#session = session;
  }

  async openFolder(folder: string): Promise<Handle> {
    return await this.#session.open(`list ${folder}`, (sftp, done) => sftp.opendir(folder, done));
  }

  /** The next names of a folder; undefined after the last. */
  async batch(handle: Handle, folder: string): Promise<readonly SftpEntry[] | undefined> {
    const list = await this.#session.call<readonly SftpEntry[] | undefined>(
      `list ${folder}`,
      (sftp, done) =>
        sftp.readdir(handle.bytes, (error, entries) =>
          isEnd(error) ? done(undefined, undefined) : done(error, entries),
        ),
      handle,
    );
    return list?.filter(({ filename }) => !nowhere.has(filename));
  }

  /** `wx`: a new file, EEXIST when it is there. */
  async open(path: string, flags: 'r' | 'wx'): Promise<Handle> {
    const open = () => this.#session.open(`open ${path}`, (sftp, done) => sftp.open(path, flags, done));
    return await (flags === 'r' ? open() : this.#refined(path, 'EEXIST', open));
  }

  async read(handle: Handle, path: string, from: number, length: number): Promise<Buffer> {
    const chunks = startsOf(length).map((at) =>
      this.#readChunk(handle, path, from + at, Math.min(chunk, length - at)),
    );
    return Buffer.concat(await settleAll(chunks));
  }

  /** Servers may answer with less than was asked for. */
  async #readChunk(handle: Handle, path: string, from: number, length: number): Promise<Buffer> {
    const buffer = Buffer.alloc(length);
    let have = 0;
    while (have < length) {
      const got = await this.#session.call<number>(
        `read ${path}`,
        (sftp, done) =>
          sftp.read(handle.bytes, buffer, have, length - have, from + have, (error, count) =>
            isEnd(error) ? done(undefined, 0) : done(error, count),
          ),
        handle,
      );
      if (got === 0) break;
      have += got;
    }
    return buffer.subarray(0, have);
  }

  async write(handle: Handle, path: string, bytes: Buffer): Promise<void> {
    await settleAll(
      startsOf(bytes.length).map((at) =>
        this.#simple(
          `write ${path}`,
          (sftp, done) => sftp.write(handle.bytes, bytes, at, Math.min(chunk, bytes.length - at), at, done),
          handle,
        ),
      ),
    );
  }

  /** ENOTSUP where the server does not offer it. */
  async fsync(handle: Handle, path: string): Promise<void> {
    await this.#simple(`fsync ${path}`, fsyncOf(handle.bytes), handle);
  }

  /** The library says so before it asks the server: that there is no such handle is answer enough. */
  async offersFsync(): Promise<boolean> {
    const code = await this.#simple('fsync of a test', fsyncOf(Buffer.alloc(4))).then(() => '', systemCodeOf);
    return code !== 'ENOTSUP';
  }

  async setRights(handle: Handle, path: string, mode: number): Promise<void> {
    const what = `set the rights of ${path}`;
    await this.#simple(what, (sftp, done) => sftp.fchmod(handle.bytes, mode, done), handle);
  }

  /** Of a file that is not open. */
  async setRightsOf(path: string, mode: number): Promise<void> {
    await this.#simple(`set the rights of ${path}`, (sftp, done) => sftp.chmod(path, mode, done));
  }

  async close(handle: Handle, path: string): Promise<void> {
    await this.#simple(`close ${path}`, (sftp, done) => sftp.close(handle.bytes, done), handle);
  }

  /** What was read is read, whatever closing says; a handle dies with its connection. */
  async closed(handle: Handle): Promise<void> {
    await this.close(handle, 'handle').catch(() => undefined);
  }

  async stat(path: string): Promise<Stats> {
    return await this.#call<Stats>(`look at ${path}`, (sftp, done) => sftp.stat(path, done));
  }

  async realPath(path: string): Promise<string> {
    return await this.#call<string>(`find ${path}`, (sftp, done) => sftp.realpath(path, done));
  }

  async lstat(path: string): Promise<Stats> {
    return await this.#call<Stats>(`look at ${path}`, (sftp, done) => sftp.lstat(path, done));
  }

  async exists(path: string): Promise<boolean> {
    return (await ignoreErrors(['ENOENT'], () => this.lstat(path))) !== undefined;
  }

  /** Seconds since the epoch. */
  async setTime(path: string, seconds: number): Promise<void> {
    await this.#simple(`set the time of ${path}`, (sftp, done) => sftp.utimes(path, seconds, seconds, done));
  }

  async unlink(path: string): Promise<void> {
    await this.#simple(`delete ${path}`, (sftp, done) => sftp.unlink(path, done));
  }

  async mkdir(path: string): Promise<void> {
    await this.#refined(path, 'EEXIST', () =>
      this.#simple(`make folder ${path}`, (sftp, done) => sftp.mkdir(path, done)),
    );
  }

  async rmdir(path: string): Promise<void> {
    await this.#refined(path, 'ENOTEMPTY', () =>
      this.#simple(`remove folder ${path}`, (sftp, done) => sftp.rmdir(path, done)),
    );
  }

  /** False where the server does not offer it. */
  async posixRename(from: string, to: string): Promise<boolean> {
    try {
      await this.#simple(`rename ${from} to ${to}`, (sftp, done) => {
        try {
          sftp.ext_openssh_rename(from, to, done);
        } catch {
          done(new SftpError('ENOTSUP', 'no posix-rename'));
        }
      });
      return true;
    } catch (error) {
      if (systemCodeOf(error) === 'ENOTSUP') return false;
      throw await this.#renameError(error, from, to);
    }
  }

  async plainRename(from: string, to: string): Promise<void> {
    try {
      await this.#simple(`rename ${from} to ${to}`, (sftp, done) => sftp.rename(from, to, done));
    } catch (error) {
      throw await this.#renameError(error, from, to);
    }
  }

  /** Bytes; ENOTSUP where the server does not tell. */
  async free(folder: string): Promise<number | undefined> {
    const told = await this.#call<unknown>(`room of ${folder}`, (sftp, done) => {
      try {
        sftp.ext_openssh_statvfs(folder, done);
      } catch {
        done(new SftpError('ENOTSUP', 'no statvfs'), undefined);
      }
    });
    const { data } = volume.safeParse(told);
    return data && data.f_frsize * data.f_bavail;
  }

  /** A plain failure says nothing: the name is taken, the source is gone, or somebody holds it. */
  async #renameError(error: unknown, from: string, to: string): Promise<unknown> {
    if (systemCodeOf(error) !== 'ESFTP') return error;
    const text = reasonOf(error);
    if (!(await this.exists(from))) return new SftpError('ENOENT', text, error);
    return new SftpError((await this.exists(to)) ? 'EEXIST' : 'EBUSY', text, error);
  }

  /** A plain failure means `code` where the path is there. */
  async #refined<T>(path: string, code: string, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (systemCodeOf(error) !== 'ESFTP') throw error;
      const isThere = await this.exists(path);
      throw isThere ? new SftpError(code, `${path}: ${code}`, error) : error;
    }
  }

  async #simple(what: string, run: SimpleCall, on?: Handle): Promise<void> {
    await this.#session.call<undefined>(
      what,
      (sftp, done) => run(sftp, (error) => done(error, undefined)),
      on,
    );
  }

  async #call<T>(what: string, run: SftpCall<T>): Promise<T> {
    return await this.#session.call<T>(what, run);
  }
}

type SimpleCall = (sftp: SFTPWrapper, done: (error?: unknown) => void) => void;

const fsyncOf =
  (handle: Buffer): SimpleCall =>
  (sftp, done) => {
    try {
      sftp.ext_openssh_fsync(handle, done);
    } catch {
      done(new SftpError('ENOTSUP', 'no fsync'));
    }
  };

const startsOf = (length: number): number[] =>
  Array.from({ length: Math.ceil(length / chunk) }, (_, n) => n * chunk);

/** Status 1 of SFTP: there is no more. */
function isEnd(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 1;
}
