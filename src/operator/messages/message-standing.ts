import type { Message } from '../../journal/model/message.ts';
import type { Outcome } from '../../types.ts';

/** How a message stands now. A settled one stands as it ended. */
export type StandingName = Outcome | 'received' | 'ready' | 'waiting' | 'parked' | 'inHand';

export interface MessageStanding {
  readonly name: StandingName;
  /** Of a waiting one: when it is tried again; RFC 3339, UTC. */
  readonly due?: string;
  /** Of a parked one: it holds no successor back. */
  readonly released?: true;
}

export function standingOf({ state, outcome, inHand, due, released }: StandingFacts): MessageStanding {
  if (outcome !== undefined) return { name: outcome };
  if (state === 'parked') return { name: 'parked', ...(released ? { released } : {}) };
  if (state === 'settled' || state === 'received') return { name: 'received' };
  if (inHand) return { name: 'inHand' };
  return state === 'waiting' ? { name: 'waiting', due: new Date(due).toISOString() } : { name: 'ready' };
}

type StandingFacts = Pick<Message, 'state' | 'outcome' | 'inHand' | 'due' | 'released'>;
