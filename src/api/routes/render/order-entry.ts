import { findActor } from '../../../operator/orders/order-actor.ts';
import type { OrderStanding } from '../../../operator/orders/order-answer.ts';
import type { OrderSummary } from '../../../operator/orders/order-timeline.ts';
import { renderActor, renderAdvice, renderAnswerSentence } from '../../../wording/orders/render-answer.ts';
import { mayAsk } from '../../kit/api-router.ts';
import type { RequestContext } from '../../kit/route.ts';
import type { Mark, OrderEntry } from '../../model/order-model.ts';

const marks: Readonly<Record<OrderStanding, Mark>> = {
  parked: 'parked',
  refused: 'refused',
  unreadable: 'refused',
  task: 'parked',
  overdue: 'warning',
  waiting: 'waiting',
  'under-way': 'underWay',
  'not-collected': 'waiting',
  sent: 'sent',
  published: 'published',
  collected: 'green',
  closed: 'discarded',
  discarded: 'discarded',
  'no-news': 'noNews',
  nothing: 'noNews',
};

/** An order in a list. */
export function buildOrderEntry(order: OrderSummary, { caller, language }: RequestContext): OrderEntry {
  const { number, role, parties, answer, messages } = order;
  const actor = findActor(order);
  return {
    ...(number === undefined ? {} : { number }),
    ...(role === undefined ? {} : { role }),
    parties: [...parties],
    mark: actor === 'purchasing' && answer.state !== 'task' ? 'refused' : marks[answer.state],
    state: answer.state,
    sentence: renderAnswerSentence(order, language),
    actor,
    actorText: renderActor(order, mayAsk(caller.role, 'operate'), language),
    advice: renderAdvice(order, language),
    ...(answer.since === undefined ? {} : { since: answer.since }),
    lasts: answer.lasts,
    message: answer.message,
    documents: messages.length,
  };
}
