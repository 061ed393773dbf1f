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
  retries: {
    waits: (count: number, publication: number, gateways: readonly string[]) =>
      `${count === 1 ? '1 message is' : `${count} messages are`} retried as soon as ${gateways.join(', ') || 'a gateway'} ${gateways.length > 1 ? 'use' : 'uses'} publication ${publication}.`,
    deferred: (count: number, publication: number) =>
      `${count === 1 ? '1 message is' : `${count} messages are`} retried once every gateway uses publication ${publication}.`,
    runs: (done: number, total: number) => `Retrying: ${done} of ${total}.`,
    done: (count: number, who: string, at: string) => `${count} retried by ${who}, ${at}`,
    unchanged: (count: number) => `; ${count} not changed`,
    stopped: (done: number, total: number, who: string) =>
      done === 0 ? `Not retried: ${who} called it off.` : `${done} of ${total} retried; ${who} stopped it.`,
    overtaken: (publication: number, who: string) =>
      `Not retried: publication ${publication} by ${who} changed it again before every gateway used it.`,
    byHand: 'Not retried: the files were edited by hand before every gateway used what was published.',
    callOff: 'Do not retry',
  },
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
