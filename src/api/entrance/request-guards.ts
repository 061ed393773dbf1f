import type { Request, RequestHandler } from 'express';
import { isLoopbackHost } from '../../system/network-address.ts';
import { ApiProblem } from '../kit/api-problem.ts';

/**
 * Answers under our own names alone: a page elsewhere whose name is made to lead here (DNS rebinding) asks under its own. Health and numbers
 * are served before this.
 */
export function checkHost(names: readonly string[]): RequestHandler {
  const known = new Set(names.map((name) => name.toLowerCase()));
  const isKnown = (name: string): boolean => isLoopbackHost(name) || known.has(name);
  return (request, _response, next) => {
    next(hostsOf(request).every(isKnown) ? undefined : wrongHost());
  };
}

/** Without ports. What a proxy says that browsers asked for counts too. */
function hostsOf({ headers, app, socket }: Request): readonly string[] {
  const trusts: unknown = app.get('trust proxy fn');
  const isProxy = typeof trusts === 'function' && trusts(socket.remoteAddress ?? '', 0) === true;
  const forwarded = isProxy ? headers['x-forwarded-host'] : undefined;
  return [headers.host ?? '', ...(typeof forwarded === 'string' ? [forwarded] : [])].map(nameIn);
}

const nameIn = (host: string): string => host.trim().toLowerCase().replace(/:\d+$/, '');

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** Scripts with a token: no browser adds that by itself. */
export const hasToken = ({ headers }: Request): boolean => /^bearer /i.test(headers.authorization ?? '');

/**
 * What changes something comes from our own pages: a browser says from where (`Sec-Fetch-Site`, else `Origin`), and sends JSON, which no form
 * of another site can.
 */
export function checkWrite(origins: readonly string[]): RequestHandler {
  return (request, _response, next) => {
    if (isRead(request) || hasToken(request)) next(isJson(request) ? undefined : notJson());
    else if (!isFromOurPages(request, origins)) next(otherSite());
    else next(isJson(request) ? undefined : notJson());
  };
}

function isFromOurPages({ headers, protocol }: Request, origins: readonly string[]): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  return origin !== undefined && [...origins, `${protocol}://${host}`].includes(origin);
}

/** What has no body is as good. */
function isJson(request: Request): boolean {
  const { headers } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return !hasBody || request.is('application/json') === 'application/json';
}

const wrongHost = (): ApiProblem =>
  new ApiProblem(421, 'wrong-host', {
    en: 'The gateway does not answer under this name. Its names stand in http.operator of its config.',
    nl: 'De gateway antwoordt niet onder deze naam. Haar namen staan in http.operator van haar config.',
  });

const otherSite = (): ApiProblem =>
  new ApiProblem(403, 'other-site', {
    en: 'This did not come from a page of the gateway, and nothing was done.',
    nl: 'Dit kwam niet van een pagina van de gateway, en er is niets gedaan.',
  });

const notJson = (): ApiProblem =>
  new ApiProblem(415, 'not-json', {
    en: 'The gateway takes JSON alone (Content-Type: application/json).',
    nl: 'De gateway neemt alleen JSON (Content-Type: application/json).',
  });
