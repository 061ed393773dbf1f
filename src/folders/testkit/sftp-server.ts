import { constants, promises as fs, type Stats } from 'node:fs';
import ssh2, { type Connection, type SFTPWrapper } from 'ssh2';
import { hostKeyFingerprintOf, type SftpEndpoint } from '../sftp/sftp-login.ts';

declare module 'ssh2' {
  interface Connection {
    setNoDelay(isOn: boolean): this;
  }
}

/** What a server does otherwise than OpenSSH. */
export interface Oddities {
  /** Milliseconds without a call after which it closes the connection. */
  readonly idle?: number;
  /** Milliseconds by which its clock is ahead. */
  readonly skew?: number;
  /** It takes the call and never answers: by the name of the request. */
  silent?: string | undefined;
  /** It carries the call out, and the connection breaks before the answer: once, by the name of the request. */
  breakAfter?: string | undefined;
  /** Told of every request when it has arrived, and when it was carried out but is not answered yet. */
  arrived?: (request: string) => void;
  carriedOut?: (request: string) => void;
  /** Its listings never end: names without end, or answers without names. */
  endless?: 'names' | 'nothing';
  /** Told of every path that it is asked to look at. */
  looked?: (path: string) => void;
  /** What it lists in a folder beside the names that are there. */
  names?: (folder: string) => readonly string[];
  /** What the account may not do, by the name of the request; CREATE: open a new file. */
  refuses?: readonly string[];
  /** What it says where it refuses something. */
  readonly says?: string;
}

export interface TestServer {
  readonly endpoint: SftpEndpoint;
  readonly odd: Oddities;
  logins: number;
  /** The most calls that were under way at once. */
  atOnce: number;
  close(): Promise<void>;
}

/** Of the keys that ssh2 makes it cannot read one in three hundred: then another one. */
function makeKeys(): ReturnType<typeof ssh2.utils.generateKeyPairSync> {
  const made = ssh2.utils.generateKeyPairSync('ed25519');
  return ssh2.utils.parseKey(made.private) instanceof Error ? makeKeys() : made;
}

const keys = makeKeys();
const { STATUS_CODE, OPEN_MODE } = ssh2.utils.sftp;

/**
 * An SFTP server in this process, over the files of this machine: no posix-rename, no fsync, times in whole seconds, one
 * long listing; user `erp` with password `secret`.
 */
