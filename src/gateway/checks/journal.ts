import { constants, existsSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '../../config/schema.ts';
import { quoted, type Told, told } from '../../findings/troubles.ts';
import { reasonOf, systemCode } from '../../folders/error.ts';
import { localFileSystem } from '../../folders/local/file-system.ts';
import { nearest } from '../../folders/prove-places.ts';
import { isSameBinding } from '../../journal/binding.ts';
import { isLocked } from '../../journal/lock.ts';
import { readJournal } from '../../journal/open.ts';
import { JournalOlder } from '../../journal/version.ts';
import { identityOf } from '../identity.ts';
import { doubtful, type Found, right, wrong } from './found.ts';

/** Can the journal be had, does it belong to the exchange of the config, and lies it on a disk of this machine? */
export async function lookAtJournal(config: Config, about = localFileSystem): Promise<readonly Found[]> {
  const { sqlite, postgres } = config.journal;
  if (postgres !== undefined)
    return [...(await read(config, told('journal-in-postgres'))), ...unencrypted(postgres)];
  const place = await whyNoPlace(sqlite);
  if (place !== undefined) return [{ level: 'wrong', about: told('found-journal'), what: place }];
  return [...(await found(config, sqlite)), ...(await ofDisk(sqlite, about))];
}

/** Documents would cross a network in clear; `pg` (8) uses TLS where `sslmode` asks for it, and then verifies it. */
function unencrypted(address: string): readonly Found[] {
  const url = URL.parse(address);
  const host = url?.searchParams.get('host') ?? url?.hostname ?? '';
  const { PGSSLMODE = 'disable' } = process.env;
  const mode = url?.searchParams.get('sslmode') ?? PGSSLMODE;
  const isProven =
    /^(prefer|require|verify-ca|verify-full)$/.test(mode) || url?.searchParams.get('ssl') === 'true';
  if (url === null || isThisMachine(host) || isProven) return [];
  return [doubtful(told('found-journal'), 'journal-unencrypted', { host })];
}

/** A folder is that of a socket. */
const isThisMachine = (host: string): boolean =>
  host === '' || host.startsWith('/') || /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);

/** Bytes below which nothing that arrives is sure to find room. */
const littleRoom = 100 * 2 ** 20;

/** A lock or a write that a share loses spoils a database; without room nothing is received. */
async function ofDisk(path: string, about: typeof localFileSystem): Promise<readonly Found[]> {
  const { share, free = littleRoom } = await about(await nearest(dirname(path)));
  const values = { path, free: Math.floor(free / 2 ** 20) };
  return [
    ...(share === undefined ? [] : [doubtful(told('found-journal'), 'journal-share', { path, share })]),
    ...(free < littleRoom ? [wrong(told('found-journal'), 'journal-room', values)] : []),
  ];
}

async function found(config: Config, sqlite: string): Promise<readonly Found[]> {
  // one that was there before leaves its mark: reading tells what became of it
  if (![sqlite, `${sqlite}.mark`].some(existsSync))
    return [right(told('found-journal'), 'journal-new', { path: sqlite })];
  return await read(config, told(isLocked(sqlite) ? 'journal-in-use' : 'journal-there', { path: sqlite }));
}

async function read(config: Config, where: Told): Promise<readonly Found[]> {
  const about = told('found-journal');
  try {
    const journal = await readJournal(config.journal);
    try {
      const bound = await journal.bound();
      const wanted = identityOf(config);
      const isOurs = bound === undefined || isSameBinding(bound, wanted);
      if (!isOurs) return [wrong(about, 'journal-foreign', { bound, wanted })];
      return [{ level: 'ok', about, what: where }];
    } finally {
      await journal.close();
    }
  } catch (error) {
    if (error instanceof JournalOlder) return [right(about, 'journal-older', { where })];
    // tables that are not there yet
    if (systemCode(error) === '42P01') return [right(about, 'journal-no-tables', { where })];
    return [wrong(about, 'journal-cannot-read', { where, why: quoted(reasonOf(error).replace(/\.$/, '')) })];
  }
}

/** Of the file and its folder, or of the next folder above that is there: what is missing is made in it. */
async function whyNoPlace(path: string): Promise<Told | undefined> {
  const there = await nearest(path);
  const isThere = there === path;
  const folder = isThere ? dirname(path) : there;
  try {
    if (isThere && (await stat(path)).isDirectory()) return told('journal-is-folder', { path });
    if (!(await stat(folder)).isDirectory()) return told('not-made', { folder, path });
    if (isThere) await access(path, constants.R_OK | constants.W_OK);
    await access(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const values = { path, folder: there, code: systemCode(error) };
    return told(isThere ? 'journal-may-not-write' : 'journal-may-not-make', values);
  }
}
