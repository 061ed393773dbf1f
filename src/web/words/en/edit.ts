export const edit = {
  here: 'Edit and resend',
  label: 'Your version of the document',
  yours: 'Your version',
  unchanged: 'Nothing is changed yet.',
  unchangedHint: 'Change the document below. The file as the ERP wrote it is kept.',
  wouldGo: (warnings: number) =>
    warnings === 0
      ? 'Your version would be sent: no findings.'
      : `Your version would be sent, with ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`,
  wouldPark: 'Your version would be parked: someone must decide.',
  wouldNot: (count: number) => `Your version would be refused: ${count} ${count === 1 ? 'cause' : 'causes'}.`,
  checking: 'Your version is being checked.',
  notChecked: 'Your version could not be checked.',
  changedLines: (count: string, id: number) =>
    `${count} ${count === '1' ? 'place' : 'places'} changed. It goes in the place of message ${id}; the file as the ERP wrote it is kept.`,
  changedSettled: (count: string, id: number) =>
    `${count} ${count === '1' ? 'place' : 'places'} changed. A new message carries it; message ${id} and its file are kept.`,
  undoAll: 'Undo all',
  cancel: 'Cancel',
  differs: 'What differs',
  fromOriginal: 'from what the ERP wrote',
  fromOther: 'from the text of the other window',
  result: 'What would be sent',
  findings: 'Findings',
  why: 'Why (kept in the journal with both versions)',
  tellErp: 'The ERP does not learn of this. Tell the ERP team, or the next export has the old value again.',
  anotherOrder: 'It is about another order, and is meant to be',
  send: (id: number) => `Send instead of ${id}`,
  to: (operation: string) => `to ${operation}, once, after earlier ones of its order`,
  keys: 'Tab leaves the editor. F8 goes to the next finding. Ctrl S keeps the draft.',
  kept: (time: string) => `draft kept ${time}`,
  notKept: 'the draft is not kept: no connection',
};
