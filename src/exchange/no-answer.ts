import type { Address } from './address.ts';

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
  CERT_HAS_EXPIRED: "the exchange's certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the exchange's certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "the exchange's certificate comes from an authority that is not known here",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "the exchange's certificate comes from an authority that is not known here",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    "the exchange's certificate comes from an authority that is not known here",
  ERR_TLS_CERT_ALTNAME_INVALID: "the exchange's certificate is for another host name",
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'the exchange offers no TLS version from 1.2 on',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'the exchange offers no TLS version from 1.2 on',
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
  const text = (code === undefined ? undefined : words[code]) ?? error.message;
  return `No answer from ${address.origin}: ${text}${code === undefined ? '' : ` (${code})`}.`;
}
