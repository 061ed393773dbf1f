import type { Said } from '../../journal/message.ts';
import type { Record, Unknown } from '../record.ts';
import type { Made } from '../result.ts';
import type { Difference } from './difference.ts';

/** What comparing one message came to. */
export type Verdict =
  | { readonly kind: 'same' }
  | { readonly kind: 'outcome'; readonly from: Made; readonly to: Made }
  | { readonly kind: 'content'; readonly differences: readonly Difference[] }
  /** Both stop it, for other reasons. */
  | { readonly kind: 'reason'; readonly from: Made; readonly to: Made }
  /** The running version does not give what the journal has. */
  | { readonly kind: 'not reproducible'; readonly why: string }
  /** What the edited version would have made before is not known. */
  | { readonly kind: 'not comparable'; readonly why: string }
  /** The world would have to answer: the exchange refused it, or something would have to be fetched. */
  | { readonly kind: 'cannot be told'; readonly why: string };

/** A message that was compared, and what came of it. */
export interface Compared {
  readonly record: Record;
  readonly verdict: Verdict;
  /** Was the running version held against the journal? Not where another version had made it. */
  readonly controlled: boolean;
  /** It is parked now, and the edited version would let it go on. */
  readonly freed: boolean;
}

/** One that could not be run at all. */
export interface NotRun {
  readonly id: number;
  readonly why: Unknown | string;
}

const stops: readonly (Said | 'unfetched')[] = ['park', 'wait', 'rejected', 'failed'];

export function verdictOf(
  { message, seen }: Record,
  running: Made,
  edited: Made,
  differences: readonly Difference[],
): Verdict {
  if (running.said === 'unfetched' || edited.said === 'unfetched')
    return edited.said === running.said
      ? { kind: 'same' }
      : { kind: 'cannot be told', why: 'the edited version would fetch what nobody fetched then' };
  if (running.said !== edited.said) return { kind: 'outcome', from: running, to: edited };
  if (running.said === 'deliver') {
    if (running.hash === edited.hash) return { kind: 'same' };
    const refused = seen.said === 'deliver' && message.outcome === 'rejected';
    if (refused)
      return { kind: 'cannot be told', why: 'the exchange refused it, and would be sent something else' };
    return { kind: 'content', differences };
  }
  const isOther = running.reason !== edited.reason && stops.includes(edited.said);
  return isOther ? { kind: 'reason', from: running, to: edited } : { kind: 'same' };
}

/** Is it parked by the running version, and would go on with the edited one? */
export const isFreed = ({ message }: Record, edited: Made): boolean =>
  message.state === 'parked' && !stops.includes(edited.said) && edited.said !== 'unfetched';
