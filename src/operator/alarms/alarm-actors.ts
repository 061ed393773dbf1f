import type { AlarmCode } from '../health/health.ts';

/** Who has to act on it. `decider`: whoever may decide on messages. `nobody`: it goes on by itself. */
export type Actor = 'nobody' | 'administrator' | 'decider' | 'mappings' | 'purchasing' | 'ERP' | 'exchange';

/** By what is wrong. */
export const alarmActors: Readonly<Record<AlarmCode, Actor>> = {
  journal: 'administrator',
  'exchange-refuses': 'administrator',
  'exchange-away': 'exchange',
  folder: 'administrator',
  filing: 'administrator',
  search: 'exchange',
  mappings: 'mappings',
  'mappings-old': 'mappings',
  standstill: 'administrator',
  held: 'administrator',
  waiting: 'nobody',
  parked: 'decider',
  rejected: 'ERP',
  task: 'purchasing',
  'not-collected': 'ERP',
  untaken: 'ERP',
  clock: 'administrator',
  certificate: 'administrator',
  'certificate-ended': 'administrator',
  disk: 'administrator',
  silent: 'ERP',
  'not-ours': 'administrator',
  config: 'administrator',
  alarm: 'administrator',
  'gateway-gone': 'administrator',
  'lost-values': 'mappings',
};
