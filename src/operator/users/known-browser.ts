import { timingSafeEqual } from 'node:crypto';
import { readSiteKey, type SiteKeyAccess, sign } from './secrets.ts';

/**
 * A browser in which a user has logged in before shows a mark that it was given then. Its wrong passwords count by themselves: who shares its
 * address (a terminal server, the proxy of an office) and types wrong ones cannot make the user wait. The mark lets nobody in.
 */

const purpose = 'known browser';

export async function createBrowserMark(access: SiteKeyAccess, name: string): Promise<string> {
  const id = Buffer.from(access.random(12)).toString('base64url');
  return `${id}.${await signatureOf(access, name, id)}`;
}

/** What the failures of this browser are counted by; undefined: the user has never logged in there. */
export async function readBrowserMark(
  access: SiteKeyAccess,
  name: string,
  mark: string,
): Promise<string | undefined> {
  const [id = '', signature = ''] = mark.split('.');
  const [given, right] = [signature, await signatureOf(access, name, id)].map((text) => Buffer.from(text));
  return given && right && given.length === right.length && timingSafeEqual(given, right) ? id : undefined;
}

const signatureOf = async (access: SiteKeyAccess, name: string, id: string): Promise<string> =>
  sign(await readSiteKey(access, purpose), `${name} ${id}`);
