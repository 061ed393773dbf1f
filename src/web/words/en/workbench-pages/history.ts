export const history = {
  title: (version: number, since: string) => `v${version} runs since ${since}.`,
  takenUp: (version: number) => `v${version} is published; not every gateway runs it yet.`,
  notEverywhere: (version: number) => `v${version} is published, and a gateway does not take it up.`,
  none: 'The files as they are now have no version that is known.',
  noneHint: 'A version has its number when it is published, or when it first makes a message.',
  by: (who: string, reason: string) =>
    who === ''
      ? 'It was edited by hand, or came with the gateway.'
      : reason === ''
        ? `By ${who}.`
        : `By ${who}: ${reason}`,
  gateways: 'What each gateway says',
  uses: (uses: { readonly isCurrent: boolean; readonly publication?: number | undefined } | undefined) => {
    if (uses === undefined) return 'has not said which mappings it uses';
    if (uses.isCurrent) return 'uses the mappings as they are now';
    return uses.publication === undefined
      ? 'still uses the mappings as they were before'
      : `still uses the mappings of publication ${uses.publication}`;
  },
  usedSince: (time: string) => `since ${time}`,
  silent: 'gives no sign of life',
  byHand:
    'Somebody has edited the files by hand since the last publication. They run, and nobody has said why.',
  byHandTitle: 'Edited by hand',
  runsNow: 'runs now',
  versions: 'Versions',
  yourDraft: 'Your draft',
  notPublished: 'not published',
  hand: 'by hand or delivered',
  messages: (count: number) => (count === 1 ? '1 message' : `${count} messages`),
  between: (from: number, to: number) => `v${from} → v${to}`,
  first: (version: number) => `v${version} is the first`,
  against: 'Against',
  goBack: (version: number) => `Go back to v${version}…`,
  goBackHint:
    'Going back takes check, fixtures, comparison and a reason, as publishing does. What is there now stays in the history.',
  noDifference: 'Both say the same.',
  publications: 'Published in this folder',
  retryWaits: 'Messages can be retried once every gateway uses the mappings as they are now: within seconds.',
  actions: { publish: 'published', restore: 'put back' } as Readonly<Record<string, string>>,
};
