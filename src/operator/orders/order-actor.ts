import type { Role } from '../../types.ts';
import type { OrderLine } from './line-answers.ts';
import type { OrderAnswer, OrderStanding } from './order-answer.ts';

/** Who has to act on an order: whoever decides in the gateway, the people of the ERP, or those who buy. */
export type Actor = 'nobody' | 'operator' | 'ERP' | 'purchasing';

const actors: Readonly<Partial<Record<OrderStanding, Actor>>> = {
  parked: 'operator',
  unreadable: 'operator',
  refused: 'ERP',
  overdue: 'ERP',
  task: 'purchasing',
};

export interface ActorFacts {
  readonly answer: OrderAnswer;
  readonly role: Role | undefined;
  readonly standing: readonly OrderLine[];
}

/** A line that the supplier rejected is the buyer's to change or to cancel, however well its documents went. */
export const findActor = (facts: ActorFacts): Actor =>
  actors[facts.answer.state] ?? (listRejectedLines(facts).length > 0 ? 'purchasing' : 'nobody');

/** Those that a supplier rejected, of an order of ours. */
export const listRejectedLines = ({ role, standing }: ActorFacts): readonly OrderLine[] =>
  role === 'buyer' ? standing.filter(({ answer }) => answer === 'rejected') : [];
