import { addAuditEntry, addRepeatableEntry, listAudit } from '../accounts/audit-rows.ts';
import { beginLogin, summarizeLoginFailures } from '../accounts/login-failure-rows.ts';
import {
  addLink,
  changePassword,
  endSession,
  endSessions,
  findLink,
  findOpenSession,
  listSessions,
  openByLink,
  openByPassword,
  touchSession,
} from '../accounts/session-rows.ts';
import { findSiteKey, keepSiteKey } from '../accounts/site-key.ts';
import { addToken, findValidToken, listTokens, removeToken, touchToken } from '../accounts/token-rows.ts';
import { addUser, changeUser, findUser, listUsers, removeUser, replaceHash } from '../accounts/user-rows.ts';
import { JournalNotWritten } from '../model/journal-errors.ts';
import type { AccountStore, NewAuditEntry } from '../seams/accounts.ts';
import { bindSteps, type JournalConnection } from './bound-steps.ts';

export function createAccountStore({ engine }: Pick<JournalConnection, 'engine'>): AccountStore {
  const { read, write, query, withDialect } = bindSteps(engine);
  const noteSession = write(withDialect(touchSession));
  const noteToken = write(withDialect(touchToken));
  const openSession = read(withDialect(findOpenSession));
  const validToken = read(withDialect(findValidToken));
  const knownSiteKey = read(findSiteKey);
  const writeSiteKey = write(keepSiteKey);
  return {
    addUser: write(withDialect(addUser)),
    listUsers: query(withDialect(listUsers)),
    findUser: read(findUser),
    changeUser: write(withDialect(changeUser)),
    removeUser: write(withDialect(removeUser)),
    replaceHash: write(replaceHash),
    addLink: write(withDialect(addLink)),
    findLink: read(withDialect(findLink)),
    openByLink: write(withDialect(openByLink)),
    openByPassword: write(withDialect(openByPassword)),
    changePassword: write(withDialect(changePassword)),
    async findSession(hash, idle, isUse = true) {
      const found = await openSession(hash, idle);
      if (found && isUse && !found.isNoted) await noteSession(hash).catch(passUnwritten);
      return found?.session;
    },
    listSessions: read(withDialect(listSessions)),
    endSession: write(withDialect(endSession)),
    endSessions: write(withDialect(endSessions)),
    addToken: write(withDialect(addToken)),
    listTokens: read(listTokens),
    async findToken(hash) {
      const found = await validToken(hash);
      if (found && !found.isNoted) await noteToken(hash).catch(passUnwritten);
      return found?.token;
    },
    removeToken: write(withDialect(removeToken)),
    beginLogin: write(withDialect(beginLogin)),
    summarizeLoginFailures: read(withDialect(summarizeLoginFailures)),
    addAuditEntry: write(withDialect((dialect, entry: NewAuditEntry) => addAuditEntry(dialect, entry))),
    addRepeatableEntry: write(withDialect(addRepeatableEntry)),
    listAudit: query(listAudit),
    async siteKey(fresh) {
      return (await knownSiteKey()) ?? (await writeSiteKey(fresh));
    },
  };
}

/** While nothing can be written, whoever is logged in can still look why. */
function passUnwritten(error: unknown): void {
  if (!(error instanceof JournalNotWritten)) throw error;
}
