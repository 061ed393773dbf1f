import { randomUUID } from 'node:crypto';
import type { JsonObject } from './model/exact-json.ts';
import type { Change } from './orders/order-store.ts';
import { orderView } from './orders/order-view.ts';
import type { WebhookEvent } from './webhook-sender.ts';

/** The webhook for a change: the order with only the affected lines (specification, sections 2 and 6). */
export function buildChangeEvent({ order, eventName, lines }: Change): WebhookEvent {
  const { id, ...view } = orderView(order, lines);
  const meta = metaOf(order.companyId);
  const body = { eventName, orderEvent: { orderId: id, ...view, meta }, meta };
  return { eventName, id: order.id, kind: 'order', body: JSON.stringify(body) };
}

/** A webhook with any content: `member` is `orderEvent`, `orderDocumentsEvent` or `shipment`. */
export function buildEvent(
  eventName: string,
  id: string,
  member: 'orderEvent' | 'orderDocumentsEvent' | 'shipment',
  content: JsonObject,
  companyId: string,
): WebhookEvent {
  const kind = member === 'shipment' ? 'shipment' : 'order';
  return {
    eventName,
    id,
    kind,
    body: JSON.stringify({ eventName, [member]: content, meta: metaOf(companyId) }),
  };
}

const metaOf = (companyId: string): JsonObject => ({
  messageId: randomUUID(),
  source: { traceId: randomUUID(), companyId },
  createdDateTime: new Date().toISOString(),
});
