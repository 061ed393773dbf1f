import { isIP } from 'node:net';

/** Of `127.0.0.1:8443` or `[::1]:8443`. */
export function parseListenAddress(where: string): { readonly host: string; readonly port: number } {
  const colon = where.lastIndexOf(':');
  return { host: where.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(where.slice(colon + 1)) };
}

/** Is it this machine? Names other than `localhost` are not, whatever they resolve to. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (host === 'localhost' || host === '::1') return true;
  return isIP(host) === 4 && host.startsWith('127.');
}
