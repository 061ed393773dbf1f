import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import type { WebhookSettings } from '../config/schema.ts';

/** Decides whether an Authorization header is the right one, in a time that tells nothing of it. */
export interface Gatekeeper {
  /** `address`: of the caller. */
  admits(authorization: string | undefined, address: string | undefined): boolean;
  /** For the WWW-Authenticate header of a 401; empty where credentials do not help. */
  readonly challenge: string;
}

export function gatekeeper(auth: WebhookSettings['auth']): Gatekeeper {
  if ('addresses' in auth) return { challenge: '', admits: allowed(auth.addresses) };
  if ('bearer' in auth) {
    const expected = digest(Buffer.from(auth.bearer));
    return {
      challenge: 'Bearer realm="gateway"',
      admits: (given) => same(expected, credentials(given, 'bearer')),
    };
  }
  const { user, password } = auth.basic;
  const expected = digest(Buffer.from(`${user}:${password}`));
  return {
    challenge: 'Basic realm="gateway", charset="UTF-8"',
    admits: (given) => same(expected, Buffer.from(credentials(given, 'basic').toString(), 'base64')),
  };
}

/** Is the caller in one of the networks? An address alone is a network of one. */
function allowed(networks: readonly string[]): Gatekeeper['admits'] {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return (_, address = '') => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    return isIP(plain) > 0 && list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
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
