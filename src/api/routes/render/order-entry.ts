import type { OrderStanding } from '../../../operator/orders/order-answer.ts';
import type { OrderSummary } from '../../../operator/orders/order-timeline.ts';
import type { RequiredAction } from '../../../operator/who-acts/who-acts.ts';
import { renderAnswerSentence, renderOrderAct } from '../../../wording/orders/render-answer.ts';
import { actingReader } from '../../kit/answer-who-acts.ts';
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

/** What the other party has said of lines counts more than how the documents went. */
const lineMarks: Readonly<Partial<Record<RequiredAction, Mark>>> = {
  'change-lines': 'refused',
  'answer-proposal': 'parked',
  'answer-change': 'parked',
};

/** An order in a list. */
export function buildOrderEntry(order: OrderSummary, context: RequestContext): OrderEntry {
  const { language } = context;
  const { number, role, parties, answer, messages } = order;
  const { who, action } = answer.act;
  const { advice, ...act } = renderOrderAct(answer, actingReader(context), language);
  return {
    ...(number === undefined ? {} : { number }),
    ...(role === undefined ? {} : { role }),
    parties: [...parties],
    mark: lineMarks[action] ?? marks[answer.state],
    state: answer.state,
    sentence: renderAnswerSentence(order, language),
    act: { who, action, ...act },
    advice,
    ...(answer.since === undefined ? {} : { since: answer.since }),
    lasts: answer.lasts,
    message: answer.message,
    documents: messages.length,
  };
}
