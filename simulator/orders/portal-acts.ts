import { z } from 'zod';
import { decimalOf, isDecimal } from '../model/exact-json.ts';
import type { Delivery, Prices, Values } from '../model/request-bodies.ts';
import {
  approve,
  cancel,
  complete,
  type Line,
  refuse,
  refuseReopen,
  respond,
  update,
} from './negotiate-line.ts';
import type { Change, Store } from './order-store.ts';

/** What a person does in the portal. Lines: all when none is named. */
export const actSchema = z.strictObject({
  /** The exchange's id, or the purchase order number. */
  order: z.string(),
  lines: z.array(z.string()).min(1).optional(),
  action: z.enum([
    // the supplier
    'accept',
    'reject',
    'propose',
    'refuseReopen',
    // the buyer
    'approve',
    'refuse',
    'reissue',
    'cancel',
    'complete',
    // either
    'resend',
  ]),
  /** For `propose` and `reissue`: of every delivery of the line. */
  date: z.iso.date().optional(),
  /** Of the line's first delivery. */
  quantity: z.custom<Delivery['quantity']>(isDecimal).optional(),
  /** Net price, in the currency that the line has. */
  price: z.union([z.string(), z.number()]).optional(),
  reason: z.string().optional(),
  /** For `resend`. */
  by: z.enum(['buyer', 'supplier']).default('supplier'),
});
type Act = z.output<typeof actSchema>;
export type ActInput = z.input<typeof actSchema>;

/** Carries it out; the changes are what the webhooks tell. Throws Refusal 404 for an unknown order or line. */
export function act(store: Store, input: ActInput): Change[] {
  const given = actSchema.parse(input);
  const { action } = given;
  if (action === 'resend') return resend(store, given);
  return store.act(given.order, given.lines, (line) => actions[action](line, given));
}

const actions: Readonly<
  Record<Exclude<Act['action'], 'resend'>, (line: Line, given: Act) => string | undefined>
> = {
  accept: (line) => respond(line, { ...plainResponse, accepted: true }),
  reject: (line, { reason }) => respond(line, { ...plainResponse, rejected: true, reason }),
  propose: (line, given) =>
    respond(line, { ...plainResponse, values: changedValuesOf(line, given), reason: given.reason }),
  refuseReopen,
  approve,
  refuse,
  reissue: (line, given) => update(line, changedValuesOf(line, given)),
  cancel,
  complete,
};

const plainResponse = { accepted: false, rejected: false, autoConfirm: false, values: {} };

/** The order is told again with all its lines; nothing changes. */
function resend(store: Store, { order: id, by }: Act): Change[] {
  const order = store.find(id);
  return [
    { order, eventName: by === 'buyer' ? 'OrderResentByBuyer' : 'OrderResentBySupplier', lines: order.lines },
  ];
}

/** The line's values with what the person entered. */
function changedValuesOf(line: Line, { date, quantity, price }: Act): Values {
  const { deliverySchedule = [], prices } = line.confirmed ?? line.issued;
  return {
    deliverySchedule: deliverySchedule.map((delivery, index) => ({
      ...delivery,
      ...(date === undefined ? {} : { date }),
      ...(quantity === undefined || index > 0 ? {} : { quantity }),
    })),
    prices: price === undefined ? prices : withPrice(prices, String(price)),
  };
}

function withPrice(prices: Prices | undefined, value: string): Prices {
  const { currencyIso = 'EUR' } = prices?.netPrice?.priceInTransactionCurrency ?? {};
  return { ...prices, netPrice: { priceInTransactionCurrency: { value: decimalOf(value), currencyIso } } };
}
