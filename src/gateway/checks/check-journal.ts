import { constants, existsSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '../../config/schema/config-schema.ts';
import { explainFailure } from '../../findings/localized-error.ts';
import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import { systemCodeOf } from '../../folders/folder-error.ts';
import { readLocalFileSystem } from '../../folders/local/file-system-facts.ts';
import { findNearestExisting } from '../../folders/proof/prove-placements.ts';
import { isSameBinding } from '../../journal/decisions/exchange-binding.ts';
import { JournalBeforeRelease } from '../../journal/model/journal-errors.ts';
import { readDurability, readJournal } from '../../journal/open/open-journal.ts';
import { JournalOlder } from '../../journal/sql/journal-version.ts';
import { isJournalLocked } from '../../journal/sqlite/journal-lock.ts';
import { type CheckResult, okResult, warnResult, wrongResult } from './check-result.ts';
import { exchangeIdentityOf } from './exchange-identity.ts';

/** Can the journal be had, does it belong to the exchange of the config, and lies it on a disk of this machine? */
export async function checkJournal(
  config: Config,
  about = readLocalFileSystem,
): Promise<readonly CheckResult[]> {
  const { sqlite, postgres } = config.journal;
  if (postgres !== undefined)
    return [
      ...(await read(config, localize('journal-in-postgres'))),
      ...checkEncryption(postgres),
      ...(await checkDurability(config)),
    ];
  const place = await findPathTrouble(sqlite);
  if (place !== undefined) return [{ level: 'wrong', about: localize('found-journal'), what: place }];
  return [...(await checkJournalFile(config, sqlite)), ...(await checkDisk(sqlite, about))];
}

/** Documents would cross a network in clear; `pg` (8) uses TLS where `sslmode` asks for it, and then verifies it. */
function checkEncryption(address: string): readonly CheckResult[] {
  const url = URL.parse(address);
  const host = url?.searchParams.get('host') ?? url?.hostname ?? '';
  const { PGSSLMODE = 'disable' } = process.env;
  const mode = url?.searchParams.get('sslmode') ?? PGSSLMODE;
  const isProven =
    /^(prefer|require|verify-ca|verify-full)$/.test(mode) || url?.searchParams.get('ssl') === 'true';
  if (url === null || isThisMachine(host) || isProven) return [];
  return [warnResult(localize('found-journal'), 'journal-unencrypted', { host })];
}

/** Of a server that is away `read` tells. */
async function checkDurability({ journal }: Config): Promise<readonly CheckResult[]> {
  const found = await readDurability(journal).catch(() => undefined);
  if (found === undefined) return [];
  const about = localize('found-journal');
  return [
    ...(found.isOnDisk ? [] : [warnResult(about, 'journal-commits-early')]),
    ...(found.isFollowedLate ? [warnResult(about, 'journal-standby-late')] : []),
  ];
}

/** A folder is that of a socket. */
const isThisMachine = (host: string): boolean =>
  host === '' || host.startsWith('/') || /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);

/** Bytes below which nothing that arrives is sure to find room. */
const littleRoom = 100 * 2 ** 20;

/** A lock or a write that a share loses spoils a database; without room nothing is received. */
async function checkDisk(path: string, about: typeof readLocalFileSystem): Promise<readonly CheckResult[]> {
  const { share, free = littleRoom } = await about(await findNearestExisting(dirname(path)));
  const values = { path, free: Math.floor(free / 2 ** 20) };
  return [
    ...(share === undefined ? [] : [warnResult(localize('found-journal'), 'journal-share', { path, share })]),
    ...(free < littleRoom ? [wrongResult(localize('found-journal'), 'journal-room', values)] : []),
  ];
}

async function checkJournalFile(config: Config, sqlite: string): Promise<readonly CheckResult[]> {
  // one that was there before leaves its mark: reading tells what became of it
  if (![sqlite, `${sqlite}.mark`].some(existsSync))
    return [okResult(localize('found-journal'), 'journal-new', { path: sqlite })];
  return await read(
    config,
    localize(isJournalLocked(sqlite) ? 'journal-in-use' : 'journal-there', { path: sqlite }),
  );
}

async function read(config: Config, where: LocalizedText): Promise<readonly CheckResult[]> {
  const about = localize('found-journal');
  try {
    const journal = await readJournal(config.journal);
    try {
      const bound = await journal.findBinding();
      const wanted = exchangeIdentityOf(config);
      const isOurs = bound === undefined || isSameBinding(bound, wanted);
      if (!isOurs) return [wrongResult(about, 'journal-foreign', { bound, wanted })];
      return [{ level: 'ok', about, what: where }];
    } finally {
      await journal.close();
    }
  } catch (error) {
    if (error instanceof JournalOlder) return [okResult(about, 'journal-older', { where })];
    if (error instanceof JournalBeforeRelease)
      return [{ level: 'wrong', about, what: explainFailure(error) }];
    // tables that are not there yet
    if (systemCodeOf(error) === '42P01') return [okResult(about, 'journal-no-tables', { where })];
    const { en, nl } = explainFailure(error);
    const why = { en: withoutStop(en), nl: withoutStop(nl) };
    return [wrongResult(about, 'journal-cannot-read', { where, why })];
  }
}

const withoutStop = (text: string): string => text.replace(/\.$/, '');

/** Of the file and its folder, or of the next folder above that is there: what is missing is made in it. */
async function findPathTrouble(path: string): Promise<LocalizedText | undefined> {
  const there = await findNearestExisting(path);
  const isThere = there === path;
  const folder = isThere ? dirname(path) : there;
  try {
    if (isThere && (await stat(path)).isDirectory()) return localize('journal-is-folder', { path });
    if (!(await stat(folder)).isDirectory()) return localize('not-made', { folder, path });
    if (isThere) await access(path, constants.R_OK | constants.W_OK);
    await access(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const values = { path, folder: there, code: systemCodeOf(error) };
    return localize(isThere ? 'journal-may-not-write' : 'journal-may-not-make', values);
  }
}
