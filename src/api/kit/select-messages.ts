import type { MessageSelection } from '../../journal/journal.ts';
import type { MessageFilter } from '../model/messages-model.ts';
import { startOfPeriod } from './site-time.ts';

/** What an address asks for, as the journal is asked. */
export function selectMessages(filter: MessageFilter, now: Date): MessageSelection {
  const { needs, kind, received, repeats, ...same } = filter;
  const isRefused = kind === 'refused';
  return {
    ...withoutAbsent(same),
    ...(needs === 'action' ? { needsAction: true } : {}),
    ...(kind === 'parked' ? { state: 'parked' } : {}),
    ...(isRefused ? { outcome: 'rejected' } : {}),
    ...(received === undefined ? {} : { since: startOfPeriod(received, now) }),
    ...(repeats === undefined
      ? {}
      : { without: ['ignored', 'duplicate', 'unchanged', 'superseded', 'outdated'] }),
  };
}

type Same = Omit<MessageFilter, 'needs' | 'kind' | 'received' | 'repeats'>;

/** A key without a value is none for the journal. */
const withoutAbsent = ({
  state,
  outcome,
  channel,
  direction,
  finding,
  value,
  party,
  find,
}: Same): MessageSelection => ({
  ...(state === undefined ? {} : { state }),
  ...(outcome === undefined ? {} : { outcome }),
  ...(channel === undefined ? {} : { channel }),
  ...(direction === undefined ? {} : { direction }),
  ...(finding === undefined ? {} : { finding }),
  ...(value === undefined ? {} : { value }),
  ...(party === undefined ? {} : { party }),
  ...(find === undefined ? {} : { find }),
});
