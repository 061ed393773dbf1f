import type { Words } from '../en.ts';

export const channels: Words['channels'] = {
  channel: 'Kanaal',
  state: 'Stand',
  oldest: 'Oudste wacht sinds',
  lastHour: 'Laatste uur',
  today: 'Vandaag',
  last24: 'Laatste 24 uur',
  nothingWaits: 'niets wacht',
  directions: { inbound: 'Naar de exchange:', outbound: 'Naar het ERP:' },
  sparkline: (received, parked, refused) =>
    `In 24 uur ${received} ontvangen, ${parked} geparkeerd, ${refused} geweigerd`,
  fineOf: (fine, all) => (fine === all ? `${all}, alle in orde` : `${fine} van ${all} in orde`),
  filter: 'Deel van de naam van een kanaal',
  onlyTroubled: 'Alleen waar actie nodig is',
  noneFits: 'Geen kanaal past bij deze filters.',
  more: (count) => `Nog ${count}`,
};
