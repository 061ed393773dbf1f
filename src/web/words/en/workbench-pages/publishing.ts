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
  conflictHint: 'Nothing is merged here. Look at what runs in the editor, and make of both what is meant.',
  kinds: { added: 'new', changed: 'changed', deleted: 'gone' } as Readonly<
    Record<'added' | 'changed' | 'deleted', string>
  >,
  wholeFile: 'the file as a whole',
  retry: (count: number) =>
    count === 1 ? 'Retry the message that it frees…' : `Retry the ${count} that it frees…`,
  retryTitle: (count: number) => (count === 1 ? 'Retry 1 message?' : `Retry ${count} messages?`),
  retryHint:
    'These were held back by the mapping alone, as the comparison has shown. They go in the order of arrival.',
  retryAct: (count: number) => (count === 1 ? 'Retry 1 message' : `Retry ${count} messages`),
};
