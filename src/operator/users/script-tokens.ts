import type { AccountStore, Author, NewToken } from '../../journal/journal.ts';
import { createSecret, type RandomBytes } from './secrets.ts';
import { parseUserName } from './user-names.ts';
import { refused, succeeded, type UserDone, type UserRefusal, type UserResult } from './user-result.ts';

/** The token is shown this once. */
export interface TokenResult extends UserDone {
  readonly token: string;
}

/** By which people, and scanners of repositories, know what it is. */
const prefix = 'scsn_gateway_';

export async function addToken(
  { accounts, random }: { readonly accounts: AccountStore; readonly random: RandomBytes },
  given: Omit<NewToken, 'hash'>,
  by: Author,
): Promise<TokenResult | UserRefusal> {
  const name = parseUserName(given.name);
  if (name === undefined) return refused('name-unfit', { name: given.name });
  const { text: token, hash } = createSecret(random, prefix);
  if (!(await accounts.addToken({ ...given, name, hash }, by))) return refused('token-taken', { name });
  return { ...succeeded('token-added', { name }), token };
}

export async function removeToken(
  { accounts }: { readonly accounts: AccountStore },
  given: string,
  by: Author,
  reason = '',
): Promise<UserResult> {
  const name = parseUserName(given) ?? given;
  const isRemoved = await accounts.removeToken(name, { by, reason });
  return isRemoved ? succeeded('token-removed', { name }) : refused('no-token', { name });
}
