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
  title: (troubled: number, all: number, waiting: number) => {
    const wait = waiting === 1 ? 'one waits for the exchange' : `${waiting} wait for the exchange`;
    if (troubled === 0)
      return waiting === 0
        ? `All ${all} channels are OK.`
        : `${wait[0]?.toUpperCase()}${wait.slice(1)}; the others are OK.`;
    const look = `${troubled} of ${all} channels ${troubled === 1 ? 'needs' : 'need'} a look`;
    return waiting === 0 ? `${look}.` : `${look}; ${wait}.`;
  },
  othersFine: (fine: number) =>
    `The other ${fine} are OK. Troubled ones come first, then the ones used most.`,
  shown: (fitting: number, all: number) => (fitting === all ? `${all}` : `${fitting} of ${all}`),
  lastFile: 'Last file',
  todayInOut: 'Today in / delivered',
  inOut: (received: string, delivered: string) => `${received} / ${delivered}`,
  noNews: 'Ignored today, and why',
  check: 'Check now',
  checkOf: (name: string) => `Check now: ${name}`,
  checking: 'Checking…',
  wasChecked: (name: string, time: string) => `${name} was checked at ${time}.`,
  levels: { ok: 'OK', open: 'not proven', warn: 'warning', wrong: 'wrong' },
  more: (count: number) => `${count} more`,
};
