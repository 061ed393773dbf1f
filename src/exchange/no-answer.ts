import { quoted, type Told, told } from '../findings/troubles.ts';
import type { Address } from './address.ts';

const unknownAuthority = told('tls-unknown', { authority: told('tls-authority') });

/** Network errors in words that an administrator can act on, by their code. */
const words: Readonly<Record<string, Told>> = {
  ECONNREFUSED: told('net-refused'),
  ECONNRESET: told('net-cut'),
  EPIPE: told('net-cut'),
  ENOTFOUND: told('net-unknown-host'),
  EAI_AGAIN: told('net-name-server'),
  EHOSTUNREACH: told('net-host'),
  ENETUNREACH: told('net-network'),
  ETIMEDOUT: told('net-timed-out'),
  UND_ERR_CONNECT_TIMEOUT: told('net-no-connection'),
  UND_ERR_SOCKET: told('net-cut'),
  CERT_HAS_EXPIRED: told('tls-expired'),
  CERT_NOT_YET_VALID: told('tls-not-yet'),
  CERT_REVOKED: told('tls-revoked'),
  DEPTH_ZERO_SELF_SIGNED_CERT: told('tls-self-signed', { authority: told('tls-authority') }),
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  CERT_UNTRUSTED: unknownAuthority,
  ERR_TLS_CERT_ALTNAME_INVALID: told('tls-other-host'),
  ERR_SSL_UNSUPPORTED_PROTOCOL: told('tls-old'),
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: told('tls-old'),
  ERR_SSL_WRONG_VERSION_NUMBER: told('tls-none'),
  ERR_SSL_PACKET_LENGTH_TOO_LONG: told('tls-none'),
  EPROTO: told('tls-odd'),
};

/** Ends a request whose deadline has passed; the reason of the abort. */
export class DeadlineError extends Error {
  readonly words: Told;

  constructor(milliseconds: number) {
    const words = told('net-deadline', { seconds: milliseconds / 1000 });
    super(words.en);
    this.words = words;
  }
}

/** Why there was no answer, in one sentence with the error's code. */
export function noAnswer({ origin }: Pick<Address, 'origin'>, error: unknown): Told {
  const why = whyNone(error);
  const proxy = proxyBehind(error, new URL(origin));
  return told('no-answer', { origin, why: proxy === undefined ? why : told('proxy-away', { proxy, why }) });
}

/** The proxy of the environment, where the error is about the way to it and not about the way from it. */
function proxyBehind(error: unknown, exchange: URL): string | undefined {
  const { https_proxy: small, HTTPS_PROXY: said = '' } = process.env;
  const proxy = URL.parse(small ?? said);
  if (proxy === null || !(error instanceof Error)) return undefined;
  const isItsName = 'hostname' in error && error.hostname === proxy.hostname;
  const isItsPort =
    'port' in error && portOf(proxy) === String(error.port) && portOf(proxy) !== portOf(exchange);
  return isItsName || isItsPort ? proxy.host : undefined;
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');

function whyNone(error: unknown): Told {
  if (!(error instanceof Error)) return quoted(String(error));
  if (error instanceof DeadlineError) return error.words;
  const refused = /^Proxy response \((\d+)\)/.exec(error.message)?.[1];
  if (refused !== undefined) return proxySays(refused);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === undefined) return quoted(error.message);
  return told('no-answer-code', { why: words[code] ?? secure(code) ?? quoted(error.message), code });
}

/** undici tells of it in the message alone. */
const proxySays = (status: string): Told =>
  status === '407' ? told('proxy-login') : told('proxy-refuses', { status });

/** OpenSSL's own words are for its makers; its code remains. */
const secure = (code: string): Told | undefined =>
  code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') || code.startsWith('ERR_OSSL_')
    ? told('tls-failed')
    : undefined;
