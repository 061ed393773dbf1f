import type { Message } from '../../journal/model/message.ts';
import type { Role } from '../../types.ts';
import type { LineAnswer, OrderLine } from '../orders/line-answers.ts';
import type { OrderStanding } from '../orders/order-answer.ts';
import {
  erpImports,
  findWhoActsOnMessage,
  nobodyActs,
  type RequiredAction,
  tradingSide,
  type WhoActs,
} from './who-acts.ts';

export interface ActedOrder {
  readonly state: OrderStanding;
  /** The message that says so. Absent: nothing is known, or it is about a task. */
  readonly message?: Message;
  readonly role: Role | undefined;
  /** How each line stands between the parties. */
  readonly standing: readonly Pick<OrderLine, 'line' | 'answer'>[];
  /** Order lines of open tasks. */
  readonly taskLines: readonly string[];
  /** A document of the ERP about it is on its way. */
  readonly isErpHeard: boolean;
}

/**
 * Who has to act on an order: first on what stands still here, then, however well the documents went, on what the
 * other party has said of its lines.
 */
export function findWhoActsOnOrder(order: ActedOrder): WhoActs {
  const { state, message, role, taskLines } = order;
  if (state === 'task') return withLines({ who: tradingSide(role), action: 'do-in-portal' }, taskLines);
  if (state === 'overdue') return erpImports;
  const onMessage = message ? findWhoActsOnMessage(message) : nobodyActs;
  return onMessage.who === 'nobody' ? findWhoActsOnLines(order) : onMessage;
}

/** What the other party has said that is ours to answer, the weightiest first. */
const lineActions: Readonly<Record<Role, readonly (readonly [LineAnswer, RequiredAction])[]>> = {
  buyer: [
    ['rejected', 'change-lines'],
    ['proposed', 'answer-proposal'],
  ],
  supplier: [
    ['asked', 'answer-change'],
    ['open', 'answer-order'],
  ],
};

/** An order that the ERP has not read cannot be answered in it. */
const isUnread = (state: OrderStanding): boolean =>
  state === 'not-collected' || state === 'under-way' || state === 'waiting' || state === 'no-news';

function findWhoActsOnLines({ state, role, standing, isErpHeard }: ActedOrder): WhoActs {
  if (role === undefined || isErpHeard) return nobodyActs;
  for (const [said, action] of lineActions[role]) {
    const lines = standing.filter(({ answer }) => answer === said).map(({ line }) => line);
    if (lines.length > 0 && !(role === 'supplier' && isUnread(state)))
      return { who: tradingSide(role), action, lines };
  }
  return nobodyActs;
}

const withLines = (act: WhoActs, lines: readonly string[]): WhoActs =>
  lines.length === 0 ? act : { ...act, lines };
