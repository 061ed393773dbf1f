export const publishing = {
  progress: 'How far it is',
  doneOf: (done: number, of: number | undefined) =>
    of === undefined
      ? `${done} ${done === 1 ? 'message' : 'messages'}`
      : `${done} of ${of} ${of === 1 ? 'message' : 'messages'}`,
  stop: 'Stop here',
  theirs: 'What others have changed',
  ours: 'What your draft changes',
  both: 'Both have changed',
  publishedBy: (who: string, at: string) => `${who} published at ${at}`,
  byHand: 'Someone has edited the files by hand.',
  onto: 'I have seen it: publish on top of it',
  conflictHint: 'Choose for each of these what is meant; the rest is joined by itself.',
  kinds: { added: 'new', changed: 'changed', deleted: 'gone' } as Readonly<
    Record<'added' | 'changed' | 'deleted', string>
  >,
  wholeFile: 'the file as a whole',
  retry: (count: number) =>
    count === 1 ? 'Retry the message that it frees…' : `Retry the ${count} that it frees…`,
  retryTitle: (count: number) => (count === 1 ? 'Retry 1 message?' : `Retry ${count} messages?`),
  retryHint:
    'These were held back by the mapping alone, as the comparison has shown. They go in the order of arrival.',
  retriesSoon: (count: number) =>
    count === 1
      ? 'The message that it frees is retried as soon as every gateway uses it. Stay on this page until then.'
      : `The ${count} messages that it frees are retried as soon as every gateway uses it. Stay on this page until then.`,
  doNotRetry: 'Do not retry',
  freedBy: (publication: number) => `Freed by publication ${publication}.`,
  retryAct: (count: number) => (count === 1 ? 'Retry 1 message' : `Retry ${count} messages`),
  otherValues: (count: number, messages: number) =>
    `${count} ${count === 1 ? 'other value' : 'other values'} in ${messages} ${messages === 1 ? 'message' : 'messages'}`,
  steps: {
    deliver: 'sent',
    park: 'parked',
    wait: 'waiting',
    rejected: 'refused',
    failed: 'did not end',
    duplicate: 'duplicate',
    unchanged: 'unchanged',
    ignored: 'ignored',
    outdated: 'outdated',
    refused: 'refused by the exchange',
    unsent: 'not sent',
  } as Readonly<Record<string, string>>,
};
