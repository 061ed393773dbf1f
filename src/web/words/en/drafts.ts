/** Two windows have typed in one text. */
export const drafts = {
  otherWindow: 'You have changed this draft in another window.',
  otherWindowHint: 'What you typed here is not kept before you say which of both stays.',
  waits: 'not kept yet: two windows differ',
  showOther: 'Show the other',
  showMine: 'Back to mine',
  keepMine: 'Keep what stands here',
  takeOther: 'Take the other',
};
