import { z } from 'zod';
import { isObject, omitUndefined, optionalText, parseBoundedJson } from './event-envelope.ts';

/** What the gateway itself reads of a shipment; the specification does not show its body. */
const line = z.object({
  purchaseOrderNumber: optionalText,
  supplierLine: z.object({ despatchAdviceNumber: optionalText }).optional().catch(undefined),
});
const lines = z.array(line).optional().catch(undefined);
const shipment = z.object({
  id: optionalText,
  shipmentId: optionalText,
  supplierShipment: z
    .object({ companyId: optionalText, shipmentNumber: optionalText })
    .optional()
    .catch(undefined),
  buyerShipment: z.object({ companyId: optionalText }).optional().catch(undefined),
  loadCarriers: z.array(z.object({ lines })).optional().catch(undefined),
  lines,
  lastUpdatedAt: optionalText,
  meta: z.object({ lastUpdatedAt: optionalText }).optional().catch(undefined),
});
type Shipment = z.output<typeof shipment>;

export interface ShipmentIdentity {
  /** The exchange's id, good for GET /shipment/{id}. */
  readonly id: string;
  /** The supplier's number of the shipment, else of its despatch advice. */
  readonly number?: string;
  /** Purchase orders that it holds goods of, each once. */
  readonly orders: readonly string[];
  readonly buyerCompanyId?: string;
  readonly lastUpdatedAt?: string;
}

/**
 * Is this body about a shipment and not about an order? Told by its members, since the specification shows no shipment
 * event: `shipment…`, or what only a shipment has.
 */
export function isShipment(value: unknown): boolean {
  if (!isObject(value)) return false;
  const names = Object.keys(value);
  if (
    names.some((name) => /^(order(Id|Event|DocumentsEvent)|singleDeliveryOrderEvent|buyerOrder)$/.test(name))
  )
    return false;
  const { eventName } = value;
  return (
    names.some((name) => /^(shipmentId|supplierShipment|buyerShipment)$/.test(name)) ||
    innerOf(value) !== value ||
    (typeof eventName === 'string' && eventName.startsWith('Shipment'))
  );
}

/**
 * Which shipment a body is about: a shipment as GET gives it, or an event in any shape in which an id is found. Undefined
 * when there is none, or it is about an order.
 */
export const readShipmentIdentity = (json: Uint8Array): ShipmentIdentity | undefined =>
  findShipmentIdentity(parseBoundedJson(json));

/** The same of a body that was parsed. */
export function findShipmentIdentity(value: unknown): ShipmentIdentity | undefined {
  if (!isObject(value)) return undefined;
  const inside = isShipment(value) ? innerOf(value) : value;
  const id = optionalText.parse(value.shipmentId) ?? idOf(inside);
  if (id === undefined || (!isShipment(value) && isOrder(value))) return undefined;
  return { id, ...detailsOf(shipment.parse(inside)) };
}

const isOrder = (value: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(value).some((name) => /^(order|buyerOrder|supplierOrder|singleDeliveryOrder)/.test(name));

/** The member that holds the shipment: `shipment`, `shipmentEvent` or whatever it may be called; else the body itself. */
function innerOf(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const held = Object.entries(value).find(([name, inner]) => name.startsWith('shipment') && isObject(inner));
  return held && isObject(held[1]) ? held[1] : value;
}

const idOf = (inside: Readonly<Record<string, unknown>>): string | undefined =>
  optionalText.parse(inside.shipmentId) ?? optionalText.parse(inside.id);

function detailsOf(found: Shipment): Omit<ShipmentIdentity, 'id'> {
  const all = [
    ...(found.loadCarriers ?? []).flatMap((carrier) => carrier.lines ?? []),
    ...(found.lines ?? []),
  ];
  const advice = all.find(({ supplierLine }) => supplierLine?.despatchAdviceNumber)?.supplierLine;
  return {
    orders: [...new Set(all.flatMap(({ purchaseOrderNumber }) => purchaseOrderNumber ?? []))],
    ...omitUndefined({
      number: found.supplierShipment?.shipmentNumber ?? advice?.despatchAdviceNumber,
      buyerCompanyId: found.buyerShipment?.companyId,
      lastUpdatedAt: found.meta?.lastUpdatedAt ?? found.lastUpdatedAt,
    }),
  };
}
