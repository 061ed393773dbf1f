import { isSameJson, type JsonObject } from '../model/exact-json.ts';
import {
  type OrderLineBody,
  Refusal,
  type ResponseBody,
  type ResponseLineBody,
} from '../model/request-bodies.ts';
import { type Line, respond } from './negotiate-line.ts';
import { negotiatedValuesOf } from './negotiated-values.ts';
import type { Order } from './order-view.ts';

/** Accounts and numbers by which tests ask for a refusal. */
export function refuseNumbers(account: string, number: string): void {
  if (account.startsWith('UNKNOWN')) throw new Refusal(404, `Account number ${account} is not known.`);
  if (number.includes('REFUSE')) throw new Refusal(400, `Purchase order number ${number} is refused.`);
}

/** Throws Refusal 404. */
export function requireLine(order: Order, position: string): Line {
  const line = order.lines.find((candidate) => candidate.position === position);
  if (!line) throw new Refusal(404, `Order ${order.purchaseOrderNumber} has no line ${position}.`);
  return line;
}

/** A line that comes in for the first time. */
export const newLine = (given: OrderLineBody): Line => ({
  position: given.position,
  buyer: {},
  issued: negotiatedValuesOf(given),
  supplier: {},
  process: 'Issued',
  proposeWhenAccepted: false,
  lastUpdatedAt: '',
});

/** Takes one line of a response; the name of the event that follows, or undefined. */
export function applyResponseLine(
  order: Order,
  line: Line,
  given: ResponseLineBody,
  { order: header }: ResponseBody,
): string | undefined {
  const {
    purchaseOrderLinePosition: _position,
    deliverySchedule: _schedule,
    prices: _prices,
    ...other
  } = given;
  const { indicators: _indicators, reason, ...supplier } = other;
  const news = Object.entries(supplier).some(([name, value]) => !isSameJson(line.supplier[name], value));
  line.supplier = { ...line.supplier, ...supplier };
  const own = given.indicators?.accepted !== undefined || given.indicators?.rejected !== undefined;
  const indicators = own ? given.indicators : header.indicators;
  const event = respond(line, {
    accepted: indicators?.accepted ?? false,
    rejected: indicators?.rejected ?? false,
    autoConfirm: order.autoConfirm,
    values: negotiatedValuesOf(given),
    reason,
  });
  return event ?? (news ? 'OrderLinesUpdatedBySupplier' : undefined);
}

/** The members without issue times: those are new with every message and are no change. */
export function omitTimes(members: JsonObject): JsonObject {
  const { erpIssueDateTime: _issued, erpLastChangeDateTime: _changed, ...rest } = members;
  return rest;
}
