import type { Words } from '../en.ts';

export const actors: Words['actors'] = {
  you: 'U',
  names: {
    nobody: 'Niemand',
    administrator: 'Een beheerder',
    decider: 'Iemand die mag beslissen',
    mappings: 'Een beheerder',
    purchasing: 'Inkoop',
    ERP: 'ERP-beheer',
    exchange: 'De helpdesk van de exchange',
  },
  hints: {
    nobody: 'het gaat vanzelf',
    administrator: 'zie wat te doen',
    decider: 'probeer opnieuw, pas aan of gooi weg',
    mappings: 'herstel de mapping of de tabellen',
    purchasing: 'regel het met de andere partij',
    ERP: 'herstel het en exporteer opnieuw',
    exchange: 'bel als het aanhoudt',
  },
};
