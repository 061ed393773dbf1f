export const channels = {
  channel: 'Channel',
  state: 'State',
  oldest: 'Oldest waiting since',
  lastHour: 'Last hour',
  today: 'Today',
  last24: 'Last 24 hours',
  nothingWaits: 'nothing waits',
  directions: { inbound: 'To the exchange:', outbound: 'To the ERP:' },
  sparkline: (received: string, parked: string, refused: string) =>
    `In 24 hours ${received} received, ${parked} parked, ${refused} refused`,
  fineOf: (fine: number, all: number) => (fine === all ? `${all}, all OK` : `${fine} of ${all} OK`),
  filter: 'Part of a channel’s name',
  onlyTroubled: 'Only those that need action',
  noneFits: 'No channel fits these filters.',
  more: (count: number) => `${count} more`,
};
