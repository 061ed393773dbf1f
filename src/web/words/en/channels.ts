import type { ChannelStateName } from '../../../api/model/overview-model.ts';

export const channels = {
  channel: 'Channel',
  state: 'State',
  oldest: 'Oldest waiting since',
  thisHour: 'This hour',
  today: 'Today',
  last24: 'Last 24 hours',
  nothingWaits: 'nothing waits',
  directions: { inbound: 'To the exchange:', outbound: 'To the ERP:' },
  states: {
    stopped: () => 'stands still',
    parked: (count: string) => `${count} to decide`,
    refused: (count: string) => `${count} refused`,
    uncollected: () => 'not collected',
    warning: () => 'warning',
    waiting: (count: string) => `${count} waiting`,
    'under-way': (count: string) => `${count} under way`,
    fine: () => 'OK',
  } as Readonly<Record<ChannelStateName, (count: string) => string>>,
  sparkline: (received: string, parked: string, refused: string) =>
    `In 24 hours ${received} received, ${parked} parked, ${refused} refused`,
  fineOf: (fine: number, all: number) => (fine === all ? `${all}, all OK` : `${fine} of ${all} OK`),
  filter: 'Part of a channel’s name',
  onlyTroubled: 'Only those that need action',
  noneFits: 'No channel fits these filters.',
  more: (count: number) => `${count} more`,
};
