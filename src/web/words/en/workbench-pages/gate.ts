/** In the dialog that publishes: loaded with it. */
export const gate = {
  publish: 'Publish',
  publishTitle: (name: string) => `Publish ${name}?`,
  nothingToPublish: 'There is nothing to publish: the draft says what runs.',
  stopsTitle: (count: number) =>
    count === 1
      ? '1 message that was sent would not be sent. Publish anyway?'
      : `${count} messages that were sent would not be sent. Publish anyway?`,
  incompleteTitle: 'Not all messages could be compared. Publish anyway?',
  fixturesFail: (names: readonly string[]) =>
    names.length === 1
      ? `The fixture ${names[0]} gives another result than expected.`
      : `${names.length} fixtures give another result than expected: ${names.join(', ')}.`,
  seeFixtures: 'See what differs, and accept what is meant',
  toConflict: 'Decide place by place',
  comparing: 'Checking, running fixtures, comparing with the messages of 30 days…',
  backTitle: (version: number) => `Go back to v${version}?`,
  goBack: (version: number) => `Go back to v${version}`,
  willChange: 'Files that change:',
  removed: 'is taken away',
  checkedWell: 'The mapping is OK, and no fixture fails.',
  nothingToCompare: 'No message of the last 30 days came this way: there is nothing to compare with.',
  compared: (messages: number, of: number) =>
    messages === of
      ? `Compared with ${messages === 1 ? '1 message' : `${messages} messages`} of the last 30 days`
      : `Compared with ${messages} of ${of} messages of the last 30 days`,
  comparedDetail: (
    same: number,
    otherwise: number,
    reasons: number,
    values: number,
    unknown: number,
    controlled: number,
  ) =>
    `${same} the same · ${otherwise} would end otherwise · ${reasons === 0 ? '' : `${reasons} for another reason · `}${values} with other values · ${unknown} cannot be compared · ${controlled === 0 ? 'of none is it known that the running version gives what the journal has' : `of ${controlled} the running version gives exactly what the journal has`}`,
  onceMore: (count: number) =>
    count === 1 ? '1 order would be sent once more.' : `${count} orders would be sent once more.`,
  freed: (count: number) =>
    count === 1 ? '1 parked message would go on.' : `${count} parked messages would go on.`,
  retryAfterwards: (count: number) =>
    count === 1
      ? 'Afterwards retry the parked message that this frees'
      : `Afterwards retry the ${count} parked messages that this frees, in the order of arrival`,
  needsReason: 'This needs a reason.',
  whyRight: 'Why is that right? (kept in the journal)',
  whatChanged: 'What did you change? (kept in the journal)',
  takenUp: 'A running gateway takes it up within seconds.',
  published: (versions: string) => (versions === '' ? 'Published.' : `Published: ${versions}.`),
};
