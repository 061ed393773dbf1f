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
