import type { OutageSummary } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';
import type { Outcome } from '../../types.ts';

/** How a message stands now. A settled one stands as it ended. */
export type StandingName = Outcome | 'received' | 'ready' | 'waiting' | 'away' | 'parked' | 'inHand';

export interface MessageStanding {
  readonly name: StandingName;
  /** Of a waiting one: when it is tried again; RFC 3339, UTC. */
  readonly due?: string;
  /** Of one that waits for an exchange that is away: when that was asked last (RFC 3339, UTC), and how many wait for it. */
  readonly asked?: string;
  readonly waiting?: number;
  /** Of a parked one: it holds no successor back. */
  readonly released?: true;
}

/** `outage`: the one that is open. */
export function standingOf(message: StandingFacts, outage?: OutageSummary): MessageStanding {
  const { state, outcome, inHand, due, released } = message;
  if (outcome !== undefined) return { name: outcome };
  if (state === 'parked') return { name: 'parked', ...(released ? { released } : {}) };
  if (state === 'settled' || state === 'received') return { name: 'received' };
  if (inHand) return { name: 'inHand' };
  if (outage && waitsForExchange(message))
    return { name: 'away', asked: new Date(outage.asked).toISOString(), waiting: outage.waiting };
  return state === 'waiting' ? { name: 'waiting', due: new Date(due).toISOString() } : { name: 'ready' };
}

/** While an outage is open nothing is done with it. */
export const waitsForExchange = ({
  state,
  direction,
  inHand,
}: Pick<Message, 'state' | 'direction' | 'inHand'>): boolean =>
  direction === 'inbound' && !inHand && (state === 'ready' || state === 'waiting');

type StandingFacts = Pick<Message, 'state' | 'outcome' | 'inHand' | 'due' | 'released' | 'direction'>;
