const documents = (count: number): string =>
  count === 1 ? '1 document' : `${count.toLocaleString('en-GB')} documents`;
const number = (count: number): string => count.toLocaleString('en-GB');

export const summary = {
  allIsWell: 'All is well.',
  nobody: 'Nobody has to do anything.',
  exchangeAway: (time: string) => `The exchange has not answered since ${time}.`,
  trouble: (title: string, about: string, time: string) =>
    `${title}${about === '' ? '' : ` (${about})`}, since ${time}.`,
  waitForDecision: (count: number, time: string) =>
    `${documents(count)} ${count === 1 ? 'waits' : 'wait'} for a decision, since ${time}.`,
  wereRefused: (count: number) => `${documents(count)} ${count === 1 ? 'was' : 'were'} refused.`,
  needAlso: (parked: number, refused: number) => {
    const decision = `${documents(parked)} ${parked === 1 ? 'needs' : 'need'} a decision`;
    if (refused === 0) return `${decision}, for other reasons: see below.`;
    if (parked === 0)
      return `${documents(refused)} ${refused === 1 ? 'needs' : 'need'} a fix in the ERP, for other reasons: see below.`;
    return `${decision} and ${number(refused)} a fix in the ERP, for other reasons: see below.`;
  },
  decideThem: (refused: number) =>
    refused === 0
      ? 'Someone has to decide.'
      : `Someone has to decide; ${number(refused)} more ${refused === 1 ? 'needs' : 'need'} a fix in the ERP.`,
  fixThem: 'The ERP team has to fix them and export them again.',
  seeBelow: 'See below.',
  moreWait: (count: number) =>
    `${number(count)} more ${count === 1 ? 'waits; it goes by itself' : 'wait; they go by themselves, in order'}. Nothing is lost.`,
  today: (count: number, ago: string | undefined) =>
    `${documents(count)} today${ago === undefined ? '' : `, the last one ${ago} ago`}.`,
  moreTroubles: (count: number) =>
    count === 1
      ? 'Something else is wrong too: see below.'
      : `${number(count)} other things are wrong too: see below.`,
  dependsOn: 'What it depends on',
  dependencies: {
    exchange: 'Exchange',
    folders: 'Folders',
    journal: 'Journal',
    disk: 'Disk',
    certificate: 'Certificate',
    backup: 'Last backup',
    mail: 'Alarm mail',
    webhook: 'Alarm webhook',
  },
  answers: 'answers',
  isWell: 'OK',
  until: (day: string) => `until ${day}`,
  lastSent: (time: string) => `last sent ${time}`,
  notWell: 'not OK',
  notWellSince: (time: string) => `not OK since ${time}`,
  folders: (usable: number, of: number) => `${number(usable)} of ${number(of)}`,
  free: (gigabytes: number, megabytes: number) =>
    gigabytes > 0 ? `${number(gigabytes)} GB free` : `${number(megabytes)} MB free`,
  recent: 'Recent',
  needsAction: 'Needs action',
  documentsWait: (count: number) => `${documents(count)} ${count === 1 ? 'waits' : 'wait'} for a decision:`,
  moreDecisions: (count: number, reasons: number) =>
    `${number(count)} more ${count === 1 ? 'document waits' : 'documents wait'} for a decision, for ${reasons} reasons`,
  tasksOpen: (count: number) =>
    count === 1 ? '1 task is open at the exchange' : `${number(count)} tasks are open at the exchange`,
  moreTasks: (count: number) => `${number(count)} more ${count === 1 ? 'task is' : 'tasks are'} open`,
  refusedLine: (count: string, isOne: boolean) =>
    isOne
      ? `${count} document was refused: fix it in the ERP`
      : `${count} documents were refused: fix them in the ERP`,
  lastAt: (time: string) => `the last at ${time}:`,
  see: (count: number) => (count === 1 ? 'See it' : `See the ${number(count)}`),
  andOthers: 'and others',
  seeAlarm: 'See the alarm',
};
