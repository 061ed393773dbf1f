import { randomBytes } from 'node:crypto';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { sendJson } from '../../http/send-json.ts';
import type { AccountStore } from '../../journal/journal.ts';
import { createBrowserMark } from '../../operator/users/known-browser.ts';
import {
  type LoggedIn,
  type LoginAccess,
  logIn,
  logInByLink,
  type Origin,
  setPassword,
  setPasswordByLink,
} from '../../operator/users/login.ts';
import { findSessionOwner, findTokenOwner, logOut } from '../../operator/users/open-sessions.ts';
import type { PasswordCost } from '../../operator/users/password-hash.ts';
import { PasswordQueue } from '../../operator/users/password-queue.ts';
import type { Principal } from '../../operator/users/principal.ts';
import type { UserRefusal } from '../../operator/users/user-result.ts';
import { addressOf } from '../kit/client-address.ts';
import type { Entrance } from '../kit/entrance.ts';
import { readInput } from '../kit/route.ts';
import {
  type LoginAnswer,
  loginInput,
  logoutInput,
  passwordInput,
  type SessionAnswer,
  type WelcomeAnswer,
  welcomeInput,
} from '../model/session-model.ts';
import { checkHost, checkWrite, hasToken } from './request-guards.ts';
import { cookieCarrier, headerCarrier, type SessionCarrier } from './session-secret.ts';
import { problemOfRefusal, sessionOver } from './user-problem.ts';

export interface EntranceParts {
  readonly accounts: AccountStore;
  /** Where browsers find the pages. */
  readonly url: string;
  /** Other names of this machine, under which it may be asked. */
  readonly names: readonly string[];
  /** Tells instances on one machine apart; gateways that share a journal are one. */
  readonly instance: string;
  /** What every page shows of the site. */
  site(): SessionAnswer['site'];
  /** Less in tests. */
  readonly cost?: PasswordCost;
}

/** The entrance; `guard` stands before everything but health and numbers. */
export interface GuardedEntrance extends Entrance {
  readonly guard: RequestHandler;
}

export function createEntrance(parts: EntranceParts): GuardedEntrance {
  const { hostname, protocol, origin } = new URL(parts.url);
  const door = new Door(parts, protocol === 'https:' ? cookieCarrier(parts.instance) : headerCarrier);
  const handler = Router();
  handler.use(setHeaders, checkWrite([origin]));
  // what is said before anybody is logged in is short
  const body = express.json({ limit: '10kb' });
  handler.post('/login', body, door.logIn);
  handler.post('/welcome', body, door.welcome);
  handler.post('/password', body, door.setPassword);
  handler.post('/logout', body, door.logOut);
  handler.get('/session', door.tellSession);
  return {
    guard: checkHost([hostname, ...parts.names]),
    handler,
    identify: (request) => door.identify(request, true),
    observe: (request) => door.identify(request, false),
  };
}

/** An answer is data for our own pages: no other site may hold it, and no browser takes it for a document or a script. */
const setHeaders: RequestHandler = (_request, response, next) => {
  response.set({
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  });
  next();
};

/** What the routes of the entrance do. */
class Door {
  readonly #parts: EntranceParts;
  readonly #carrier: SessionCarrier;
  readonly #access: LoginAccess;

  constructor(parts: EntranceParts, carrier: SessionCarrier) {
    const { accounts, cost } = parts;
    this.#parts = parts;
    this.#carrier = carrier;
    const queue = new PasswordQueue();
    this.#access = { accounts, random: randomBytes, queue, ...(cost === undefined ? {} : { cost }) };
  }

  /** Rejects with ApiProblem where nobody is logged in. */
  async identify(request: Request, isUse: boolean): Promise<Principal> {
    const found = await this.#find(request, addressOf(request), isUse);
    if (found === undefined) throw sessionOver();
    return found;
  }

  async #find(request: Request, address: string, isUse: boolean): Promise<Principal | undefined> {
    if (hasToken(request)) {
      const [, token = ''] = (request.headers.authorization ?? '').split(' ');
      return await findTokenOwner(this.#access, token, address);
    }
    const secret = this.#carrier.read(request);
    return secret === undefined ? undefined : await findSessionOwner(this.#access, secret, address, isUse);
  }

  readonly logIn: RequestHandler = async (request, response) => {
    const { browser, ...credentials } = readInput(loginInput, request.body);
    const opened = await logIn(this.#access, credentials, { ...originOf(request), browser });
    this.#send(response, await this.#enter(response, opened));
  };

  readonly welcome: RequestHandler = async (request, response) => {
    const { token, password } = readInput(welcomeInput, request.body);
    const origin = originOf(request);
    const opened =
      password === undefined
        ? await logInByLink(this.#access, token, origin)
        : await setPasswordByLink(this.#access, token, password, origin);
    const answer: WelcomeAnswer =
      opened.kind === 'password' ? opened : { kind: 'in', login: await this.#enter(response, opened) };
    this.#send(response, answer);
  };

  readonly setPassword: RequestHandler = async (request, response) => {
    const principal = await this.identify(request, true);
    const change = readInput(passwordInput, request.body);
    const changed = await setPassword(this.#access, principal, change, originOf(request));
    this.#send(response, await this.#enter(response, changed));
  };

  readonly logOut: RequestHandler = async (request, response) => {
    const principal = await this.identify(request, true);
    const { everywhere } = readInput(logoutInput, request.body ?? {});
    await logOut(this.#access, principal, everywhere);
    this.#carrier.forget(response);
    this.#send(response, {});
  };

  readonly tellSession: RequestHandler = async (request, response) => {
    this.#send(response, this.#sessionOf(await this.identify(request, true)));
  };

  /** Rejects with ApiProblem for a refusal. */
  async #enter(response: Response, opened: LoggedIn | UserRefusal): Promise<LoginAnswer> {
    if (opened.kind === 'refused') throw problemOfRefusal(opened);
    const { owner, role, masked } = opened.session;
    const secret = this.#carrier.give(response, opened.secret);
    return {
      ...this.#sessionOf({ ...owner, role, masked }),
      ...(secret === undefined ? {} : { secret }),
      ...(owner.kind === 'user' ? { browser: await createBrowserMark(this.#access, owner.name) } : {}),
    };
  }

  #sessionOf({ name, kind, role, masked }: Omit<Principal, 'address'>): SessionAnswer {
    return { user: { name, kind, role, masked }, site: this.#parts.site() };
  }

  #send(response: Response, answer: object): void {
    sendJson(response.set('Cache-Control', 'no-store'), 200, answer);
  }
}

const originOf = (request: Request): Origin => ({
  address: addressOf(request),
  agent: request.headers['user-agent'] ?? '',
});
