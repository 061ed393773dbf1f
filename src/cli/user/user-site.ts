import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { pagesUrlOf, servesPages } from '../../config/operator-pages.ts';
import type { OperatorSettings } from '../../config/schema/config-schema.ts';
import { fillTemplate } from '../../findings/create-finding.ts';
import type { AccountStore, Author } from '../../journal/journal.ts';
import { type JournalSettings, withJournalBeside } from '../../journal/open/open-journal.ts';
import type { RandomBytes } from '../../operator/users/secrets.ts';
import type { UserResult } from '../../operator/users/user-result.ts';
import { parseListenAddress } from '../../system/network-address.ts';
import { escapeControls } from '../../text/visible.ts';
import type { Language } from '../../types.ts';
import { renderUserResult } from '../../wording/users/render-user-result.ts';
import { currentAccountName, requireJournalConfig } from '../kit/journal-options.ts';
import { journalWords } from '../kit/journal-words.ts';

/** What commands about users work with. */
export interface UserSite {
  readonly journal: JournalSettings;
  readonly language: Language;
  readonly pages: PagesPlace;
}

/** Where the pages are, or why there are none; both as a key of the words of the command line. */
export type PagesPlace =
  /** With a slash at its end. `openPort`: `PORT` stands in it for one that nobody knows before the start. */
  | { readonly url: string; readonly note?: 'openPort' }
  | { readonly url?: undefined; readonly note: 'noOperator' | 'plainOperator' };

export async function openUserSite(config: string): Promise<UserSite> {
  const { journal, operator, language } = await requireJournalConfig(config);
  return { journal, language, pages: findPages(operator) };
}

function findPages(operator: OperatorSettings | undefined): PagesPlace {
  if (operator === undefined) return { note: 'noOperator' };
  if (!servesPages(operator)) return { note: 'plainOperator' };
  const url = pagesUrlOf(operator, hostname());
  const isOpen = operator.url === undefined && parseListenAddress(operator.listen).port === 0;
  return isOpen ? { url: url.replace(/:0\/$/, ':PORT/'), note: 'openPort' } : { url };
}

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

/** The token stands behind the `#`: browsers send it to no server, and no log has it. */
export const pagesLinkTo = (url: string, token: string): string => `${url}welcome#${token}`;

/** The exit status is 1 when it was refused. */
export function printUserResult(what: string, result: UserResult, language: Language): void {
  const isRefused = result.kind === 'refused';
  const head = isRefused ? `${journalWords(language).REFUSED} ${what}` : what;
  console.log(`${head}: ${escapeControls(renderUserResult(result, language))}`);
  if (isRefused) process.exitCode = 1;
}

/** With the link; where there are no pages, how to get them and when there can be a link. */
export function printLink(
  name: string,
  result: UserResult & { readonly token?: string },
  { pages: { url, note }, language }: UserSite,
): void {
  const words = journalWords(language);
  if (result.token === undefined) {
    printUserResult(`user ${name}`, result, language);
    return;
  }
  if (url === undefined) {
    console.log(`user ${name}: ${fillTemplate(words.linkLater, { name: String(result.values.name) })}`);
  } else {
    printUserResult(`user ${name}`, result, language);
    console.log(pagesLinkTo(url, result.token));
  }
  if (note !== undefined) console.log(words[note]);
}
