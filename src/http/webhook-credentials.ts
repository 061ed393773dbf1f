import { createHash, timingSafeEqual } from 'node:crypto';
import { inNetworks } from '../config/networks.ts';
import type { WebhookSettings } from '../config/schema/config-schema.ts';

/** Decides whether an Authorization header is the right one, in a time that tells nothing of it. */
export interface CallerCheck {
  /** `address`: of the caller. */
  isAdmitted(authorization: string | undefined, address: string | undefined): boolean;
  /** For the WWW-Authenticate header of a 401; empty where credentials do not help. */
  readonly challenge: string;
}

export function buildCallerCheck(auth: WebhookSettings['auth']): CallerCheck {
  if ('addresses' in auth) {
    const admitted = inNetworks(auth.addresses);
    return { challenge: '', isAdmitted: (_, address = '') => admitted(address) };
  }
  if ('bearer' in auth) {
    const expected = digest(Buffer.from(auth.bearer));
    return {
      challenge: 'Bearer realm="gateway"',
      isAdmitted: (given) => same(expected, credentials(given, 'bearer')),
    };
  }
  const { user, password } = auth.basic;
  const expected = digest(Buffer.from(`${user}:${password}`));
  return {
    challenge: 'Basic realm="gateway", charset="UTF-8"',
    isAdmitted: (given) => same(expected, Buffer.from(credentials(given, 'basic').toString(), 'base64')),
  };
}

/** What stands after the scheme; empty for another scheme. */
function credentials(authorization: string | undefined, scheme: string): Buffer {
  const [, name = '', rest = ''] = /^(\S+) +(.*)$/s.exec(authorization ?? '') ?? [];
  return Buffer.from(name.toLowerCase() === scheme ? rest.trim() : '');
}

/** Both sides hashed: equal lengths whatever was sent. */
function same(expected: Buffer, given: Buffer): boolean {
  return timingSafeEqual(expected, digest(given));
}

function digest(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
