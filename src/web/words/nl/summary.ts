import type { Words } from '../en.ts';

const number = (count: number): string => count.toLocaleString('nl-NL');
const documents = (count: number): string => (count === 1 ? '1 document' : `${number(count)} documenten`);

export const summary: Words['summary'] = {
  allIsWell: 'Alles is in orde.',
  nobody: 'Niemand hoeft iets te doen.',
  exchangeAway: (time) => `De exchange antwoordt niet meer sinds ${time}.`,
  trouble: (title, about, time) => `${title}${about === '' ? '' : ` (${about})`}, sinds ${time}.`,
  waitForDecision: (count, time) =>
    `${documents(count)} ${count === 1 ? 'wacht' : 'wachten'} op een beslissing, sinds ${time}.`,
  wereRefused: (count) => `${documents(count)} ${count === 1 ? 'is' : 'zijn'} geweigerd.`,
  needAlso: (parked, refused) => {
    const decision = `Voor ${documents(parked)} is een beslissing nodig`;
    if (refused === 0) return `${decision}, om andere redenen: zie hieronder.`;
    if (parked === 0)
      return `Voor ${documents(refused)} is herstel in het ERP nodig, om andere redenen: zie hieronder.`;
    return `${decision} en voor ${number(refused)} herstel in het ERP, om andere redenen: zie hieronder.`;
  },
  decideThem: (refused) =>
    refused === 0
      ? 'Iemand moet beslissen.'
      : `Iemand moet beslissen; nog ${number(refused)} ${refused === 1 ? 'vraagt' : 'vragen'} herstel in het ERP.`,
  fixThem: 'ERP-beheer moet ze herstellen en opnieuw exporteren.',
  seeBelow: 'Zie hieronder.',
  moreWait: (count) =>
    `${number(count)} ${count === 1 ? 'ander wacht; dat gaat vanzelf' : 'andere wachten; die gaan vanzelf, op volgorde'}. Er gaat niets verloren.`,
  today: (count, ago) =>
    `${documents(count)} vandaag${ago === undefined ? '' : `, het laatste ${ago} geleden`}.`,
  moreTroubles: (count) =>
    count === 1
      ? 'Er is nog iets mis: zie hieronder.'
      : `Er zijn nog ${number(count)} dingen mis: zie hieronder.`,
  dependsOn: 'Waar het van afhangt',
  dependencies: {
    exchange: 'Exchange',
    folders: 'Mappen',
    journal: 'Journaal',
    disk: 'Schijf',
    certificate: 'Certificaat',
    backup: 'Laatste back-up',
    mail: 'Alarmmail',
    webhook: 'Alarmwebhook',
  },
  answers: 'antwoordt',
  isWell: 'in orde',
  until: (day) => `tot ${day}`,
  lastSent: (time) => `laatst verstuurd ${time}`,
  notWell: 'niet in orde',
  notWellSince: (time) => `niet in orde sinds ${time}`,
  folders: (usable, of) => `${number(usable)} van ${number(of)}`,
  free: (gigabytes, megabytes) =>
    gigabytes > 0 ? `${number(gigabytes)} GB vrij` : `${number(megabytes)} MB vrij`,
  recent: 'Recent',
  needsAction: 'Actie nodig',
  documentsWait: (count) => `${documents(count)} ${count === 1 ? 'wacht' : 'wachten'} op een beslissing:`,
  moreDecisions: (count, reasons) =>
    `${number(count)} ${count === 1 ? 'ander document wacht' : 'andere documenten wachten'} op een beslissing, om ${reasons} redenen`,
  tasksOpen: (count) =>
    count === 1
      ? 'Er staat 1 taak open bij de exchange'
      : `Er staan ${number(count)} taken open bij de exchange`,
  moreTasks: (count) =>
    count === 1 ? 'Er staat nog 1 taak open' : `Er staan nog ${number(count)} taken open`,
  refusedLine: (count, isOne) =>
    isOne
      ? `${count} document is geweigerd: herstel het in het ERP`
      : `${count} documenten zijn geweigerd: herstel ze in het ERP`,
  lastAt: (time) => `het laatste om ${time}:`,
  see: (count) => (count === 1 ? 'Bekijk het' : `Bekijk de ${number(count)}`),
  andOthers: 'en anderen',
  seeAlarm: 'Bekijk het alarm',
};
