import type { BulkAction } from '../../../api/model/bulk-model.ts';

const number = (count: number): string => count.toLocaleString('en-GB');
const some = (count: number): string => (count === 1 ? '1 message' : `${number(count)} messages`);
type ByAction<Text> = Readonly<Record<BulkAction, Text>>;

/** A decision on many messages. */
export const bulk = {
  looking: 'What would become of them',
  reading: 'Reading which messages these are…',
  title: {
    retry: (count: number) => `Retry ${some(count)}`,
    release: (count: number) => `Let later ones pass ${some(count)}`,
    discard: (count: number) => `Discard ${some(count)}`,
    close: (count: number) =>
      `Close ${count === 1 ? '1 refused document' : `${number(count)} refused documents`}`,
  } as ByAction<(count: number) => string>,
  act: {
    retry: (count: number) => `Retry ${number(count)}`,
    release: (count: number) => `Let later ones pass ${number(count)}`,
    discard: (count: number) => `Discard ${number(count)}`,
    close: (count: number) => `Close ${number(count)}`,
  } as ByAction<(count: number) => string>,
  nothing: {
    retry: 'None of these can be retried any more: someone else was first, or they went by themselves.',
    release: 'None of these holds later ones back any more.',
    discard: 'None of these can be discarded any more.',
    close: 'None of these is a refused document that is still open.',
  } as ByAction<string>,
  nothingYet: 'Nothing is done before you say so.',
  which: 'Which ones',
  becomes: 'What becomes of them',
  others: 'for other reasons',
  outcome: {
    retry: (count) =>
      count === 1 ? 'starts again from the check' : 'start again from the check, in their order of arrival',
    release: (count) =>
      count === 1
        ? 'stays where it is; later ones of its order may go'
        : 'stay where they are; later ones of their orders may go',
    discard: (count) =>
      count === 1 ? 'ends here; nothing of it is sent' : 'end here; nothing of them is sent',
    close: (count) =>
      count === 1
        ? 'is closed: nobody has to fix it any more'
        : 'are closed: nobody has to fix them any more',
  } as ByAction<(count: number) => string>,
  trying: 'How many were tried',
  tried: (tried: number, all: number) =>
    `Tried ${number(tried)} of ${number(all)}, without sending anything…`,
  triedAll: (tried: number, all: number) =>
    tried < all
      ? `The first ${number(tried)} of ${number(all)} were tried just now; nothing was sent.`
      : 'Tried just now; nothing was sent.',
  moreStuck: 'There are more: they come up when these are done.',
  behind: (count: number): string =>
    count === 1
      ? 'later document of these orders follows them'
      : 'later documents of these orders follow them',
  heldBack: (count: number): string =>
    count === 1
      ? 'waits for an earlier document of its order that is not among them'
      : 'wait for an earlier document of their order that is not among them',
  possiblyTwice: 'may have arrived already, and would be sent once more',
  left: {
    retry: (count) =>
      count === 1 ? 'is not parked, and stays as it is' : 'are not parked, and stay as they are',
    release: (count) =>
      count === 1 ? 'is not parked, and stays as it is' : 'are not parked, and stay as they are',
    discard: (count) => (count === 1 ? 'has ended, and stays as it is' : 'have ended, and stay as they are'),
    close: (count) =>
      count === 1
        ? 'is not a refused document that is open, and stays as it is'
        : 'are not refused documents that are open, and stay as they are',
  } as ByAction<(count: number) => string>,
  more: 'More fit than one decision takes. Decide on the rest afterwards.',
  under: {
    retry: (done: number, total: number) => `Retrying: ${number(done)} of ${number(total)}.`,
    release: (done: number, total: number) => `Letting later ones pass: ${number(done)} of ${number(total)}.`,
    discard: (done: number, total: number) => `Discarding: ${number(done)} of ${number(total)}.`,
    close: (done: number, total: number) => `Closing: ${number(done)} of ${number(total)}.`,
  } as ByAction<(done: number, total: number) => string>,
  over: {
    retry: (done, total) => `${number(done)} of ${number(total)} ${total === 1 ? 'was' : 'were'} retried.`,
    release: (done, total) =>
      `${number(done)} of ${number(total)} ${total === 1 ? 'lets' : 'let'} later ones pass.`,
    discard: (done, total) =>
      `${number(done)} of ${number(total)} ${total === 1 ? 'was' : 'were'} discarded.`,
    close: (done, total) =>
      `${number(done)} of ${number(total)} refused ${total === 1 ? 'document was' : 'documents were'} closed.`,
  } as ByAction<(done: number, total: number) => string>,
  leave: 'You may leave this page; it goes on.',
  stop: 'Stop after this part',
  stopping: 'It stops after this part.',
  stoppedBy: (who: string, left: number) => `${who} stopped it; ${number(left)} stay as they are.`,
  stuck: (count: number, more: boolean) =>
    `${more ? 'More than ' : ''}${number(count)} still ${count === 1 ? 'needs' : 'need'} action.`,
  progress: 'How far it is',
  unchanged: 'not changed',
  open: 'under way',
  toGo: 'to go',
  notGone: 'What did not go',
  columns: ['State', 'Order', 'Why', 'No.'],
  decision: 'The decision',
  what: 'What',
  why: 'Why',
  by: 'By',
};
