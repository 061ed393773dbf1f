import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import type { Finding } from '../src/types.ts';
import type { Ledger } from './ledger.ts';
import { isObject, type JsonObject } from './model/exact-json.ts';
import {
  type OrderBody,
  parseDespatch,
  parseOrder,
  parseResponse,
  parseSearch,
  Refusal,
  type ResponseBody,
} from './model/request-bodies.ts';
import { type ObjectStorage, parseUpload, type StoredFile } from './object-storage.ts';
import { buildShipment } from './orders/build-shipment.ts';
import { refuseNumbers } from './orders/order-lines.ts';
import { type Arrange, searchPage } from './orders/order-search.ts';
import type { Change, Store } from './orders/order-store.ts';
import { parseSciOrder } from './orders/read-sci-order.ts';
import type { Sessions } from './token-sessions.ts';
import { buildChangeEvent, buildEvent } from './webhook-events.ts';
import type { Webhooks } from './webhook-sender.ts';

/** The parts that the operations work on. */
export interface Parts {
  readonly sessions: Sessions;
  readonly store: Store;
  readonly ledger: Ledger;
  readonly webhooks: Webhooks;
  readonly storage: ObjectStorage;
  readonly shipments: Map<string, JsonObject>;
  readonly companyId: string;
  readonly supplierCompanyId: string;
  readonly now: () => string;
  readonly companies: readonly JsonObject[];
  /** Holds an SCSN Order against the XSDs; findings of severity `error` refuse it. */
  readonly checkOrder: (bytes: Uint8Array) => readonly Finding[];
  readonly arrange: Arrange;
  /** Where the simulator is reached, for links. */
  readonly url: () => string;
}

/** The operations of the specification, section 4. Where it prints no /v2, both forms answer. */
export function addOperations(app: Express, parts: Parts): void {
  const { sessions, store } = parts;
  const basic = sessions.require({ basic: true });
  const bearer = sessions.require({ basic: false });
  app.get('/v2/authentication/login', (request, response) => sessions.login(request, response));
  app.get('/v2/authentication/refresh', (request, response) => sessions.refresh(request, response));
  app.post('/v2/authentication/logout', (request, response) => sessions.logout(request, response));
  app.post('/v2/api-connector/order', basic, only('json'), takeOrder(parts));
  app.post('/v2/api-connector/order-response', basic, only('json'), takeResponse(parts));
  app.post('/v2/api-connector/shipment/despatch-advice', basic, only('json'), takeDespatch(parts));
  app.put(bothForms('/sci-connector/order'), bearer, only('xml'), takeSciOrder(parts));
  app.post('/v2/order-search/search', basic, only('json'), (request, response) => {
    response.json(searchPage(store, parseSearch(bytesOf(request)), parts.arrange));
  });
  app.get(bothForms('/order/:id'), bearer, (request, response) =>
    sendFound(response, store.view(idOf(request))),
  );
  app.get(bothForms('/shipment/:id'), bearer, (request, response) =>
    sendFound(response, parts.shipments.get(idOf(request))),
  );
  app.get(bothForms('/company-search'), bearer, (request, response) =>
    response.json(companiesLike(parts.companies, String(request.query.query ?? ''))),
  );
  addStorage(app, parts, { basic, bearer });
}

function addStorage(
  app: Express,
  { storage, url }: Parts,
  { basic, bearer }: { readonly basic: RequestHandler; readonly bearer: RequestHandler },
): void {
  app.get('/v2/object-storage/document/:id/metadata', basic, (request, response) => {
    const id = idOf(request);
    const file = storage.get(id);
    const { filename, contentType } = file ?? {};
    sendFound(
      response,
      file && { id, filename, contentType, downloadUrl: `${url()}/presigned/${storage.link(id)}` },
    );
  });
  app.post('/v2/object-storage/document', basic, async (request, response) => {
    const file = await parseUpload(bytesOf(request), request.headers['content-type'] ?? '');
    response.json({ id: storage.add(file) });
  });
  app.get(bothForms('/object-storage/download/:id'), bearer, (request, response) =>
    sendFile(response, storage.get(idOf(request)), 404),
  );
  // A presigned link is its own credential; with another one beside it, storages refuse.
  app.get('/presigned/:id', (request, response) => {
    if (request.headers.authorization !== undefined)
      throw new Refusal(400, 'A presigned link takes no Authorization header.');
    sendFile(response, storage.follow(idOf(request)), 403);
  });
}

