import type { CauseGroup } from '../../journal/journal.ts';
import type { Actor } from '../alarms/alarm-actors.ts';

/** Where whoever may decide on a parked message cannot end its cause. */
const actors: Readonly<Record<string, Actor>> = {
  'table-miss': 'mappings',
  'exchange-not-found': 'exchange',
  'line-status-disputed': 'purchasing',
};

/** Who has to act so that a group goes on. */
export const causeActorOf = ({ kind, code }: Pick<CauseGroup, 'kind' | 'code'>): Actor =>
  kind === 'refused' ? 'ERP' : (actors[code] ?? 'decider');
