import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { makeOnce } from '../../../test/kit/make-once.ts';
import { freePort } from '../../../test/kit/port.ts';

const run = promisify(execFile);

/** A PostgreSQL of its own for a test: in a temporary folder, on loopback, gone afterwards. */
export interface PostgresServer {
  readonly port: number;
  /** Makes an empty database; resolves to its URL. */
  database(): Promise<string>;
  run(url: string, sql: string): Promise<readonly unknown[]>;
  /** Ends it at once, as when its machine dies. */
  stop(): Promise<void>;
  /** After `stop`: at the same port, with what was committed. */
  start(): Promise<void>;
  /** A second server that has confirmed each commit of this one before it counts; `late`: no commit waits for it. */
  standby(kind?: 'late'): Promise<Standby>;
  /** Its commits wait for no standby any more. */
  waitForNone(): Promise<void>;
  /** With its standby. */
  close(): Promise<void>;
}

export interface Standby {
  readonly port: number;
  /** From now on it hears of nothing any more. */
  unplug(): Promise<void>;
  /** From now on it may be written. */
  promote(): Promise<void>;
}

/** Are Debian's packages installed here? */
export const hasPostgres = programFolder() !== undefined;

/** Undefined where Debian's packages are not installed. */
export async function startPostgres(): Promise<PostgresServer | undefined> {
  const programs = programFolder();
  if (programs === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const as = await serverUser();
  if (as) chownSync(folder, as.uid, as.gid);
  const place = { programs, folder, as };
  const data = join(folder, 'data');
  await makeCluster(place, data);
  const port = await freePort();
  let server = await serve(place, data, port);
  let standby: ChildProcess | undefined;
  let count = 0;
  return {
    port,
    async database() {
      count += 1;
      await queryPostgres(urlOf(port), `create database journal${count}`);
      return urlOf(port, `journal${count}`);
    },
    run: queryPostgres,
    stop: () => end(server),
    async start() {
      server = await serve(place, data, port);
    },
    async standby(kind) {
      const copy = join(folder, 'standby');
      const from = ['-h', '127.0.0.1', '-p', `${port}`, '-U', 'test'];
      await program(place, 'pg_basebackup', '-D', copy, '-R', '-c', 'fast', ...from);
      const there = await freePort();
      standby = await serve(place, copy, there);
      if (kind !== 'late') await setting(port, "synchronous_standby_names = '*'");
      return {
        port: there,
        unplug: () => setting(there, "primary_conninfo = ''"),
        promote: async () => void (await queryPostgres(urlOf(there), 'select pg_promote()')),
      };
    },
    waitForNone: () => setting(port, "synchronous_standby_names = ''"),
    async close() {
      await Promise.all([end(server), standby && end(standby)]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function setting(port: number, words: string): Promise<void> {
  await queryPostgres(urlOf(port), `alter system set ${words}`);
  await queryPostgres(urlOf(port), 'select pg_reload_conf()');
}

interface Place {
  readonly programs: string;
  readonly folder: string;
  readonly as: { readonly uid: number; readonly gid: number } | undefined;
}

const program = ({ programs, folder, as }: Place, name: string, ...words: readonly string[]) =>
  run(join(programs, name), words, { ...as, cwd: folder });

/** In a run of tests the first one is kept for all others, which are copies. */
async function makeCluster(place: Place, data: string): Promise<void> {
  const { TESTS_FOLDER: shared } = process.env;
  const init = (folder: string) =>
    program(place, 'initdb', '-D', folder, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N');
  if (shared === undefined) await init(data);
  else {
    const first = join(shared, 'first-postgres');
    await makeOnce(first, async (unfinished) => {
      if (place.as) chownSync(unfinished, place.as.uid, place.as.gid);
      await init(join(unfinished, 'data'));
    });
    await run('cp', ['-a', join(first, 'data'), data]);
  }
}

/** Resolves when it answers. */
async function serve({ programs, folder, as }: Place, data: string, port: number): Promise<ChildProcess> {
  // what it has written outlives it as long as the machine does
  const lasting = ['fsync=off', 'full_page_writes=off'];
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'max_connections=1200', ...lasting];
  const words = ['-D', data, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])];
  const server = spawn(join(programs, 'postgres'), words, { ...as, cwd: folder, stdio: 'ignore' });
  await ready(urlOf(port));
  return server;
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = once(server, 'exit');
  server.kill('SIGQUIT');
  await gone;
}

const urlOf = (port: number, name = 'postgres'): string => `postgres://test@127.0.0.1:${port}/${name}`;

/** Where the newest installed version has its programs. */
function programFolder(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  return versions
    .map((version) => join(root, version, 'bin'))
    .find((path) => existsSync(join(path, 'initdb')));
}

/** PostgreSQL refuses to run as root. */
export async function serverUser(): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  if (userInfo().uid !== 0) return undefined;
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
  );
  return { uid: uid ?? 0, gid: gid ?? 0 };
}

export async function ready(url: string): Promise<void> {
  const end = performance.now() + 20_000;
  for (;;) {
    try {
      await queryPostgres(url, 'select 1');
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
      await setTimeout(50);
    }
  }
}

/** On a connection of its own. */
export async function queryPostgres(url: string, sql: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
