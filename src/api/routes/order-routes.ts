import { summarizeChannels } from '../../config/load/channel-summary.ts';
import { askForOrders, type OrdersFound } from '../../operator/orders/ask-for-orders.ts';
import type { OrderQuestion } from '../../operator/orders/find-orders.ts';
import type { OrderSummary } from '../../operator/orders/order-timeline.ts';
import { orderWords } from '../../wording/orders/order-words.ts';
import type { Desk } from '../desk.ts';
import { ApiProblem } from '../kit/api-problem.ts';
import { type RequestContext, type Route, route } from '../kit/route.ts';
import { findAnswer, findInput, orderAnswer, orderInput } from '../model/order-model.ts';
import { maskEntry, maskOrder } from './render/mask-answers.ts';
import { buildOrderDetails } from './render/order-details.ts';
import { buildOrderEntry } from './render/order-entry.ts';

/** `/find` and `/orders/NUMBER`: where is that order? */
export const orderRoutes = (desk: Desk): readonly Route[] => [findRoute(desk), orderRoute(desk)];

const ask = (desk: Desk, question: OrderQuestion, all = false): Promise<OrdersFound> =>
  askForOrders(desk.journal.pages, question, {
    channels: summarizeChannels(desk.config().channels),
    now: desk.now().getTime(),
    all,
  });

const findRoute = (desk: Desk): Route =>
  route(
    {
      method: 'GET',
      path: '/find',
      role: 'read',
      forMasked: true,
      about: 'The orders that fit a number, the name of a file or a party, whole or else a part of it.',
      input: findInput,
      output: findAnswer,
    },
    async ({ q, party, since }, context) => {
      const found = await ask(desk, {
        ...(q === '' ? {} : { text: q }),
        ...(party === undefined ? {} : { party }),
        ...(since === undefined ? {} : { since: `${since}T00:00:00.000Z` }),
      });
      return listEntries(found, context);
    },
  );

/** Those that need action first; otherwise as they come: the newest first. */
function listEntries(found: OrdersFound, context: RequestContext) {
  const orders = found.kind === 'one' ? [found.order] : found.orders;
  const [urgent, others] = [orders.filter(needsAction), orders.filter((one) => !needsAction(one))];
  return {
    orders: [...urgent, ...others].map((order) => buildShownEntry(order, context)),
    needsAction: urgent.length,
    more: found.kind === 'several' && found.more,
  };
}

function buildShownEntry(order: OrderSummary, context: RequestContext) {
  const entry = buildOrderEntry(order, context);
  return context.caller.masked ? maskEntry(entry) : entry;
}

const needsAction = (order: OrderSummary): boolean => order.answer.act.who !== 'nobody';

const orderRoute = (desk: Desk): Route =>
  route(
    {
      method: 'GET',
      path: '/orders/:number',
      role: 'read',
      forMasked: true,
      about:
        'One order: the answer, where it is on its way, its lines, and what happened; or those among which the number does not choose.',
      input: orderInput,
      output: orderAnswer,
    },
    async ({ number, party, as, all }, context) => {
      const question = {
        text: number,
        ...(party === undefined ? {} : { party }),
        ...(as === undefined ? {} : { role: as }),
      };
      const found = await ask(desk, question, all === '1');
      if (found.kind === 'several' && found.orders.length === 0) throw noOrder(number);
      if (found.kind === 'several') return { kind: 'several' as const, found: listEntries(found, context) };
      const others = await listOthers(desk, found.order);
      const details = await buildOrderDetails(desk, found.order, others, context);
      return { kind: 'one' as const, order: context.caller.masked ? maskOrder(details) : details };
    },
  );

/** Other orders of the same number: of another party, or of our other side. */
async function listOthers(desk: Desk, order: OrderSummary): Promise<readonly OrderSummary[]> {
  if (order.number === undefined) return [];
  const found = await ask(desk, { text: order.number });
  return found.kind === 'one' ? [] : found.orders.filter(({ address }) => address !== order.address);
}

const noOrder = (asked: string): ApiProblem =>
  new ApiProblem(404, 'no-order', {
    en: orderWords('en').list.none(asked),
    nl: orderWords('nl').list.none(asked),
  });
