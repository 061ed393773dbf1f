import { z } from 'zod';
import { type Decimal, isDecimal, isObject, parseJson } from './exact-json.ts';

const identifier = z.string().regex(/^\S+$/, 'must be text without blanks');
const decimal = z.custom<Decimal>(isDecimal, 'must be a number');
const flag = z.boolean().optional();
const indicators = z
  .looseObject({
    accepted: flag,
    rejected: flag,
    cancelled: flag,
    completed: flag,
    autoConfirm: flag,
    proposeWhenAccepted: flag,
    cancelLineWhenMissing: flag,
  })
  .optional();
const members = z.array(z.looseObject({})).max(100, 'has more than 100 members').optional();

const delivery = z.looseObject({
  position: identifier.optional(),
  date: z.iso.date('must be a date such as 2026-03-16').optional(),
  quantity: decimal.optional(),
});
const price = z.looseObject({
  priceInTransactionCurrency: z.looseObject({
    value: decimal,
    currencyIso: z.string().regex(/^[A-Z]{3}$/, 'must be a currency code of three letters'),
  }),
});
const prices = z.looseObject({
  netPrice: price.optional(),
  grossPrice: price.optional(),
  discountPercentage: decimal.optional(),
  priceUnitQuantity: decimal.optional(),
});
const schedule = z.array(delivery).min(1).max(100, 'has more than 100 deliveries');

export type Delivery = z.output<typeof delivery>;
export type Prices = z.output<typeof prices>;

/** What buyer and supplier negotiate of a line. */
export interface Values {
  readonly deliverySchedule?: readonly Delivery[] | undefined;
  readonly prices?: Prices | undefined;
}

const linesOf = <Line extends z.ZodType>(line: Line) => z.array(line).max(500, 'has more than 500 lines');
const orderLine = z.looseObject({
  position: identifier,
  item: z.looseObject({ number: identifier.optional() }).optional(),
  deliverySchedule: schedule,
  prices: prices.optional(),
  indicators,
  documents: members,
});
export type OrderLineBody = z.output<typeof orderLine>;

const orderHeader = z.looseObject({
  companyId: z.uuid('must be a UUID').optional(),
  supplierAccountNumber: identifier,
  purchaseOrderNumber: identifier,
  destination: z.looseObject({}).optional(),
  indicators,
  documents: members,
});

/** Domain facts, 1.1. `lines` stand beside `order`; inside it they are understood too. */
const order = z.looseObject({
  order: orderHeader,
  lines: linesOf(orderLine),
});
const orderBody = z.preprocess(linesOutside, order);
export type OrderBody = z.output<typeof orderBody>;

const responseLine = z.looseObject({
  purchaseOrderLinePosition: identifier,
  deliverySchedule: schedule.optional(),
  prices: prices.optional(),
  indicators,
  reason: z.string().optional(),
  documents: members,
});
export type ResponseLineBody = z.output<typeof responseLine>;

/** Domain facts, 1.2. */
const responseBody = z.looseObject({
  order: z.looseObject({
    companyId: z.uuid('must be a UUID').optional(),
    buyerAccountNumber: identifier,
    purchaseOrderNumber: identifier,
    indicators,
    documents: members,
  }),
  lines: linesOf(responseLine).min(1),
});
export type ResponseBody = z.output<typeof responseBody>;

const despatchLine = z.looseObject({
  despatchAdviceLinePosition: identifier,
  purchaseOrderNumber: identifier,
  purchaseOrderLinePosition: identifier,
  deliverySchedulePosition: identifier.optional(),
  despatchQuantity: decimal,
  backorderQuantity: decimal.optional(),
});
export type DespatchLineBody = z.output<typeof despatchLine>;

/** Domain facts, 1.5; not in the specification. */
const despatchBody = z.looseObject({
  header: z.looseObject({
    supplierCompanyId: z.uuid('must be a UUID').optional(),
    buyerAccountNumber: identifier,
    despatchAdviceNumber: identifier,
    shipment: z.looseObject({ shipmentNumber: identifier }),
    documents: members,
  }),
  lines: linesOf(despatchLine).min(1),
});
export type DespatchBody = z.output<typeof despatchBody>;

const searchBody = z.looseObject({
  filters: z.looseObject({ lastUpdatedSince: z.iso.datetime({ offset: true }).optional() }).default({}),
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(100, 'must be 100 at the most').default(100),
});
export type SearchBody = z.output<typeof searchBody>;

/** What the simulator publishes of its bodies. */
export const publishedBodies = { order, response: responseBody, despatch: despatchBody, search: searchBody };

/** A request that is refused: status and what is wrong, one sentence each. */
export class Refusal extends Error {
  readonly status: number;
  readonly details: readonly string[];
  constructor(status: number, message: string, details: readonly string[] = []) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

export const parseOrder = (bytes: Uint8Array): OrderBody => parseBody(orderBody, parseJsonBody(bytes));
export const parseResponse = (bytes: Uint8Array): ResponseBody =>
  parseBody(responseBody, parseJsonBody(bytes));
export const parseDespatch = (bytes: Uint8Array): DespatchBody =>
  parseBody(despatchBody, parseJsonBody(bytes));
export const parseSearch = (bytes: Uint8Array): SearchBody => parseBody(searchBody, parseJsonBody(bytes));
export const parseOrderValue = (value: unknown): OrderBody => parseBody(orderBody, value);

/** Throws Refusal 400 with one detail for each thing that is wrong, each with its path. */
export function parseBody<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const details = result.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  throw new Refusal(400, 'The body is not valid.', details);
}

/** Throws Refusal 400 for what is no JSON in UTF-8. */
export function parseJsonBody(bytes: Uint8Array): unknown {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new Refusal(400, 'The body is no JSON in UTF-8.', [String(error)]);
  }
}

function linesOutside(value: unknown): unknown {
  if (!isObject(value) || value.lines !== undefined || !isObject(value.order)) return value;
  const { lines, ...order } = value.order;
  return { ...value, order, lines };
}