export async function startServer(odd: Oddities = {}): Promise<TestServer> {
  const connections = new Set<Connection>();
  const server = new ssh2.Server({ hostKeys: [keys.private] }, (connection) => {
    connections.add(connection);
    // else an answer of two packets waits for the client's system to acknowledge the first
    connection.setNoDelay(true);
    connection.on('close', () => connections.delete(connection));
    connection.on('error', () => connections.delete(connection));
    connection.on('authentication', (context) => {
      if (context.method !== 'password') return context.reject(['password']);
      state.logins += 1;
      return context.password === 'secret' ? context.accept() : context.reject(['password']);
    });
    connection.on('session', (accept) => {
      accept().on('sftp', (open) => serve(open(), connection, state));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const parsed = ssh2.utils.parseKey(keys.public);
  if (parsed instanceof Error) throw parsed;
  const state: TestServer = {
    odd,
    logins: 0,
    atOnce: 0,
    endpoint: {
      host: '127.0.0.1',
      port: address.port,
      user: 'erp',
      password: 'secret',
      hostKey: hostKeyFingerprintOf(parsed.getPublicSSH()),
      timeout: 8_000,
    },
    async close() {
      for (const connection of connections) connection.end();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return state;
}

type Handle = { readonly file: fs.FileHandle } | { readonly folder: string; read: boolean };

function serve(sftp: SFTPWrapper, connection: Connection, state: TestServer): void {
  const handles = new Map<number, Handle>();
  let next = 0;
  let running = 0;
  let idle: NodeJS.Timeout | undefined;
  let over = false;

  /** What a broken connection left open, and what was being opened when it broke. */
  const letGo = (): void => {
    for (const handle of handles.values()) if ('file' in handle) void handle.file.close();
    handles.clear();
  };
  connection.on('close', () => {
    over = true;
    letGo();
  });
  const keep = (handle: Handle): Buffer => {
    next += 1;
    handles.set(next, handle);
    const name = Buffer.alloc(4);
    name.writeUInt32BE(next);
    return name;
  };
  const handleOf = (name: Buffer): Handle => {
    const handle = handles.get(name.readUInt32BE());
    if (handle === undefined) throw new Error('no such handle');
    return handle;
  };
  const fileOf = (name: Buffer): fs.FileHandle => {
    const handle = handleOf(name);
    if (!('file' in handle)) throw new Error('not a file');
    return handle.file;
  };
  /** Carries a call out; every failure but a missing file is just "Failure", as old servers have it. */
  const answer = (name: string, id: number, work: () => Promise<() => void>): void => {
    running += 1;
    state.atOnce = Math.max(state.atOnce, running);
    clearTimeout(idle);
    state.odd.arrived?.(name);
    void permitted(name)
      .then(work)
      .catch((error: unknown) => () => sftp.status(id, statusOf(error), state.odd.says))
      .then((reply) => {
        running -= 1;
        if (over) letGo();
        if (state.odd.idle !== undefined) idle = setTimeout(() => connection.end(), state.odd.idle);
        state.odd.carriedOut?.(name);
        if (state.odd.silent === name) return;
        if (state.odd.breakAfter === name) {
          state.odd.breakAfter = undefined;
          connection.end();
        } else reply();
      });
  };
  const permitted = async (name: string): Promise<void> => {
    if (state.odd.refuses?.includes(name)) throw Object.assign(new Error(name), { code: 'EACCES' });
  };
  const ok = (id: number) => () => sftp.status(id, STATUS_CODE.OK);
  const attributes = (stats: Stats) => ({
    mode: stats.mode,
    uid: stats.uid,
    gid: stats.gid,
    size: stats.size,
    atime: Math.floor((stats.atimeMs + (state.odd.skew ?? 0)) / 1000),
    mtime: Math.floor((stats.mtimeMs + (state.odd.skew ?? 0)) / 1000),
  });

  sftp.on('OPEN', (id, path, flags) =>
    answer('OPEN', id, async () => {
      const mode = flags & OPEN_MODE.WRITE ? constants.O_RDWR | constants.O_CREAT | constants.O_EXCL : 0;
      if (mode !== 0) await permitted('CREATE');
      const handle = keep({ file: await fs.open(path, mode) });
      return () => sftp.handle(id, handle);
    }),
  );
  sftp.on('READ', (id, name, offset, length) =>
    answer('READ', id, async () => {
      // short answers are allowed
      const size = Math.min(length, 20_000);
      const { bytesRead, buffer } = await fileOf(name).read(Buffer.alloc(size), 0, size, offset);
      return () =>
        bytesRead === 0 ? sftp.status(id, STATUS_CODE.EOF) : sftp.data(id, buffer.subarray(0, bytesRead));
    }),
  );
  sftp.on('WRITE', (id, name, offset, data) =>
    answer('WRITE', id, async () => {
      await fileOf(name).write(data, 0, data.length, offset);
      return ok(id);
    }),
  );
  sftp.on('CLOSE', (id, name) =>
    answer('CLOSE', id, async () => {
      const handle = handleOf(name);
      if ('file' in handle) await handle.file.close();
      handles.delete(name.readUInt32BE());
      return ok(id);
    }),
  );
  sftp.on('OPENDIR', (id, path) =>
    answer('OPENDIR', id, async () => {
      await fs.readdir(path);
      const handle = keep({ folder: path, read: false });
      return () => sftp.handle(id, handle);
    }),
  );
  sftp.on('READDIR', (id, name) =>
    answer('READDIR', id, async () => {
      const handle = handleOf(name);
      if (state.odd.endless !== undefined && 'folder' in handle && !handle.folder.includes('.gateway'))
        return () => sftp.name(id, state.odd.endless === 'names' ? manyNames() : []);
      if (!('folder' in handle) || handle.read) return () => sftp.status(id, STATUS_CODE.EOF);
      handle.read = true;
      const names = ['.', '..', ...(await fs.readdir(handle.folder))];
      const entries = await Promise.all(
        names.map(async (filename) => {
          const attrs = attributes(await fs.lstat(`${handle.folder}/${filename}`));
          return { filename, longname: filename, attrs };
        }),
      );
      const odd = state.odd.names?.(handle.folder) ?? [];
      return () => sftp.name(id, [...entries, ...odd.map(listedFile)]);
    }),
  );
  for (const [name, look] of [
    ['STAT', fs.stat],
    ['LSTAT', fs.lstat],
  ] as const)
    sftp.on(name, (id: number, path: string) =>
      answer(name, id, async () => {
        state.odd.looked?.(path);
        const attrs = attributes(await look(path));
        return () => sftp.attrs(id, attrs);
      }),
    );
  sftp.on('RENAME', (id, from, to) =>
    answer('RENAME', id, async () => {
      if (await there(to)) throw new Error('it is there');
      await fs.rename(from, to);
      return ok(id);
    }),
  );
  sftp.on('REMOVE', (id, path) => answer('REMOVE', id, async () => fs.unlink(path).then(() => ok(id))));
  sftp.on('MKDIR', (id, path) => answer('MKDIR', id, async () => fs.mkdir(path).then(() => ok(id))));
  sftp.on('RMDIR', (id, path) => answer('RMDIR', id, async () => fs.rmdir(path).then(() => ok(id))));
  sftp.on('end', () => clearTimeout(idle));
  connection.on('close', () => clearTimeout(idle));
}

let invented = 0;

/** Some that no listing had before. */
const listedFile = (filename: string) => ({
  filename,
  longname: '',
  attrs: { mode: 0o100644, uid: 0, gid: 0, size: 10, atime: 1, mtime: 1 },
});

function manyNames() {
  return Array.from({ length: 100 }, () => {
    invented += 1;
    return listedFile(`${invented}.xml`);
  });
}

async function there(path: string): Promise<boolean> {
  return await fs.lstat(path).then(
    () => true,
    () => false,
  );
}

function statusOf(error: unknown): number {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'ENOENT') return STATUS_CODE.NO_SUCH_FILE;
  return code === 'EACCES' ? STATUS_CODE.PERMISSION_DENIED : STATUS_CODE.FAILURE;
}
