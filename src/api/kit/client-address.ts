import { isIP } from 'node:net';
import type { Request } from 'express';

/** As express knows it: forwarded headers count only from proxies that the config names. One of IPv4 is written as such. */
export function addressOf({ ip = '' }: Pick<Request, 'ip'>): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(plain) === 0 ? 'unknown' : plain;
}
