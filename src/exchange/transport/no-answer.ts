import { explainFailure, LocalizedError } from '../../findings/localized-error.ts';
import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import type { BaseUrl } from './base-url.ts';

const unknownAuthority = localize('tls-unknown', { authority: localize('tls-authority') });

/** Network errors in words that an administrator can act on, by their code. */
const networkErrorTexts: Readonly<Record<string, LocalizedText>> = {
  ECONNREFUSED: localize('net-refused'),
  ECONNRESET: localize('net-cut'),
  EPIPE: localize('net-cut'),
  ENOTFOUND: localize('net-unknown-host'),
  EAI_AGAIN: localize('net-name-server'),
  EHOSTUNREACH: localize('net-host'),
  ENETUNREACH: localize('net-network'),
  ETIMEDOUT: localize('net-timed-out'),
  UND_ERR_CONNECT_TIMEOUT: localize('net-no-connection'),
  UND_ERR_SOCKET: localize('net-cut'),
  CERT_HAS_EXPIRED: localize('tls-expired'),
  CERT_NOT_YET_VALID: localize('tls-not-yet'),
  CERT_REVOKED: localize('tls-revoked'),
  DEPTH_ZERO_SELF_SIGNED_CERT: localize('tls-self-signed', { authority: localize('tls-authority') }),
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  CERT_UNTRUSTED: unknownAuthority,
  ERR_TLS_CERT_ALTNAME_INVALID: localize('tls-other-host'),
  ERR_SSL_UNSUPPORTED_PROTOCOL: localize('tls-old'),
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: localize('tls-old'),
  ERR_SSL_WRONG_VERSION_NUMBER: localize('tls-none'),
  ERR_SSL_PACKET_LENGTH_TOO_LONG: localize('tls-none'),
  EPROTO: localize('tls-odd'),
};

/** Ends a request whose deadline has passed; the reason of the abort. */
export class DeadlineError extends LocalizedError {
  constructor(milliseconds: number) {
    super(localize('net-deadline', { seconds: milliseconds / 1000 }));
  }
}

/** Why there was no answer, in one sentence with the error's code. */
export function explainNoAnswer({ origin }: Pick<BaseUrl, 'origin'>, error: unknown): LocalizedText {
  const why = noAnswerReason(error);
  const proxy = proxyBehind(error, new URL(origin));
  return localize('no-answer', {
    origin,
    why: proxy === undefined ? why : localize('proxy-away', { proxy, why }),
  });
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

function noAnswerReason(error: unknown): LocalizedText {
  if (!(error instanceof Error) || error instanceof LocalizedError) return explainFailure(error);
  const refused = /^Proxy response \((\d+)\)/.exec(error.message)?.[1];
  if (refused !== undefined) return proxySays(refused);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === undefined) return explainFailure(error);
  return localize('no-answer-code', {
    why: networkErrorTexts[code] ?? secure(code) ?? explainFailure(error),
    code,
  });
}

/** undici tells of it in the message alone. */
const proxySays = (status: string): LocalizedText =>
  status === '407' ? localize('proxy-login') : localize('proxy-refuses', { status });

/** OpenSSL's own words are for its makers; its code remains. */
const secure = (code: string): LocalizedText | undefined =>
  code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') || code.startsWith('ERR_OSSL_')
    ? localize('tls-failed')
    : undefined;
