import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { pagesUrlOf, servesPages } from '../../config/operator-pages.ts';
import type { OperatorSettings } from '../../config/schema/config-schema.ts';
import type { AccountStore, Author } from '../../journal/journal.ts';
import { type JournalSettings, withJournalBeside } from '../../journal/open/open-journal.ts';
import type { RandomBytes } from '../../operator/users/secrets.ts';
import type { UserResult } from '../../operator/users/user-result.ts';
import { escapeControls } from '../../text/visible.ts';
import type { Language } from '../../types.ts';
import { renderUserResult } from '../../wording/users/render-user-result.ts';
import { currentAccountName, requireJournalConfig } from '../kit/journal-options.ts';
import { journalWords } from '../kit/journal-words.ts';

/** What commands about users work with. */
export interface UserSite {
  readonly journal: JournalSettings;
  readonly language: Language;
  /** With a slash at its end; undefined: there are no pages. */
  readonly url: string | undefined;
}

export async function openUserSite(config: string): Promise<UserSite> {
  const { journal, operator, language } = await requireJournalConfig(config);
  return { journal, language, url: urlOf(operator) };
}

const urlOf = (operator: OperatorSettings | undefined): string | undefined =>
  operator === undefined || !servesPages(operator) ? undefined : pagesUrlOf(operator, hostname());

/** Who decides at the command line, as the audit keeps it: an account of the system, never a user of that name. */
export const systemActor = (): Author => ({
  ...{ kind: 'system', name: currentAccountName(), address: hostname() },
});

interface UserAccess {
  readonly accounts: AccountStore;
  readonly random: RandomBytes;
}

/** Changes something beside running gateways. */
export const changeUsers = <T>(site: UserSite, use: (access: UserAccess) => Promise<T>): Promise<T> =>
  withJournalBeside(site.journal, ({ accounts }) => use({ accounts, random: randomBytes }));

/** The token stands behind the `#`: browsers send it to no server, and no log has it. `page`: what is opened, else the overview. */
export const pagesLinkTo = (url: string, token: string, page?: '/mappings'): string =>
  `${url}welcome${page === undefined ? '' : `?to=${page}`}#${token}`;

/** The exit status is 1 when it was refused. */
export function printUserResult(what: string, result: UserResult, language: Language): void {
  const isRefused = result.kind === 'refused';
  const head = isRefused ? `${journalWords(language).REFUSED} ${what}` : what;
  console.log(`${head}: ${escapeControls(renderUserResult(result, language))}`);
  if (isRefused) process.exitCode = 1;
}

/** With the link, or the token to make one of where there are no pages. */
export function printLink(
  what: string,
  result: UserResult & { readonly token?: string },
  { url, language }: UserSite,
): void {
  printUserResult(what, result, language);
  if (result.token === undefined) return;
  console.log(url === undefined ? journalWords(language).noPages : pagesLinkTo(url, result.token));
}
