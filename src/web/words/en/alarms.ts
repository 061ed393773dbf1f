const things = (count: number): string => (count === 1 ? 'One thing' : `${count} things`);

export const alarms = {
  title: (red: number, amber: number) => {
    if (red + amber === 0) return 'There are no alarms.';
    const look = amber === 1 ? 'needs a look' : 'need a look';
    if (red === 0) return `${things(amber)} ${look}.`;
    const stopped = `${things(red)} ${red === 1 ? 'has' : 'have'} stopped`;
    return amber === 0 ? `${stopped}.` : `${stopped}; ${amber === 1 ? 'one' : amber} more ${look}.`;
  },
  isNotified: 'is notified when something lasts.',
  nobodyNotified: 'Nobody is notified: the config has neither `alarms.mail` nor `alarms.webhook`.',
  notified: (target: string, time: string) => `${target} ${time}`,
  notNotified: 'nobody was notified yet',
  isSilenced: 'silenced',
  todo: 'What to do',
  acknowledgedAt: (time: string) => `acknowledged at ${time}`,
  notAcknowledged: 'not acknowledged yet',
  acknowledgeTitle: (what: string) => `Acknowledge: ${what}`,
  acknowledgeHint:
    'Others see that you see to it. The alarm is not repeated while it lasts; that it grows or is over is still sent.',
  acknowledgeDone: 'Acknowledged.',
  silence: 'Silence…',
  silenceAct: 'Silence',
  silenceTitle: 'Silence alarms',
  silenceHint: 'Nothing is sent about it until then. These pages still show it.',
  silenceDone: 'Silenced.',
  silenced: 'Silenced',
  what: 'What',
  where: 'Channel, folder or disk',
  howLong: 'For',
  length: (minutes: number) =>
    minutes < 60 ? `${minutes} min` : minutes < 1_440 ? `${minutes / 60} h` : `${minutes / 1_440} d`,
  until: 'Until',
  untilTime: (time: string) => `until ${time}`,
  whyAndWho: 'Why, and who',
  everyKind: 'every kind',
  everywhere: 'everywhere',
  endIt: 'End it',
  endTitle: 'End this silence',
  endHint: 'What is still wrong is sent again.',
  endDone: 'Alarms are sent again.',
  sendTest: 'Send a test',
  testSent: (where: string) => `A test was sent by ${where}.`,
};
