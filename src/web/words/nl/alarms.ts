import type { Words } from '../en.ts';

const things = (count: number): string => (count === 1 ? 'Eén ding' : `${count} dingen`);

export const alarms: Words['alarms'] = {
  title: (red, amber) => {
    if (red + amber === 0) return 'Er zijn geen alarmen.';
    const look = amber === 1 ? 'vraagt aandacht' : 'vragen aandacht';
    if (red === 0) return `${things(amber)} ${look}.`;
    const stopped = `${things(red)} ${red === 1 ? 'staat' : 'staan'} stil`;
    return amber === 0 ? `${stopped}.` : `${stopped}; nog ${amber === 1 ? 'één' : amber} ${look}.`;
  },
  isNotified: 'krijgt bericht als iets aanhoudt.',
  nobodyNotified:
    'Niemand krijgt bericht: in de configuratie staat geen `alarms.mail` en geen `alarms.webhook`.',
  notified: (target, time) => `${target} ${time}`,
  notNotified: 'nog niemand kreeg bericht',
  isSilenced: 'gedempt',
  todo: 'Wat te doen',
  acknowledgedAt: (time) => `gezien om ${time}`,
  notAcknowledged: 'nog door niemand gezien',
  acknowledgeTitle: (what) => `Ik kijk ernaar: ${what}`,
  acknowledgeHint:
    'Anderen zien dat u ernaar kijkt. Het alarm wordt niet herhaald zolang het duurt; dat het meer wordt of voorbij is, wordt wel gemeld.',
  acknowledgeDone: 'Genoteerd.',
  silence: 'Dempen…',
  silenceAct: 'Dempen',
  silenceTitle: 'Alarmen dempen',
  silenceHint: 'Tot dan wordt er niets over gemeld. Op deze pagina’s blijft het staan.',
  silenceDone: 'Gedempt.',
  silenced: 'Gedempt',
  what: 'Wat',
  where: 'Kanaal, map of schijf',
  howLong: 'Hoe lang',
  length: (minutes) =>
    minutes < 60 ? `${minutes} min` : minutes < 1_440 ? `${minutes / 60} u` : `${minutes / 1_440} d`,
  until: 'Tot',
  untilTime: (time) => `tot ${time}`,
  whyAndWho: 'Waarom en wie',
  everyKind: 'alle soorten',
  everywhere: 'overal',
  endIt: 'Beëindigen',
  endTitle: 'Dempen beëindigen',
  endHint: 'Wat nog mis is, wordt weer gemeld.',
  endDone: 'Alarmen worden weer gemeld.',
  sendTest: 'Verstuur een test',
  testSent: (where) => `Een test is verstuurd via ${where}.`,
};
