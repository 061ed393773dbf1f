import type { MessageSelection } from '../../journal/journal.ts';
import type { MessageFilter } from '../model/messages-model.ts';
import { midnightOf } from './site-time.ts';

const day = 24 * 3_600_000;

/** What an address asks for, as the journal is asked. */
export function selectMessages(filter: MessageFilter, now: Date): MessageSelection {
  const { needs, kind, received, repeats, ...same } = filter;
  const isRefused = kind === 'refused';
  return {
    ...withoutAbsent(same),
    ...(needs === 'action' ? { needsAction: true } : {}),
    ...(kind === 'parked' ? { state: 'parked' } : {}),
    ...(isRefused ? { outcome: 'rejected' } : {}),
    ...(received === undefined ? {} : { since: sinceOf(received, now) }),
    ...(repeats === undefined
      ? {}
      : { without: ['ignored', 'duplicate', 'unchanged', 'superseded', 'outdated'] }),
  };
}

const sinceOf = (received: NonNullable<MessageFilter['received']>, now: Date): string => {
  const days = received === 'today' ? 0 : Number.parseInt(received, 10) - 1;
  return new Date(midnightOf(new Date(now.getTime() - days * day))).toISOString();
};

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
