import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler, type Express } from 'express';
import type { Finding } from '../src/types.ts';
import { addControls, type Controls, putOrder, putShipment } from './control-api.ts';
import { addOperations, rawBody } from './exchange-api.ts';
import { type FaultInput, Faults } from './faults.ts';
import { Ledger, type LedgerEntry } from './ledger.ts';
import type { JsonObject } from './model/exact-json.ts';
import { Clock } from './model/increasing-clock.ts';
import { Refusal } from './model/request-bodies.ts';
import { ObjectStorage, type StoredFile } from './object-storage.ts';
import type { Arrange } from './orders/order-search.ts';
import { Store } from './orders/order-store.ts';
import { type ActInput, act } from './orders/portal-acts.ts';
import { addPublishedServices } from './published-services.ts';
import { type RequestEntry, RequestLog } from './request-log.ts';
import { Sessions } from './token-sessions.ts';
import { buildChangeEvent, buildEvent } from './webhook-events.ts';
import { type ReceiverInput, type WebhookDelivery, Webhooks } from './webhook-sender.ts';

export interface SimulatorOptions {
  /** 0: any free port. */
  readonly port?: number;
  /** Loopback only. */
  readonly host?: '127.0.0.1' | '::1';
  readonly user?: string;
  readonly password?: string;
  /** The one company, buyer and supplier of every order. */
  readonly companyId?: string;
  /** Another company as the supplier. */
  readonly supplierCompanyId?: string;
  readonly buyerAccountNumber?: string;
  /** Milliseconds. */
  readonly lifetimes?: { readonly access?: number; readonly refresh?: number; readonly link?: number };
  /** Set-Authorization as `Bearer TOKEN`. */
  readonly bearerPrefix?: boolean;
  /** Tokens with a readable `exp` (default), or opaque. */
  readonly jwt?: boolean;
  readonly webhooks?: readonly ReceiverInput[];
  /** For tests: what a search finds, before its page is cut out of it; called for every search. */
  readonly arrange?: Arrange;
  /** Holds an SCSN Order against the XSDs. Without it, an Order that is well-formed is taken. */
  readonly checkOrder?: (bytes: Uint8Array) => readonly Finding[];
}

/** An order exchange on loopback that behaves as the specification says, with handles for tests in the same process. */
export interface Simulator {
  readonly url: string;
  readonly companyId: string;
  readonly credentials: { readonly user: string; readonly password: string };
  ledger(): readonly LedgerEntry[];
  requests(): readonly RequestEntry[];
  deliveries(): readonly WebhookDelivery[];
  fault(fault: FaultInput): void;
  clearFaults(): void;
  setWebhooks(receivers: readonly ReceiverInput[]): void;
  /** What a person does in the portal; the names of the events that follow. */
  act(input: ActInput): string[];
  /** All orders as GET gives them, oldest change first. */
  orders(): readonly JsonObject[];
  /** See `POST /simulator/orders`. */
  putOrder(body: unknown): string;
  /** See `POST /simulator/shipments`. */
  putShipment(body: unknown): string;
  /** Calls the webhooks with any content; arguments of `buildEvent`, less the company. */
  sendEvent(
    eventName: string,
    id: string,
    member: 'orderEvent' | 'orderDocumentsEvent' | 'shipment',
    content: JsonObject,
  ): void;
  addFile(file: StoredFile): string;
  /** What was uploaded or added. */
  files(): readonly StoredFile[];
  expireTokens(which: 'access' | 'refresh' | 'all'): void;
  /** Orders, faults and all that it tells of before are gone; files, and who is logged in, stay. */
  forget(): void;
  /** Resolves when no webhook is under way. */
  waitForWebhooks(): Promise<void>;
  close(): Promise<void>;
}

export const defaults = {
  user: 'integration@example.com',
  password: 'simulator',
  companyId: '5f0c3b1e-7d2a-4e69-9b48-1c6a8f30d752',
  buyerAccountNumber: 'BUYER-1',
  lifetimes: { access: 10 * 60_000, refresh: 24 * 3_600_000, link: 60_000 },
} as const;

