import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { serverTime } from '../transport/answer.ts';

const claims = z.looseObject({ exp: z.number() });

/**
 * Milliseconds a token is good for, from the `exp` of a JSON Web Token (RFC 7519) held against the answer's own Date;
 * `otherwise` when the token cannot be read or would be over already.
 */
export function lifetimeOf(token: string, headers: IncomingHttpHeaders, otherwise: number): number {
  const expires = expiry(token);
  if (expires === undefined) return otherwise;
  const left = expires - serverTime(headers);
  return left > 0 ? left : otherwise;
}

/** Milliseconds since 1970; undefined when it is no JWT or has no `exp`. */
function expiry(token: string): number | undefined {
  const payload = token.split('.')[1];
  if (payload === undefined) return undefined;
  try {
    const read = claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
    return read.success ? read.data.exp * 1000 : undefined;
  } catch {
    return undefined; // an opaque token: its lifetime is the specification's
  }
}
