import type { ExchangeSettings } from '../../config/schema/config-schema.ts';
import type { Authentication, Call } from './call.ts';

interface Operation {
  readonly method: Call['method'];
  /** As the specification prints it (section 4); `{id}` is filled in. */
  readonly path: string;
  readonly means: Authentication;
  readonly contentType?: string;
  readonly changes: boolean;
  readonly needsBody: boolean;
  readonly mayBePage?: true;
}

const json = 'application/json';
const sends = { changes: true, needsBody: false } as const;
const reads = { changes: false, needsBody: true } as const;

/**
 * The operations of the specification, section 4. Basic only where section 5, rule 1 allows it. Document metadata would
 * be allowed too, but section 4 prints Bearer for it, which holds in both readings.
 */
const operations = {
  'sci-connector/order': {
    method: 'PUT',
    path: '/sci-connector/order',
    means: 'token',
    contentType: 'application/xml',
    ...sends,
  },
  'api-connector/order': {
    method: 'POST',
    path: '/v2/api-connector/order',
    means: 'any',
    contentType: json,
    ...sends,
  },
  'api-connector/order-response': {
    method: 'POST',
    path: '/v2/api-connector/order-response',
    means: 'any',
    contentType: json,
    ...sends,
  },
  /** Not in the specification, and so behind a switch. */
  'api-connector/despatch-advice': {
    method: 'POST',
    path: '/v2/api-connector/shipment/despatch-advice',
    means: 'any',
    contentType: json,
    ...sends,
  },
  'order-search/search': {
    method: 'POST',
    path: '/v2/order-search/search',
    means: 'any',
    contentType: json,
    ...reads,
  },
  order: { method: 'GET', path: '/order/{id}', means: 'token', ...reads },
  shipment: { method: 'GET', path: '/shipment/{id}', means: 'token', ...reads },
  'object-storage/metadata': {
    method: 'GET',
    path: '/v2/object-storage/document/{id}/metadata',
    means: 'token',
    ...reads,
  },
  'object-storage/download': {
    method: 'GET',
    path: '/object-storage/download/{id}',
    means: 'token',
    mayBePage: true,
    ...reads,
  },
  /** Not in the specification, and so behind a switch. */
  'object-storage/upload': {
    method: 'POST',
    path: '/v2/object-storage/document',
    means: 'token',
    changes: true,
    needsBody: true,
  },
  'company-search': { method: 'GET', path: '/company-search?query={id}', means: 'token', ...reads },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

export interface CallArguments {
  readonly id?: string;
  readonly body?: Uint8Array;
  /** Instead of the operation's own. */
  readonly contentType?: string;
  readonly channel?: string | undefined;
  readonly onTurn?: Call['onTurn'];
  readonly signal?: AbortSignal | undefined;
}

/** What the settings say of paths. */
export type PathSettings = Pick<ExchangeSettings, 'profile' | 'paths'>;

/** The path of the `poll` profile. */
const pollPath = '/v2/order-search/poll';

/** Where an operation is: as the settings say, else as the specification prints it, where /v2 may be left open. */
function pathOf(name: OperationName, { profile, paths }: PathSettings): { path: string; given: boolean } {
  const given = paths[name];
  if (given !== undefined) return { path: given, given: true };
  const poll = name === 'order-search/search' && profile === 'poll';
  return { path: poll ? pollPath : operations[name].path, given: false };
}

/** One call of an operation. Where the specification prints no /v2 and no path is given, the call has that form too. */
export function buildCall(name: OperationName, settings: PathSettings, args: CallArguments): Call {
  const operation: Operation = operations[name];
  const place = pathOf(name, settings);
  const path = place.path.replace('{id}', () => encodeSegment(args.id ?? ''));
  const contentType = args.contentType ?? operation.contentType;
  return {
    operation: name,
    method: operation.method,
    path,
    ...(place.given || path.startsWith('/v2/') ? {} : { alternativePath: `/v2${path}` }),
    authentication: operation.means,
    headers: contentType === undefined ? {} : { 'content-type': contentType },
    changes: operation.changes,
    needsBody: operation.needsBody,
    ...(operation.mayBePage ? { mayBePage: true as const } : {}),
    ...(args.channel === undefined ? {} : { channel: args.channel }),
    ...(args.onTurn === undefined ? {} : { onTurn: args.onTurn }),
    ...(args.body === undefined ? {} : { body: args.body }),
    ...(args.signal === undefined ? {} : { signal: args.signal }),
  };
}

/** One segment of a path: `..` and `.` too, which percent-encoding would let through. Half a character has no encoding. */
const encodeSegment = (id: string): string =>
  /^\.{1,2}$/.test(id) ? id.replaceAll('.', '%2E') : encodeURIComponent(id.toWellFormed());

/** Any other GET. `token`: with our token; `own`: without credentials. */
export const buildGet = (path: string, means: 'token' | 'own'): Call => ({
  operation: means === 'token' ? `GET ${path}` : 'link',
  method: 'GET',
  path,
  authentication: means,
  headers: means === 'token' ? {} : { accept: '*/*' },
  mayBePage: true,
  ...reads,
});

/** Login with Basic; refresh and logout with the Refresh-Token header alone (specification, section 5, rule 6). */
export function buildAuthenticationCall(
  name: 'login' | 'refresh' | 'logout',
  headers: Readonly<Record<string, string>>,
  paths: PathSettings['paths'],
): Call {
  return {
    operation: `authentication/${name}`,
    method: name === 'logout' ? 'POST' : 'GET',
    path: paths[`authentication/${name}`] ?? `/v2/authentication/${name}`,
    authentication: 'own',
    headers,
    changes: false,
    needsBody: false,
  };
}
