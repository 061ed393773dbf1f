import { createHmac } from 'node:crypto';
import type { AccountStore } from '../../journal/journal.ts';
import { sha256 } from '../../text/sha256.ts';

/** So many bytes that nobody can guess. */
export type RandomBytes = (size: number) => Uint8Array;

/** A secret that is given away, and what is kept of it. */
export interface Secret {
  readonly text: string;
  readonly hash: string;
}

/** 256 bits, for an address or a header. `prefix`: by which people and scanners know what it is. */
export function createSecret(random: RandomBytes, prefix = ''): Secret {
  const text = prefix + Buffer.from(random(32)).toString('base64url');
  return { text, hash: hashSecret(text) };
}

/** A secret of 256 bits cannot be guessed from its hash: it needs no salt and no costly function. */
export const hashSecret = (text: string): string => sha256(text);

export interface SiteKeyAccess {
  readonly accounts: Pick<AccountStore, 'siteKey'>;
  readonly random: RandomBytes;
}

/** A key of the site for one purpose: the same after each start, and of no use for another one. */
export async function readSiteKey({ accounts, random }: SiteKeyAccess, purpose: string): Promise<string> {
  const key = await accounts.siteKey(Buffer.from(random(32)).toString('base64url'));
  return sign(key, purpose);
}

export const sign = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');
