/** Each message is in one of them. */
export interface ComparedCounts {
  readonly same: number;
  readonly otherwise: number;
  /** They end as before, for another reason. */
  readonly otherReasons: number;
  readonly otherValues: number;
  readonly unknown: number;
}

export const compare = {
  title: 'What your draft would have done',
  hint: 'Messages that came are run again, as it runs and with your draft. Nothing is sent, and nothing is written.',
  noDraft: 'You have no draft of this mapping: there is nothing to compare.',
  same: 'Your draft changes nothing that a channel uses.',
  notUsable: 'Your draft cannot be used yet.',
  worse: (count: number) =>
    count === 1
      ? '1 message that was sent would not be sent.'
      : `${count} messages that were sent would not be sent.`,
  notWorse: (count: number, values: number) =>
    count === 0
      ? values === 0
        ? 'Nothing would end otherwise.'
        : `Nothing would end otherwise; ${values === 1 ? '1 message' : `${values} messages`} would be sent with other values.`
      : `${count === 1 ? '1 message' : `${count} messages`} would end otherwise; all that was sent would be sent.`,
  noneCompared: (messages: number): string =>
    messages === 0 ? 'There was no message to compare.' : 'None of these messages can be compared.',
  nothingSent: (messages: number, since: string) =>
    `${messages === 1 ? '1 message' : `${messages} messages`} since ${since}, each on what it saw then.`,
  ofChannel: (channel: string) => `Of ${channel} alone.`,
  ofParty: (party: string) => `Of party ${party} alone.`,
  counts: ({ same, otherwise, otherReasons, otherValues, unknown }: ComparedCounts) =>
    `${same} the same, ${otherwise} would end otherwise, ${otherReasons === 0 ? '' : `${otherReasons} for another reason, `}${otherValues} with other values, ${unknown} cannot be compared.`,
  controlled: (count: number) =>
    `For ${count} of them the running version gives exactly what the journal has.`,
  stopped: (done: number, of: number) => `It was ended after ${done} of ${of}.`,
  comparing: 'Comparing…',
  span: 'Received in',
  days: (count: number) => `the last ${count} days`,
  channel: 'Channel',
  allChannels: 'all',
  party: 'Party',
  allParties: 'all',
  start: 'Compare',
  draftMoved: 'Your draft has changed since. Compare again to see what it would do now.',
  groups: 'What differs',
  sections: {
    worse: 'Would not be sent any more',
    freed: 'Would be freed',
    otherwise: 'Would end otherwise',
    values: 'Other values, sent all the same',
    onceMore: 'Would be sent once more',
    unknown: 'Cannot be compared, not in the numbers above',
  } as Readonly<Record<'worse' | 'freed' | 'otherwise' | 'values' | 'onceMore' | 'unknown', string>>,
  nothing: 'nothing',
  leftOut: (count: number) => `and ${count} more ${count === 1 ? 'kind' : 'kinds'}; the totals count them`,
  freedTitle: (count: number) =>
    count === 1 ? '1 parked message would go on' : `${count} parked messages would go on`,
  freedHint: 'A retry after publishing takes exactly these.',
  example: 'Example',
  message: (id: number) => `Message ${id}`,
  order: (number: string) => `order ${number}`,
  exampleOf: (one: number, all: number, count: number) =>
    count > all ? `example ${one} of ${all}, there are ${count}` : `${one} of ${all}`,
  previous: 'Previous',
  next: 'Next',
  openInEditor: 'Open in the editor',
  loading: 'Running it once more…',
  nothingMade: 'Nothing would be sent.',
  noDifference: 'Both make the same document.',
  onlyDocument: (lines: number) => `The document that only one of both makes: ${lines} lines`,
  asItRuns: 'As it runs',
  withDraft: 'Your draft',
  page: 'Keep as one page',
  pageMasked: 'The same, masked',
};
