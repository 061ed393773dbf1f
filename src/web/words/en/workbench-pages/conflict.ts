/** Others have published over a draft. */
export const conflict = {
  title: 'Your draft and what was published meanwhile',
  none: 'Nobody has changed what your draft changes: there is nothing to decide.',
  toEditor: 'To the editor',
  published: (who: string, version: number | undefined, at: string) =>
    `${who} published ${version === undefined ? '' : `v${version} `}at ${at} while you edited.`,
  editedByHand: 'Someone has changed the files by hand while you edited.',
  before: (count: number) =>
    count === 1 ? 'It was published once before that.' : `It was published ${count} times before that.`,
  kept: 'Your draft is kept as it was.',
  /** `mayDecide`: on this screen. */
  counts: (along: number, clashes: number, undecided: number, mayDecide: boolean) => {
    const going = along === 1 ? '1 of your changes goes along.' : `${along} of your changes go along.`;
    const both =
      clashes === 0
        ? 'Nothing clashes.'
        : `${clashes === 1 ? '1 place was' : `${clashes} places were`} changed by both${undecided === 0 ? ', and all is decided.' : mayDecide ? ': decide there.' : '.'}`;
    return along === 0 ? both : `${going} ${both}`;
  },
  onWiderScreen: 'Join both on a wider screen, such as that of a tablet or a desk; here they can be read.',
  allTheirs: 'Take theirs everywhere',
  allMine: 'Keep mine everywhere',
  clashes: (count: number) =>
    count === 1 ? '1 place that both changed' : `${count} places that both changed`,
  row: (key: string) => `row ${key}`,
  lines: (line: number) => `from line ${line} of yours`,
  wholeFile: 'the file as a whole',
  base: 'Before',
  baseLabel: 'What both began from',
  theirs: 'Theirs',
  byHand: 'by hand',
  mine: 'Your draft',
  takeTheirs: 'Take theirs',
  keepMine: 'Keep mine',
  write: 'Write it differently…',
  outcome: 'As it will be',
  gone: 'nothing: it was taken away or never there',
  noText: 'This file is no text.',
  along: 'What goes along',
  theirsAlong: 'Theirs; you did not touch it',
  oursAlong: 'Yours; they did not touch it',
  checks: 'The joined mapping',
  checkedWithMine: 'Tried with yours where nothing is decided yet.',
  triedWith: (document: string) => `Tried with ${document}.`,
  message: (id: number) => `message ${id}`,
  document: (name: string) => `document ${name}`,
  noDocument: 'There is no document to try it with: it is checked when you publish.',
  checking: 'It is being checked…',
  noResult: 'It gives no result. You can go on and fix it in the editor.',
  made: 'The mapping is OK and gives a result.',
  ends: {
    ignored: 'The document would be ignored.',
    parked: 'The document would be parked.',
    rejected: 'The document would be refused.',
    error: 'No result is made.',
  } as Readonly<Record<'ignored' | 'parked' | 'rejected' | 'error', string>>,
  lost: (count: number) =>
    count === 0 ? 'Nothing is lost.' : count === 1 ? '1 value is lost.' : `${count} values are lost.`,
  join: 'Go on from what runs now',
  joinHint: 'Nothing is published: the joined draft opens in the editor.',
  undecided: (count: number) => (count === 1 ? '1 place to decide.' : `${count} places to decide.`),
  next: 'goes to the next',
  joined: 'Your draft begins from what runs now.',
  nothingLeft: 'Nothing of your draft was left: what runs is all there is.',
};
