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
  title: (troubled, all, waiting) => {
    const wait = waiting === 1 ? 'één wacht op de exchange' : `${waiting} wachten op de exchange`;
    if (troubled === 0)
      return waiting === 0
        ? `Alle ${all} kanalen zijn in orde.`
        : `${waiting === 1 ? 'Eén wacht' : `${waiting} wachten`} op de exchange; de andere zijn in orde.`;
    const look = `${troubled} van ${all} kanalen ${troubled === 1 ? 'vraagt' : 'vragen'} aandacht`;
    return waiting === 0 ? `${look}.` : `${look}; ${wait}.`;
  },
  othersFine: (fine) => `De andere ${fine} zijn in orde. Eerst waar iets mis is, daarna de meest gebruikte.`,
  shown: (fitting, all) => (fitting === all ? `${all}` : `${fitting} van ${all}`),
  lastFile: 'Laatste bestand',
  todayInOut: 'Vandaag in / afgeleverd',
  inOut: (received, delivered) => `${received} / ${delivered}`,
  noNews: 'Vandaag genegeerd, en waarom',
  check: 'Controleer nu',
  checkOf: (name) => `Controleer nu: ${name}`,
  checking: 'Bezig…',
  wasChecked: (name, time) => `${name} is gecontroleerd om ${time}.`,
  levels: { ok: 'in orde', open: 'niet bewezen', warn: 'waarschuwing', wrong: 'fout' },
  more: (count) => `Nog ${count}`,
};
