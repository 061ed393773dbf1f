import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { AccessDenied, isAccessDenied } from '../../system/access-denied.ts';
import { reasonOf } from '../../text/reason-of.ts';
import { JournalUnusable } from '../model/journal-errors.ts';
import { isDamage, resultCodeOf } from './sqlite-errors.ts';

/** The file of an embedded journal: found, created for this account alone, and why it cannot be opened. */

/** The file behind a link: the log, the lock and all else lie beside it. Throws JournalUnusable when the link leads nowhere. */
export function resolveJournalFile(path: string): string {
  const link = lstatSync(path, { throwIfNoEntry: false });
  if (!link) return path;
  if (!link.isSymbolicLink() || statSync(path, { throwIfNoEntry: false })) return realpathSync(path);
  throw new JournalUnusable(
    `The journal ${path} is a link to a file that is not there. Is its disk not mounted? To begin a new journal, remove the link.`,
  );
}

/** A new journal and its folder are for this account alone: it holds every order, with prices. What is there keeps its rights. */
export function createJournalFile(path: string, what: 'journal' | 'folder' = 'journal'): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  for (const file of what === 'journal' ? [path, `${path}.lock`] : [`${path}.lock`])
    if (!statSync(file, { throwIfNoEntry: false })) createPrivateFile(file);
}

/** A new empty file that nobody else may read; the log beside a journal takes over its rights. Throws when it exists. */
export const createPrivateFile = (path: string): void => closeSync(openSync(path, 'wx', 0o600));

/**
 * Gives a file to who may use the journal at `path`: its owner, group and rights; where there is none it is private, for the owner of the
 * folder. Root brings a journal back for the account of the gateway. Windows: it has the rights of its folder already.
 */
export function takeOverRights(file: string, path: string): void {
  if (!process.getuid) return;
  const journal = statSync(path, { throwIfNoEntry: false });
  const { uid, gid } = journal ?? statSync(dirname(path));
  // the folder is not root's: a link in it leads nowhere
  const opened = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    if (process.getuid() === 0) fchownSync(opened, uid, gid);
    fchmodSync(opened, journal ? journal.mode & 0o777 : 0o600);
  } finally {
    closeSync(opened);
  }
}

/** Why a journal cannot be opened, in words that say what to do; the error itself where it says that already. */
export function explainOpenError(path: string, error: unknown): unknown {
  const code = resultCodeOf(error);
  const reason = reasonOf(error);
  if (isDamage(error)) return new JournalUnusable(renderDamaged(path, reason), { cause: error });
  if (!rightsCodes.includes(code) && !isAccessDenied(error)) return error;
  const owner = ownerOf(path);
  if (owner === undefined && !isAccessDenied(error)) return error;
  return new AccessDenied(renderDenied(path, reason, owner), { cause: error });
}

/** `owner`: the number of another account; undefined: it is not known. */
function renderDenied(path: string, reason: string, owner: number | undefined): string {
  const whose = owner === undefined ? '' : ` It belongs to the account ${owner}.`;
  return (
    `This account (${process.getuid?.() ?? userInfo().username}) may not use the journal ${path}: ${reason}.${whose} ` +
    'Run the command as the account of the gateway; who only asks needs to be in a group that may read the journal (docs/journal.md, "Who may read it").'
  );
}

/** SQLITE_PERM, SQLITE_READONLY, SQLITE_CANTOPEN. */
const rightsCodes = [3, 8, 14];

export const renderDamaged = (path: string, reason: string): string =>
  `The journal ${path} is damaged (${reason}): no gateway starts on it. \`gateway journal rescue\` makes a new one of all that can be read, and says what is lost; or put a backup in its place with \`gateway journal restore FILE\`.`;

/** The number of another account that the journal, or where there is none its folder, belongs to. */
function ownerOf(path: string): number | undefined {
  if (!process.getuid) return undefined;
  try {
    const { uid } =
      statSync(path, { throwIfNoEntry: false }) ?? statSync(dirname(path), { throwIfNoEntry: false }) ?? {};
    return uid === process.getuid() ? undefined : uid;
  } catch {
    // the folder does not say either
    return undefined;
  }
}
