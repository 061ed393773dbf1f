/** What stands below the rows of a table. */
export const aboutTable = {
  tooLong: (rows: number, most: number) =>
    `Your table has ${rows} rows, and this page edits ${most} at most. Edit the file itself; it is checked and published as any other.`,
  someShown: (shown: number, found: number) =>
    `The first ${shown} of ${found} rows. Find others by their text.`,
  keptAdded: (path: string) => `Blue edge: yours, kept in ${path}, laid over the rows beneath by their key.`,
  keptWhole: (path: string) => `Blue edge: yours. ${path} holds the whole table.`,
  sharedWith: (mappings: string) =>
    `Shared with ${mappings}: publishing checks, runs fixtures and compares for all of them.`,
  keys: 'Enter goes down and adds a row, Ctrl Delete removes one, Ctrl Z undoes. Cells from Excel can be pasted where the cursor is.',
  toRow: (row: number) => `Row ${row}`,
  wayBack: 'The way back is',
  usedBy: (mappings: string) => `of ${mappings}.`,
  noWayBack: (value: string) => `It has no row for ${value}.`,
  otherWayBack: (key: string, value: string, back: string) =>
    `${value} comes back as ${back === '' ? 'nothing' : back}, not as ${key}.`,
  uses: (n: number) => (n === 1 ? '1 rule looks it up' : `${n} rules look it up`),
  noUses: 'No rule looks it up.',
  more: (n: number) => `and ${n} more`,
};