/** What is read is kept, noted in the ledger and told of. */
const take =
  <Body extends OrderBody | ResponseBody>(
    { ledger, webhooks }: Parts,
    operation: string,
    read: (bytes: Uint8Array) => Body,
    keep: (body: Body) => readonly Change[],
  ): RequestHandler =>
  (request, response) => {
    const bytes = bytesOf(request);
    const body = read(bytes);
    const changes = keep(body);
    ledger.add(operation, body.order.purchaseOrderNumber, bytes);
    response.json({ ok: true });
    for (const change of changes) webhooks.notify(buildChangeEvent(change));
  };

const takeOrder = (parts: Parts): RequestHandler =>
  take(parts, 'api-connector/order', parseOrder, (body) => parts.store.takeOrder(body));

const takeResponse = (parts: Parts): RequestHandler =>
  take(parts, 'api-connector/order-response', parseResponse, (body) => parts.store.takeResponse(body));

const takeSciOrder = (parts: Parts): RequestHandler =>
  take(parts, 'sci-connector/order', validOrder(parts), (body) => parts.store.takeOrder(body));

const validOrder =
  ({ checkOrder }: Parts) =>
  (bytes: Uint8Array): OrderBody => {
    const errors = checkOrder(bytes).filter(({ severity }) => severity === 'error');
    if (errors.length > 0)
      throw new Refusal(
        400,
        'The Order is not valid.',
        errors.map(({ line, message }) => `line ${line ?? '?'}: ${message}`),
      );
    return parseSciOrder(bytes);
  };

/** Not in the specification. The shipment is new or reissued, and is told of. */
const takeDespatch =
  (parts: Parts): RequestHandler =>
  (request, response) => {
    const bytes = bytesOf(request);
    const { ledger, now, companyId, supplierCompanyId } = parts;
    const body = parseDespatch(bytes);
    refuseNumbers(body.header.buyerAccountNumber, body.header.despatchAdviceNumber);
    ledger.add('api-connector/despatch-advice', body.header.despatchAdviceNumber, bytes);
    response.json({ ok: true });
    publishShipment(parts, buildShipment(body, { companyId, supplierCompanyId, now: now() }));
  };

/** Keeps a shipment and tells of it. */
export function publishShipment({ shipments, webhooks, companyId }: Parts, shipment: JsonObject): void {
  const id = String(shipment.id);
  const eventName = shipments.has(id) ? 'ShipmentReissuedBySupplier' : 'ShipmentIssuedBySupplier';
  shipments.set(id, shipment);
  webhooks.notify(buildEvent(eventName, id, 'shipment', shipment, companyId));
}

/** A path with and without /v2. */
const bothForms = (path: string): string[] => [path, `/v2${path}`];

/** Reads the body of any type as bytes. */
export const rawBody = (): RequestHandler => express.raw({ type: () => true, limit: '64mb' });

export const bytesOf = ({ body }: Request): Uint8Array =>
  body instanceof Uint8Array ? body : new Uint8Array();

const idOf = ({ params }: Request): string => String(params.id ?? '');

const types = { json: /^application\/json\b/i, xml: /^(application|text)\/xml\b/i } as const;

const only =
  (type: keyof typeof types): RequestHandler =>
  (request, _response, next) => {
    const given = request.headers['content-type'] ?? 'none';
    if (types[type].test(given)) return next();
    throw new Refusal(415, `The content type must be application/${type}, not ${given}.`);
  };

function sendFound(response: Response, object: JsonObject | undefined): void {
  if (!object) throw new Refusal(404, 'Not found.');
  response.json(object);
}

function sendFile(response: Response, file: StoredFile | undefined, otherwise: number): void {
  if (!file) throw new Refusal(otherwise, 'There is no such file, or the link is over.');
  response.type(file.contentType).attachment(file.filename).send(Buffer.from(file.bytes));
}

function companiesLike(companies: readonly JsonObject[], query: string): JsonObject {
  const wanted = query.toLowerCase();
  const data = companies.filter(
    (company) =>
      isObject(company) && (company.id === query || String(company.name).toLowerCase().includes(wanted)),
  );
  return { data, total: data.length };
}
