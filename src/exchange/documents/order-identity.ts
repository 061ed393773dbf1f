import { z } from 'zod';
import { limits } from '../../limits.ts';
import { omitUndefined, optionalNumber, optionalText, parseBoundedJson } from './event-envelope.ts';
import { isShipment } from './shipment-identity.ts';

const request = z.object({ status: optionalText }).optional().catch(undefined);
const requests = z.object({ proposal: request, reopenRequest: request }).optional().catch(undefined);

const line = z.object({
  id: optionalText,
  buyerLine: z.object({ position: optionalText }).optional().catch(undefined),
  supplierLine: z.object({ salesOrderNumber: optionalText, requests }).optional().catch(undefined),
  status: z.object({ processStatus: optionalText }).optional().catch(undefined),
  lastUpdatedAt: optionalText,
});

/** An order as search, GET and events give it: what the gateway itself reads of it. */
const order = z.object({
  id: optionalText,
  orderId: optionalText,
  buyerOrder: z
    .object({
      companyId: optionalText,
      purchaseOrderNumber: optionalText,
      supplierAccountNumber: optionalText,
    })
    .optional()
    .catch(undefined),
  supplierOrder: z
    .object({ companyId: optionalText, buyerAccountNumber: optionalText })
    .optional()
    .catch(undefined),
  version: optionalNumber,
  lastUpdatedAt: optionalText,
  meta: z.object({ lastUpdatedAt: optionalText }).optional().catch(undefined),
  lines: z.array(line).optional().catch(undefined),
});
type Order = z.output<typeof order>;

const envelope = z.object({
  orderEvent: order.optional().catch(undefined),
  singleDeliveryOrderEvent: order.optional().catch(undefined),
  orderDocumentsEvent: order.optional().catch(undefined),
});

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
  /** The supplier's own numbers, each once, for people who search by them: one that no list could show is left out. */
  readonly salesOrders?: readonly string[];
  /** `id`: the exchange's, else the buyer's position, else empty. */
  readonly lines: readonly {
    readonly id: string;
    readonly position?: string;
    readonly lastUpdatedAt?: string;
    readonly processStatus?: string;
    /** The supplier asks for something, and nobody has answered. */
    readonly isAsked?: true;
  }[];
  /** What the document is: a bare order, or the kind of event it came in. */
  readonly kind: 'order' | 'orderEvent' | 'orderDocumentsEvent';
  /** Documents are told of in the same call, beside an order event. */
  readonly documentsToo?: true;
}

/**
 * Who and what an order or an order event is about. Members and values that are not known are accepted. Undefined when
 * it is no JSON object, is about a shipment, or neither an id nor company and purchase order number can be read.
 */
export const readOrderIdentity = (json: Uint8Array): OrderIdentity | undefined =>
  findOrderIdentity(parseBoundedJson(json));

/** The same of a body that was parsed. */
export function findOrderIdentity(value: unknown): OrderIdentity | undefined {
  if (isShipment(value)) return undefined;
  const event = envelope.safeParse(value);
  if (!event.success) return undefined;
  const { orderEvent, singleDeliveryOrderEvent, orderDocumentsEvent } = event.data;
  const inside = orderEvent ?? singleDeliveryOrderEvent ?? orderDocumentsEvent;
  const found = inside ?? order.parse(value);
  const kind =
    inside === undefined ? 'order' : inside === orderDocumentsEvent ? 'orderDocumentsEvent' : 'orderEvent';
  const id = idOf(found);
  if (id === undefined) return undefined;
  const documentsToo = kind === 'orderEvent' && orderDocumentsEvent !== undefined ? true : undefined;
  return {
    id,
    kind,
    lines: linesOf(found),
    ...omitUndefined({ ...header(found), salesOrders: salesOrdersOf(found), documentsToo }),
  };
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

function salesOrdersOf({ lines = [] }: Order): readonly string[] | undefined {
  const numbers = lines.map(({ supplierLine }) => supplierLine?.salesOrderNumber?.trim() ?? '');
  const usable = numbers.filter((number) => number.length <= limits.identifier && /^\P{C}+$/u.test(number));
  return usable.length === 0 ? undefined : [...new Set(usable)];
}

const linesOf = ({ lines = [] }: Order): OrderIdentity['lines'] =>
  lines.map(({ id, buyerLine, supplierLine, status, lastUpdatedAt }) => ({
    id: id ?? buyerLine?.position ?? '',
    ...omitUndefined({
      position: buyerLine?.position,
      lastUpdatedAt,
      processStatus: status?.processStatus,
      isAsked: hasOpenRequest(supplierLine?.requests),
    }),
  }));

const hasOpenRequest = (asked: z.output<typeof requests>): true | undefined =>
  asked?.proposal?.status === 'Open' || asked?.reopenRequest?.status === 'Open' ? true : undefined;
