import type { Words } from '../../en.ts';

export const lost: Words['lost'] = {
  title: (name: string) => `Wat ${name} verliest`,
  found: (count: number, messages: number) =>
    count === 0
      ? `Van ${messages === 1 ? '1 bericht' : `${messages} berichten`} gaat niets verloren.`
      : `Waarden op ${count === 1 ? '1 pad' : `${count} paden`} van ${messages === 1 ? '1 bericht' : `${messages} berichten`} gaan nergens heen.`,
  hint: 'De nieuwste berichten worden opnieuw verwerkt, met uw concept als u er een hebt, naast het werk van de gateway. Er wordt niets verstuurd.',
  howMany: 'Hoeveel berichten',
  newest: (count: number) => `de nieuwste ${count}`,
  count: 'Tel',
  countAgain: 'Tel opnieuw',
  counting: 'Berichten worden opnieuw verwerkt…',
  ran: (messages: number, reached: number) =>
    `${messages} opnieuw verwerkt; ${reached} ${reached === 1 ? 'kwam' : 'kwamen'} bij deze mapping.`,
  countedAt: (time) => `Geteld ${time}.`,
  notRun: (count: number) => `${count} ${count === 1 ? 'kon' : 'konden'} niet opnieuw worden verwerkt.`,
  stopped: 'Er is gestopt voordat alles was verwerkt.',
  caption: 'Paden waarvan waarden nergens heen gaan',
  path: 'In het document',
  suchAs: 'Bijvoorbeeld',
  messages: 'Berichten',
  parties: 'Relaties',
  act: 'Actie',
  note: 'Opmerking',
  of: (count: number, all: number) => `${count} van ${all}`,
  commercial: 'commercieel',
  noCounterpart: 'de andere kant heeft er geen plaats voor',
  counterpart: (place) => `aan de andere kant: ${place}`,
  map: 'Toewijzen…',
  mapTitle: 'Waar moet deze waarde heen?',
  mapHint: (free) =>
    `${free === 1 ? 'Eén veld van het doel wordt' : `${free} velden van het doel worden`} nog door geen mappingregel gevuld: kies waar de waarde heen gaat. Er komt een mappingregel voor in uw concept, en de editor toont wat die geeft. Wat in een gevuld veld hoort, voegt u daar aan de mappingregel toe.`,
  search: 'Zoek velden, op naam of betekenis',
  members: 'Velden van het doel',
  rule: 'Mappingregel:',
  insert: 'Zet in mijn concept',
  ignore: 'Negeren…',
  ignoreAct: 'Negeren',
  ignored: (reason: string) => `genegeerd: ${reason}`,
  ignoreTitle: 'Deze waarde negeren?',
  ignoreHint:
    'Het is één regel van ignored.csv in uw concept. Die telt als u publiceert, en u kunt hem terugnemen.',
  nowIgnored: 'Genegeerd in uw concept.',
  ignoredTitle: 'Met opzet genegeerd',
  inDraft: 'in uw concept',
  takeBack: 'Terugnemen',
  unfilled: 'Mappingregels die niets gaven',
  neverTrue: 'Voorwaarden die nooit waar waren',
  more: (count: number) => `nog ${count}`,
};
