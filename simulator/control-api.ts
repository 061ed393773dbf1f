import type { Express } from 'express';
import { z } from 'zod';
import { bytesOf, type Parts, publishShipment } from './exchange-api.ts';
import { type Faults, faultSchema } from './faults.ts';
import { isObject, type JsonObject } from './model/exact-json.ts';
import { parseBody, parseJsonBody, parseOrderValue, Refusal } from './model/request-bodies.ts';
import { act, actSchema } from './orders/portal-acts.ts';
import type { RequestLog } from './request-log.ts';
import { buildChangeEvent, buildEvent } from './webhook-events.ts';
import { receiverSchema } from './webhook-sender.ts';

export interface Controls extends Parts {
  readonly faults: Faults;
  readonly requests: RequestLog;
}

/** The simulator's own operations, without credentials: what tests and demonstrations look at and switch. */
export function addControls(app: Express, controls: Controls): void {
  const { ledger, faults, webhooks, requests, sessions } = controls;
  app.get('/simulator/ledger', (_request, response) => response.json(ledger.entries));
  app.get('/simulator/requests', (_request, response) => response.json(requests.entries));
  app.get('/simulator/deliveries', (_request, response) => response.json(webhooks.deliveries));
  app.get('/simulator/faults', (_request, response) => response.json(faults.list()));
  app.post('/simulator/faults', (request, response) => {
    faults.add(parseBody(faultSchema, parseJsonBody(bytesOf(request))));
    response.json({ ok: true });
  });
  app.delete('/simulator/faults', (_request, response) => {
    faults.clear();
    response.json({ ok: true });
  });
  app.get('/simulator/webhooks', (_request, response) => response.json(webhooks.list()));
  app.post('/simulator/webhooks', (request, response) => {
    webhooks.set(
      parseBody(
        z.union([z.array(receiverSchema), receiverSchema.transform((one) => [one])]),
        parseJsonBody(bytesOf(request)),
      ),
    );
    response.json({ ok: true });
  });
  app.post('/simulator/tokens', (request, response) => {
    sessions.expire(parseBody(expireSchema, parseJsonBody(bytesOf(request))).expire);
    response.json({ ok: true });
  });
  addActs(app, controls);
}

const expireSchema = z.strictObject({ expire: z.enum(['access', 'refresh', 'all']) });

function addActs(app: Express, controls: Controls): void {
  app.post('/simulator/act', (request, response) => {
    const changes = act(controls.store, parseBody(actSchema, parseJsonBody(bytesOf(request))));
    for (const change of changes) controls.webhooks.notify(buildChangeEvent(change));
    response.json({ events: changes.map(({ eventName }) => eventName) });
  });
  app.get('/simulator/orders', (_request, response) =>
    response.json(controls.store.since(undefined).map(({ view }) => view())),
  );
  app.post('/simulator/orders', (request, response) =>
    response.json({ id: putOrder(controls, parseJsonBody(bytesOf(request))) }),
  );
  app.post('/simulator/shipments', (request, response) =>
    response.json({ id: putShipment(controls, parseJsonBody(bytesOf(request))) }),
  );
  app.post('/simulator/events', (request, response) => {
    const { eventName, id, member, content } = parseBody(eventSchema, parseJsonBody(bytesOf(request)));
    controls.webhooks.notify(buildEvent(eventName, id, member, content, controls.companyId));
    response.json({ ok: true });
  });
  app.post('/simulator/documents', (request, response) => {
    const { filename, contentType, text, base64 } = parseBody(fileSchema, parseJsonBody(bytesOf(request)));
    const bytes = base64 === undefined ? Buffer.from(text) : Buffer.from(base64, 'base64');
    response.json({ objectId: controls.storage.add({ filename, contentType, bytes }) });
  });
}

const object = z.custom<JsonObject>(isObject, 'must be an object');
const eventSchema = z.strictObject({
  eventName: z.string(),
  id: z.string(),
  member: z.enum(['orderEvent', 'orderDocumentsEvent', 'shipment']).default('orderEvent'),
  content: object,
});
const fileSchema = z.strictObject({
  filename: z.string(),
  contentType: z.string().default('application/octet-stream'),
  text: z.string().default(''),
  base64: z.string().optional(),
});

/**
 * An order without the ERP: with `order` and `lines` (as the JSON operation takes it) it is issued and negotiated; with
 * `id` it is given back exactly as it is, `lastUpdatedAt` included. Returns its id.
 */
export function putOrder({ store, webhooks, now }: Controls, body: unknown): string {
  if (!isObject(body)) throw new Refusal(400, 'The body is no object.');
  if (typeof body.id !== 'string') {
    const order = parseOrderValue(body);
    const changes = store.takeOrder(order);
    for (const change of changes) webhooks.notify(buildChangeEvent(change));
    return store.idOf(order);
  }
  const lastUpdatedAt = typeof body.lastUpdatedAt === 'string' ? body.lastUpdatedAt : now();
  store.put({ id: body.id, lastUpdatedAt, json: { ...body, lastUpdatedAt } });
  return body.id;
}

/** Puts a shipment, given back exactly as it is, and tells of it. Returns its id. */
export function putShipment(controls: Controls, body: unknown): string {
  if (!isObject(body) || typeof body.id !== 'string') throw new Refusal(400, 'A shipment needs an id.');
  publishShipment(controls, body);
  return body.id;
}
