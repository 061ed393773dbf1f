/** Two windows have typed in one text. */
export const drafts = {
  otherWindow: 'You have changed this draft in another window.',
  otherWindowHint: 'What you typed here is not kept before you say which of both stays.',
  waits: 'not kept yet: two windows differ',
  showOther: 'Show the other',
  showMine: 'Back to mine',
  keepMine: 'Keep what stands here',
  takeOther: 'Take the other',
  discardDraft: 'Discard the draft',
  discardTitle: 'Discard your draft?',
  discardHint: 'Your text goes; what runs stays as it is.',
  discarded: 'The draft is gone.',
};