export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const closing = new AbortController();
  const address = { url: '' };
  const controls = createParts(options, closing.signal, () => address.url);
  const server = createServer(createApp(controls));
  const { port = 0, host = '127.0.0.1' } = options;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  address.url = `http://${host === '::1' ? '[::1]' : host}:${portOf(server.address())}`;
  return {
    url: address.url,
    ...handles(controls, options),
    close: async () => {
      closing.abort();
      await controls.webhooks.close();
      // first no more are accepted: one that came between would be waited for without end
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function createParts(options: SimulatorOptions, closing: AbortSignal, url: () => string): Controls {
  const companyId = options.companyId ?? defaults.companyId;
  const lifetimes = { ...defaults.lifetimes, ...options.lifetimes };
  const clock = new Clock();
  const webhooks = new Webhooks(closing);
  webhooks.set(options.webhooks ?? []);
  return {
    sessions: new Sessions({
      user: options.user ?? defaults.user,
      password: options.password ?? defaults.password,
      lifetimes,
      bearerPrefix: options.bearerPrefix ?? false,
      jwt: options.jwt ?? true,
    }),
    store: new Store({
      clock,
      companyId,
      supplierCompanyId: options.supplierCompanyId ?? companyId,
      buyerAccountNumber: options.buyerAccountNumber ?? defaults.buyerAccountNumber,
    }),
    ledger: new Ledger(),
    webhooks,
    storage: new ObjectStorage(lifetimes.link),
    shipments: new Map(),
    companies: [{ id: companyId, name: 'Simulated Company', roles: ['buyer', 'supplier'] }],
    checkOrder: options.checkOrder ?? (() => []),
    arrange: options.arrange ?? ((found) => found),
    faults: new Faults(closing),
    requests: new RequestLog(),
    companyId,
    supplierCompanyId: options.supplierCompanyId ?? companyId,
    now: () => clock.next(),
    url,
  };
}

function createApp(controls: Controls): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(controls.requests.handler, rawBody(), controls.faults.handler);
  addPublishedServices(app); // before /order/:id
  addOperations(app, controls);
  addControls(app, controls);
  app.use((request, response) => {
    response.status(404).type('text').send(`There is nothing at ${request.method} ${request.path}.`);
  });
  app.use(refusalHandler);
  return app;
}

/** A refusal as JSON that says why; anything else is a fault of the simulator or of HTTP, told with its status. */
const refusalHandler: ErrorRequestHandler = (error, _request, response, _next) => {
  if (error instanceof Refusal) {
    response.status(error.status).json({ error: error.message, details: error.details });
    return;
  }
  const status = typeof error.status === 'number' ? error.status : 500;
  response.status(status).json({ error: String(error) });
};

function handles(controls: Controls, options: SimulatorOptions): Omit<Simulator, 'url' | 'close'> {
  const { ledger, requests, webhooks, faults, storage, sessions, store } = controls;
  return {
    companyId: controls.companyId,
    credentials: { user: options.user ?? defaults.user, password: options.password ?? defaults.password },
    ledger: () => ledger.entries,
    requests: () => requests.entries,
    deliveries: () => webhooks.deliveries,
    fault: (fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    setWebhooks: (receivers) => webhooks.set(receivers),
    act: (input) => {
      const changes = act(store, input);
      for (const change of changes) webhooks.notify(buildChangeEvent(change));
      return changes.map(({ eventName }) => eventName);
    },
    orders: () => store.since(undefined).map(({ view }) => view()),
    putOrder: (body) => putOrder(controls, body),
    putShipment: (body) => putShipment(controls, body),
    sendEvent: (...what) => webhooks.notify(buildEvent(...what, controls.companyId)),
    addFile: (file) => storage.add(file),
    files: () => storage.all(),
    expireTokens: (which) => sessions.expire(which),
    forget: () => {
      for (const part of [faults, store, controls.shipments]) part.clear();
      for (const told of [ledger.entries, requests.entries, webhooks.deliveries]) told.length = 0;
    },
    waitForWebhooks: () => webhooks.waitUntilIdle(),
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The simulator listens on no port.');
  return address.port;
}
