import { z } from 'zod';

/** A value of another type than expected is as good as none: what we read of an order must not depend on the rest. */
const text = z.string().min(1).optional().catch(undefined);
const number = z.number().optional().catch(undefined);

const line = z.looseObject({
  id: text,
  buyerLine: z.looseObject({ position: text }).optional().catch(undefined),
  lastUpdatedAt: text,
});

/** An order as search, GET and events give it (domain facts, 1.3 and 1.4): what the gateway itself reads of it. */
const order = z.looseObject({
  id: text,
  orderId: text,
  buyerOrder: z
    .looseObject({ companyId: text, purchaseOrderNumber: text, supplierAccountNumber: text })
    .optional()
    .catch(undefined),
  supplierOrder: z.looseObject({ companyId: text, buyerAccountNumber: text }).optional().catch(undefined),
  version: number,
  lastUpdatedAt: text,
  meta: z.looseObject({ messageId: text, lastUpdatedAt: text }).optional().catch(undefined),
  lines: z.array(line).optional().catch(undefined),
});
type Order = z.output<typeof order>;

const envelope = z.looseObject({
  eventName: text,
  meta: z.looseObject({ messageId: text }).optional().catch(undefined),
  orderEvent: order.optional().catch(undefined),
  singleDeliveryOrderEvent: order.optional().catch(undefined),
  orderDocumentsEvent: order.optional().catch(undefined),
});

const shipment = z.looseObject({ shipment: z.looseObject({}) });

export interface OrderIdentity {
  /** The exchange's id; made of company and number, as the exchange does, when the document has none. */
  readonly id: string;
  readonly purchaseOrderNumber?: string;
  readonly buyerCompanyId?: string;
  readonly supplierCompanyId?: string;
  readonly supplierAccountNumber?: string;
  readonly buyerAccountNumber?: string;
  readonly lastUpdatedAt?: string;
  readonly version?: number;
  /** `id`: the exchange's, else the buyer's position, else empty. */
  readonly lines: readonly {
    readonly id: string;
    readonly position?: string;
    readonly lastUpdatedAt?: string;
  }[];
  /** What the document is: a bare order, or the kind of event it came in. */
  readonly kind: 'order' | 'orderEvent' | 'orderDocumentsEvent';
  readonly eventName?: string;
  readonly messageId?: string;
  /** Documents are told of in the same call, beside an order event. */
  readonly documentsToo?: true;
}

/**
 * Who and what an order or an order event is about. Members and values that are not known are accepted. Undefined when
 * it is no JSON object, or neither an id nor company and purchase order number can be read: the message is its own key.
 */
export function orderIdentity(json: Uint8Array): OrderIdentity | undefined {
  const value = parsed(json);
  const event = envelope.safeParse(value);
  if (!event.success) return undefined;
  const { orderEvent, singleDeliveryOrderEvent, orderDocumentsEvent, eventName } = event.data;
  const inside = orderEvent ?? singleDeliveryOrderEvent ?? orderDocumentsEvent;
  const found = inside ?? order.parse(value);
  const kind =
    inside === undefined ? 'order' : inside === orderDocumentsEvent ? 'orderDocumentsEvent' : 'orderEvent';
  const id = idOf(found);
  if (id === undefined) return undefined;
  const messageId = event.data.meta?.messageId ?? found.meta?.messageId;
  const documentsToo = kind === 'orderEvent' && orderDocumentsEvent !== undefined ? true : undefined;
  return {
    id,
    kind,
    lines: linesOf(found),
    ...filled({ ...header(found), eventName, messageId, documentsToo }),
  };
}

/** Is it about a shipment, and no order? */
export const isShipment = (json: Uint8Array): boolean => shipment.safeParse(parsed(json)).success;

function parsed(json: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(json));
  } catch {
    return undefined; // no JSON: no identity
  }
}

function idOf({ orderId, id, buyerOrder }: Order): string | undefined {
  if (orderId ?? id) return orderId ?? id;
  const { companyId, purchaseOrderNumber } = buyerOrder ?? {};
  return companyId && purchaseOrderNumber ? `${companyId}-${purchaseOrderNumber}` : undefined;
}

const header = (found: Order) => ({
  purchaseOrderNumber: found.buyerOrder?.purchaseOrderNumber,
  buyerCompanyId: found.buyerOrder?.companyId,
  supplierCompanyId: found.supplierOrder?.companyId,
  supplierAccountNumber: found.buyerOrder?.supplierAccountNumber,
  buyerAccountNumber: found.supplierOrder?.buyerAccountNumber,
  lastUpdatedAt: found.lastUpdatedAt ?? found.meta?.lastUpdatedAt,
  version: found.version,
});

const linesOf = ({ lines = [] }: Order): OrderIdentity['lines'] =>
  lines.map(({ id, buyerLine, lastUpdatedAt }) => ({
    id: id ?? buyerLine?.position ?? '',
    ...filled({ position: buyerLine?.position, lastUpdatedAt }),
  }));

type Filled<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The members that have a value. */
function filled<T extends object>(members: T): Filled<T> {
  const result: Filled<T> = {};
  for (const key in members) {
    const value = members[key];
    if (isFilled(value)) result[key] = value;
  }
  return result;
}

const isFilled = <V>(value: V): value is Exclude<V, undefined> => value !== undefined;
