import type { Call, Means } from './call.ts';

interface Operation {
  readonly method: Call['method'];
  /** As the specification prints it (section 4); `{id}` is filled in. */
  readonly path: string;
  readonly means: Means;
  readonly contentType?: string;
  readonly changes: boolean;
  readonly needsBody: boolean;
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
    ...reads,
  },
  'company-search': { method: 'GET', path: '/company-search?query={id}', means: 'token', ...reads },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

export interface Arguments {
  readonly id?: string;
  readonly body?: Uint8Array;
  readonly signal?: AbortSignal | undefined;
}

/** One call of an operation. Where the specification prints no /v2, the call has that form too. */
export function callOf(name: OperationName, given: Arguments): Call {
  const operation: Operation = operations[name];
  const path = operation.path.replace('{id}', () => encoded(given.id ?? ''));
  return {
    operation: name,
    method: operation.method,
    path,
    ...(path.startsWith('/v2/') ? {} : { otherForm: `/v2${path}` }),
    means: operation.means,
    headers: operation.contentType === undefined ? {} : { 'content-type': operation.contentType },
    changes: operation.changes,
    needsBody: operation.needsBody,
    ...(given.body === undefined ? {} : { body: given.body }),
    ...(given.signal === undefined ? {} : { signal: given.signal }),
  };
}

/** One segment of a path: `..` and `.` too, which percent-encoding would let through. */
const encoded = (id: string): string =>
  /^\.{1,2}$/.test(id) ? id.replaceAll('.', '%2E') : encodeURIComponent(id);

/** Any other GET. `token`: with our token; `own`: without credentials. */
export const getOf = (path: string, means: 'token' | 'own', signal: AbortSignal | undefined): Call => ({
  operation: means === 'token' ? `GET ${path}` : 'link',
  method: 'GET',
  path,
  means,
  headers: means === 'token' ? {} : { accept: '*/*' },
  ...reads,
  ...(signal === undefined ? {} : { signal }),
});

/** Login with Basic; refresh and logout with the Refresh-Token header alone (specification, section 5, rule 6). */
export function authentication(
  name: 'login' | 'refresh' | 'logout',
  headers: Readonly<Record<string, string>>,
): Call {
  return {
    operation: `authentication/${name}`,
    method: name === 'logout' ? 'POST' : 'GET',
    path: `/v2/authentication/${name}`,
    means: 'own',
    headers,
    changes: false,
    needsBody: false,
  };
}
