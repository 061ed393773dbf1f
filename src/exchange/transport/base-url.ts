import { isLoopbackHost } from '../../system/network-address.ts';

/** The base URL of the settings cannot be used. `code` is stable. */
export class BaseUrlError extends Error {
  readonly code: 'exchange-not-https' | 'exchange-url-credentials';
  constructor(code: BaseUrlError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Where the exchange is: origin, and the path before every operation's path (no slash at its end). */
export interface BaseUrl {
  readonly origin: string;
  readonly prefix: string;
  readonly loopback: boolean;
}

/**
 * Reads {base_url}. Only HTTPS is supported (specification, section 1); plain HTTP is for tests on loopback.
 * Throws BaseUrlError.
 */
export function parseBaseUrl(baseUrl: string): BaseUrl {
  const url = new URL(baseUrl);
  const loopback = isLoopbackHost(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) {
    throw new BaseUrlError(
      'exchange-not-https',
      `exchange.baseUrl ${url.origin} is not https. The exchange supports HTTPS only; plain http is accepted on loopback alone. Write https:// in exchange.baseUrl.`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new BaseUrlError(
      'exchange-url-credentials',
      'exchange.baseUrl holds a user or password. Put them into exchange.auth.',
    );
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, ''), loopback };
}
