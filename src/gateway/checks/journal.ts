import { constants, existsSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '../../config/schema.ts';
import { reasonOf, systemCode } from '../../folders/error.ts';
import { localFileSystem } from '../../folders/local/file-system.ts';
import { nearest } from '../../folders/prove-places.ts';
import { foreign, isSameBinding } from '../../journal/binding.ts';
import { isLocked } from '../../journal/lock.ts';
import { readJournal } from '../../journal/open.ts';
import { JournalOlder } from '../../journal/version.ts';
import { identityOf } from '../identity.ts';
import { doubtful, type Found, right, wrong } from './found.ts';

/** Can the journal be had, does it belong to the exchange of the config, and lies it on a disk of this machine? */
export async function lookAtJournal(config: Config, about = localFileSystem): Promise<readonly Found[]> {
  const { sqlite, postgres } = config.journal;
  if (postgres !== undefined) return [...(await read(config, 'in PostgreSQL')), ...unencrypted(postgres)];
  const place = await whyNoPlace(sqlite);
  if (place !== undefined) return [wrong('journal', place)];
  return [...(await found(config, sqlite)), ...(await onShare(sqlite, about))];
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
  const what = `The journal's documents go to PostgreSQL on ${host} without TLS that proves the server. Add ?sslmode=verify-full to journal.postgres (and sslrootcert=FILE where the server's authority is your own).`;
  return [doubtful('journal', what)];
}

/** A folder is that of a socket. */
const isThisMachine = (host: string): boolean =>
  host === '' || host.startsWith('/') || /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);

/** A lock or a write that a share loses spoils a database. */
async function onShare(sqlite: string, about: typeof localFileSystem): Promise<readonly Found[]> {
  const { share } = await about(await nearest(dirname(sqlite)));
  if (share === undefined) return [];
  const what = `${sqlite} lies on a network share (${share}), where a broken connection can spoil it. Put it on a disk of this machine, or use journal.postgres.`;
  return [doubtful('journal', what)];
}

async function found(config: Config, sqlite: string): Promise<readonly Found[]> {
  // one that was there before leaves its mark: reading tells what became of it
  if (![sqlite, `${sqlite}.mark`].some(existsSync))
    return [right('journal', `${sqlite} is made at the first start`)];
  return await read(config, isLocked(sqlite) ? `${sqlite}, in use by a gateway that runs` : sqlite);
}

async function read(config: Config, where: string): Promise<readonly Found[]> {
  try {
    const journal = await readJournal(config.journal);
    try {
      const bound = await journal.bound();
      const wanted = identityOf(config);
      const isOurs = bound === undefined || isSameBinding(bound, wanted);
      return [isOurs ? right('journal', where) : wrong('journal', foreign(bound, wanted))];
    } finally {
      await journal.close();
    }
  } catch (error) {
    if (error instanceof JournalOlder)
      return [right('journal', `${where}, of an older version: the next start brings it to this one`)];
    // tables that are not there yet
    if (systemCode(error) === '42P01')
      return [right('journal', `${where}: its tables are made at the first start`)];
    return [
      wrong('journal', `The journal (${where}) cannot be read: ${reasonOf(error).replace(/\.$/, '')}.`),
    ];
  }
}

/** Of the file and its folder, or of the next folder above that is there: what is missing is made in it. */
async function whyNoPlace(path: string): Promise<string | undefined> {
  const there = await nearest(path);
  const isThere = there === path;
  const folder = isThere ? dirname(path) : there;
  try {
    if (isThere && (await stat(path)).isDirectory()) return `${path} is a folder: name a file in it.`;
    if (!(await stat(folder)).isDirectory()) return `${folder} is no folder: ${path} cannot be made.`;
    if (isThere) await access(path, constants.R_OK | constants.W_OK);
    await access(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return `The account of the gateway may not ${isThere ? `read and write ${path} and its folder` : `make ${path} in ${there}`} (${systemCode(error)}). Give it that right.`;
  }
}
