import { isLoopbackHost, parseListenAddress } from '../system/network-address.ts';
import type { OperatorSettings } from './schema/config-schema.ts';

/**
 * Do the pages stand behind that address? Where other machines could read along when somebody logs in, health and numbers are answered
 * alone.
 */
export const servesPages = ({ listen, tls, proxies }: OperatorSettings): boolean =>
  isLoopbackHost(parseListenAddress(listen).host) || tls !== undefined || proxies.length > 0;

/**
 * Where browsers find the pages, with a slash at its end. `listening`: what was really listened on, where the port was left open.
 */
export function pagesUrlOf(
  { url, listen, tls }: OperatorSettings,
  machine: string,
  listening?: string,
): string {
  if (url !== undefined) {
    const { origin, pathname } = new URL(url);
    return `${origin}${pathname.replace(/\/?$/, '/')}`;
  }
  const { host, port } = parseListenAddress(listening?.replace(/^\w+:\/\//, '') ?? listen);
  const name = isEverywhere(host) ? machine : host.includes(':') ? `[${host}]` : host;
  return `${tls === undefined ? 'http' : 'https'}://${name}:${port}/`;
}

/** It listens on all addresses of the machine. */
const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::';
