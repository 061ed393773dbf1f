import type { Words } from '../../en.ts';

export const mappings: Words['mappings'] = {
  listTitle: (all, changed) =>
    changed === 0 ? `${all} mappings, hier geen aangepast` : `${all} mappings, ${changed} van uzelf`,
  listHint:
    'Een mapping zegt waar elke waarde van een document heen gaat. Open er een om tijdens het typen te zien wat een wijziging doet.',
  listCaption: 'Mappings',
  name: 'Mapping',
  reads: 'Leest',
  makes: 'Maakt',
  origin: 'Herkomst',
  channels: 'Kanalen',
  version: 'Versie',
  handEdited: 'bestand sindsdien met de hand bewerkt',
  newFormat: 'Nieuw formaat uit een bestand…',
  origins: { delivered: 'meegeleverd', own: 'van uzelf', changed: 'van uzelf, over de meegeleverde' },
  noChannel: 'geen kanaal',
  onlyUsed: 'In gebruik, of van uzelf',
  onlyOwn: 'Van uzelf',
  all: 'Alle',
  allMappings: 'Alle mappings',
  filter: 'Mapping, formaat of kanaal',
  noneFits: 'Geen mapping past hierbij.',
};
