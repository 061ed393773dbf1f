import { findOrders, type OrderQuestion, type OrderReader } from './find-orders.ts';
import {
  buildTimeline,
  type OrderSummary,
  type OrderTimeline,
  summarizeOrder,
  type View,
} from './order-timeline.ts';

/** One order with all that happened, or those among which the question does not choose. */
export type OrdersFound =
  | { readonly kind: 'one'; readonly order: OrderTimeline }
  | {
      readonly kind: 'several';
      /** The newest first; none: there is no such order. */
      readonly orders: readonly OrderSummary[];
      /** There are more. */
      readonly more: boolean;
    };

/** `all`: what nobody had to hear of is told in full too. */
export async function askForOrders(
  journal: OrderReader,
  question: OrderQuestion,
  asked: View & { readonly all: boolean },
): Promise<OrdersFound> {
  const { orders, more } = await findOrders(journal, question);
  const view = { ...asked, outage: await journal.findOutage() };
  const [first, ...others] = orders;
  if (first && others.length === 0 && !more)
    return { kind: 'one', order: await buildTimeline(journal, first, view) };
  const summaries = await Promise.all(orders.map((order) => summarizeOrder(journal, order, view)));
  return { kind: 'several', orders: summaries, more };
}

const listFound = (found: OrdersFound): readonly OrderSummary[] =>
  found.kind === 'one' ? [found.order] : found.orders;

/** Does somebody have to act on one of them? Undefined: there is none. */
export function needsAction(found: OrdersFound): boolean | undefined {
  const orders = listFound(found);
  return orders.length === 0 ? undefined : orders.some(({ answer }) => answer.act.who !== 'nobody');
}
