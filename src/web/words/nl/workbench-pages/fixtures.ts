import type { Words } from '../../en.ts';

export const fixtures: Words['fixtures'] = {
  title: (count: number) =>
    count === 0
      ? 'U hebt nog geen eigen testgeval.'
      : count === 1
        ? '1 eigen testgeval'
        : `${count} eigen testgevallen`,
  found: (differing: number, all: number) =>
    differing === 0
      ? all === 1
        ? 'Het testgeval slaagt met uw concept.'
        : `Alle ${all} testgevallen slagen met uw concept.`
      : `${differing} van ${all} ${all === 1 ? 'testgeval' : 'testgevallen'} ${differing === 1 ? 'geeft' : 'geven'} een ander resultaat dan verwacht.`,
  hintNone:
    'Bij het publiceren worden uw eigen testgevallen uitgevoerd. Een bericht dat goed ging, is een goed testgeval.',
  hint: 'Publiceren kan pas als ze allemaal slagen. Accepteer wat bedoeld is; herstel voor de rest de mappingregel.',
  delivered: (count: number) =>
    `De ${count} meegeleverde horen bij de meegeleverde mapping, niet bij die van u.`,
  run: 'Voer ze uit',
  runAgain: 'Voer opnieuw uit',
  running: 'Testgevallen worden uitgevoerd…',
  differs: 'verschilt',
  passes: 'slaagt',
  inDraft: 'in uw concept',
  openInEditor: 'Open in de editor',
  accept: 'Accepteer deze',
  accepted: 'Geaccepteerd in uw concept: het telt als u publiceert.',
  makeTitle: 'Van een bericht, gemaskeerd',
  makeHint:
    'Wat de mapping ervoor kreeg, met pseudoniemen voor alles waaruit blijkt om wie het gaat, langs dezelfde weg door de mapping.',
  message: 'Bericht',
  case: 'Naam',
  make: 'Maak testgeval',
  makeAllTheSame: 'Ze mogen leesbaar blijven: maak het testgeval',
  made: 'Het testgeval staat in uw concept.',
  wouldStay:
    'Zonder deze waarden zou de mapping anders lopen, dus ze zouden leesbaar blijven. Er is nog niets bewaard.',
  stayed: 'Deze waarden bleven leesbaar:',
  readIt: 'Lees wat erin staat en of u dat verwacht. Het staat in uw concept.',
};
