import type { Words } from '../../en.ts';

export const lost: Words['lost'] = {
  title: (name: string) => `Wat ${name} verliest`,
  found: (count: number, messages: number) =>
    count === 0
      ? `Van ${messages === 1 ? '1 bericht' : `${messages} berichten`} gaat niets verloren.`
      : `Waarden op ${count === 1 ? '1 pad' : `${count} paden`} van ${messages === 1 ? '1 bericht' : `${messages} berichten`} gaan nergens heen.`,
  hint: 'De nieuwste berichten worden opnieuw doorlopen met uw concept, naast het werk van de gateway. Er wordt niets verstuurd.',
  howMany: 'Hoeveel berichten',
  newest: (count: number) => `de nieuwste ${count}`,
  count: 'Tel',
  countAgain: 'Tel opnieuw',
  counting: 'Berichten worden opnieuw doorlopen…',
  ran: (messages: number, reached: number) =>
    `${messages} opnieuw doorlopen met uw concept; ${reached} kwamen bij deze mapping.`,
  countedAt: (time) => `Geteld ${time}.`,
  notRun: (count: number) => `${count} konden niet opnieuw.`,
  stopped: 'Het is gestopt voordat alles was doorlopen.',
  caption: 'Paden waarvan waarden nergens heen gaan',
  path: 'In het document',
  suchAs: 'Zoals',
  messages: 'Berichten',
  parties: 'Partijen',
  act: 'Doen',
  note: 'Opmerking',
  of: (count: number, all: number) => `${count} van ${all}`,
  commercial: 'commercieel',
  noCounterpart: 'geen tegenhanger',
  map: 'Toewijzen…',
  mapTitle: 'Waar moet deze waarde heen?',
  mapHint: (free) =>
    `${free === 1 ? 'Eén lid van het doel wordt' : `${free} leden van het doel worden`} nog door geen mappingregel gevuld: kies waar de waarde heen gaat. Er komt een mappingregel voor in uw concept, en de editor toont wat die geeft. Wat in een gevuld lid hoort, voegt u daar aan de mappingregel toe.`,
  search: 'Zoek leden, op naam of betekenis',
  members: 'Leden van het doel',
  rule: 'Regel:',
  insert: 'Zet in mijn concept',
  ignore: 'Negeren…',
  ignored: (reason: string) => `genegeerd: ${reason}`,
  ignoreTitle: 'Deze waarde laten gaan?',
  ignoreHint: 'Het is één regel van ignored.csv in uw concept. Die telt als u publiceert, en kan terug.',
  nowIgnored: 'Genegeerd in uw concept.',
  ignoredTitle: 'Met opzet genegeerd',
  inDraft: 'in uw concept',
  takeBack: 'Terugnemen',
  unfilled: 'Regels die niets gaven',
  neverTrue: 'Voorwaarden die nooit golden',
  more: (count: number) => `nog ${count}`,
};
