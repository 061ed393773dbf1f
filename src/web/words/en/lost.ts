export const lost = {
  title: (name: string) => `What ${name} loses`,
  found: (count: number, messages: number) =>
    count === 0
      ? `Nothing of ${messages === 1 ? '1 message' : `${messages} messages`} is lost.`
      : `Values at ${count === 1 ? '1 path' : `${count} paths`} of ${messages === 1 ? '1 message' : `${messages} messages`} go nowhere.`,
  hint: 'The newest messages are run again with your draft, beside the work of the gateway. Nothing is sent.',
  howMany: 'How many messages',
  newest: (count: number) => `the newest ${count}`,
  count: 'Count',
  countAgain: 'Count again',
  counting: 'Running messages again…',
  ran: (messages: number, reached: number) =>
    `${messages} run again with your draft; ${reached} came to this mapping.`,
  notRun: (count: number) => `${count} could not be run again.`,
  stopped: 'It was stopped before all had been run.',
  caption: 'Paths of which values go nowhere',
  path: 'In the document',
  suchAs: 'Such as',
  messages: 'Messages',
  parties: 'Parties',
  act: 'Do',
  note: 'Note',
  of: (count: number, all: number) => `${count} of ${all}`,
  commercial: 'commercial',
  ignore: 'Ignore…',
  ignored: (reason: string) => `ignored: ${reason}`,
  ignoreTitle: 'Let this value go?',
  ignoreHint:
    'It is one line of ignored.csv in your draft. It counts when you publish, and can be taken back.',
  nowIgnored: 'Ignored in your draft.',
  ignoredTitle: 'Ignored on purpose',
  inDraft: 'in your draft',
  takeBack: 'Take back',
  unfilled: 'Rules that gave nothing',
  neverTrue: 'Conditions never true',
  more: (count: number) => `${count} more`,
};
