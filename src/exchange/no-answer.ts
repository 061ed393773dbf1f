import type { Address } from './address.ts';

const authority =
  'if it is right (ask the exchange, or who runs your proxy), name the PEM file of its authority in exchange.certificateAuthority';
const unknownAuthority = `the certificate it shows comes from an authority that is not known here: ${authority}`;

/** Network errors in words that an administrator can act on, by their code. */
const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused: nothing listens there, or a firewall answers',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ENOTFOUND: 'the host name is not known: check exchange.baseUrl and the name server',
  EAI_AGAIN: 'the name server does not answer',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'no connection within 10 seconds: check exchange.baseUrl, firewall and proxy',
  UND_ERR_SOCKET: 'the connection was cut',
  CERT_HAS_EXPIRED: `the certificate it shows has expired: have it renewed there; see that the clock of this machine is right`,
  CERT_NOT_YET_VALID:
    'the certificate it shows is not valid yet: see that the clock of this machine is right',
  CERT_REVOKED: 'the certificate it shows was revoked: ask the exchange for the reason',
  DEPTH_ZERO_SELF_SIGNED_CERT: `the certificate it shows is self-signed: ${authority}`,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  CERT_UNTRUSTED: unknownAuthority,
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate it shows is for another host name: check exchange.baseUrl',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'it offers no TLS version from 1.2 on',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'it offers no TLS version from 1.2 on',
  ERR_SSL_WRONG_VERSION_NUMBER: 'what answers there does not speak TLS: check port and proxy',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'what answers there does not speak TLS: check port and proxy',
  EPROTO: 'what answers there does not speak TLS as it should: check port and proxy',
};

/** Ends a request whose deadline has passed; the reason of the abort. */
export class DeadlineError extends Error {
  constructor(milliseconds: number) {
    super(`nothing came within ${milliseconds / 1000} s`);
  }
}

/** Why there was no answer, in one sentence with the error's code. */
export function noAnswer(address: Address, error: unknown): string {
  if (!(error instanceof Error)) return `No answer from ${address.origin}: ${String(error)}.`;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const refused = /^Proxy response \((\d+)\)/.exec(error.message)?.[1];
  if (refused !== undefined) return `No answer from ${address.origin}: ${proxySays(refused)}.`;
  const text = (code === undefined ? undefined : (words[code] ?? secure(code))) ?? error.message;
  return `No answer from ${address.origin}: ${text}${code === undefined ? '' : ` (${code})`}.`;
}

/** undici tells of it in the message alone. */
const proxySays = (status: string): string =>
  status === '407'
    ? 'the proxy wants a user and a password: give them in HTTPS_PROXY, as http://user:password@proxy:port (407)'
    : `the proxy refuses to lead there: ask who runs it (${status})`;

/** OpenSSL's own words are for its makers; its code remains. */
const secure = (code: string): string | undefined =>
  code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') || code.startsWith('ERR_OSSL_')
    ? 'the secure connection (TLS) could not be made: check certificate, port and proxy'
    : undefined;
