import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** Milliseconds. */
interface TokenTimes {
  readonly access: number;
  readonly refresh: number;
}

export interface AuthOptions {
  readonly user: string;
  readonly password: string;
  readonly lifetimes: TokenTimes;
  /** Set-Authorization with `Bearer ` before the token. */
  readonly bearerPrefix: boolean;
  /** Tokens are JSON Web Tokens with `exp`; else opaque. */
  readonly jwt: boolean;
}

/** Who may call what (specification, sections 3 and 5): rotating refresh tokens, each good for one use. */
export class Sessions {
  readonly #options: AuthOptions;
  readonly #key = randomBytes(32);
  readonly #access = new Map<string, number>();
  readonly #refresh = new Map<string, number>();

  constructor(options: AuthOptions) {
    this.#options = options;
  }

  login(request: Request, response: Response): void {
    if (this.#basicIsGood(request)) this.#issue(response);
    else refuse(response, 'The credentials are not valid.');
  }

  /** Refresh and logout use the Refresh-Token header alone, never Authorization (section 5, rule 6). */
  refresh(request: Request, response: Response): void {
    if (request.headers.authorization !== undefined)
      refuse(response, 'Refresh takes no Authorization header.');
    else if (this.#spend(request)) this.#issue(response);
    else refuse(response, 'The refresh token is not valid.');
  }

  logout(request: Request, response: Response): void {
    if (request.headers.authorization !== undefined)
      refuse(response, 'Logout takes no Authorization header.');
    else if (this.#spend(request)) response.json({ ok: true });
    else refuse(response, 'The refresh token is not valid.');
  }

  /** Tokens end at once. */
  expire(which: 'access' | 'refresh' | 'all'): void {
    if (which !== 'refresh') this.#access.clear();
    if (which !== 'access') this.#refresh.clear();
  }

  /** Lets a request through with Bearer, and with Basic where section 5, rule 1 allows it. */
  require(means: { readonly basic: boolean }): RequestHandler {
    return (request: Request, response: Response, next: NextFunction) => {
      if (this.#bearerIsGood(request) || (means.basic && this.#basicIsGood(request))) next();
      else refuse(response, 'Not authenticated.');
    };
  }

  #issue(response: Response): void {
    const { lifetimes, bearerPrefix } = this.#options;
    const access = this.#token(lifetimes.access);
    const refresh = this.#token(lifetimes.refresh);
    this.#access.set(access, Date.now() + lifetimes.access);
    this.#refresh.set(refresh, Date.now() + lifetimes.refresh);
    response.set('Set-Authorization', bearerPrefix ? `Bearer ${access}` : access);
    response.set('Set-Refresh-Token', refresh);
    response.json({ ok: true });
  }

  #spend(request: Request): boolean {
    const token = request.get('refresh-token') ?? '';
    const until = this.#refresh.get(token) ?? 0;
    this.#refresh.delete(token);
    return until > Date.now();
  }

  #bearerIsGood(request: Request): boolean {
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    return (this.#access.get(token) ?? 0) > Date.now();
  }

  /** RFC 7617: UTF-8, the user ends at the first colon. */
  #basicIsGood(request: Request): boolean {
    const encoded = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const text = Buffer.from(encoded, 'base64').toString('utf8');
    return text === `${this.#options.user}:${this.#options.password}`;
  }

  #token(lasts: number): string {
    if (!this.#options.jwt) return randomUUID();
    const now = Date.now();
    const claims = { jti: randomUUID(), iat: Math.floor(now / 1000), exp: Math.ceil((now + lasts) / 1000) };
    const body = `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url(claims)}`;
    return `${body}.${createHmac('sha256', this.#key).update(body).digest('base64url')}`;
  }
}

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const refuse = (response: Response, error: string): void => void response.status(401).json({ error });
