const count = (n: number, one: string, many: string): string => (n === 1 ? `1 ${one}` : `${n} ${many}`);

export const tables = {
  title: (mapping: string) => `Tables of ${mapping}`,
  nothingMissing: 'Every value of the last 30 days is in its table.',
  nothingMissingButDefaults:
    'Every value of the last 30 days is in its table, or takes the default of its rule.',
  oneMissing: (key: string, table: string) =>
    `One value of the last 30 days is not in its table: ${key === '' ? 'an empty one' : key} (${table}).`,
  manyMissing: (n: number) => `${n} values of the last 30 days are not in their tables.`,
  counts: (own: number, beneath: number) =>
    own === 0
      ? `${count(beneath, 'row', 'rows')}, none of them yours.`
      : `${count(own, 'row is', 'rows are')} yours, ${count(beneath, 'row lies', 'rows lie')} beneath.`,
  caption: (table: string) => `Rows of the table ${table}`,
  key: 'key',
  value: 'value',
  cell: (heading: string, row: number) => `${heading}, row ${row}`,
  remove: 'Remove',
  removeRow: (key: string) => `Remove the row ${key}`,
  addRow: 'Row',
  paste: 'Paste from Excel…',
  undo: 'Undo',
  ownRows: 'Rows of your own',
  rowsOf: (first: string, last: string, all: string) => `Rows ${first} to ${last} of ${all}`,
  earlierRows: 'Earlier',
  laterRows: 'Later',
  find: 'Find a row',
  none: 'This mapping has no tables.',
  seeConflict: 'Join both first.',
  tooMany: (rows: number, most: number) =>
    `That would be ${rows} rows: this page takes ${most}. Put a longer table into the folder of mappings as a file.`,
  missingTitle: 'Met, and in no table',
  looking: 'Running the messages of 30 days again…',
  looked: (messages: number) => `${count(messages, 'message', 'messages')} of the last 30 days`,
  incomplete: 'Not all of them could be looked at in time.',
  empty: '(empty)',
  takesDefault: (value: string, key: string) =>
    value === key
      ? 'goes on as it is'
      : value === ''
        ? 'takes the default: nothing'
        : `takes the default ${value}`,
  inTable: (table: string) => `in ${table}`,
  messages: (n: number) => `${count(n, 'message', 'messages')};`,
  firstMessage: (id: number) => `the first is ${id}`,
  add: 'Add',
  addKey: (key: string, table: string) => `Add ${key} to ${table}`,
  moreMissing: (n: number) => `and ${n} more`,
  hide: 'Hide',
  hideKey: (key: string, table: string) => `Hide ${key} in ${table}: it needs no row`,
  hidden: (n: number) => `${n} hidden in this browser`,
  showHidden: 'Show',
  seenLastMonth: 'Seen in 30 days',
  all: 'Tables of this mapping',
  rows: (rows: number, own: number) => `${count(rows, 'row', 'rows')}${own > 0 ? `, ${own} yours` : ''}`,
};
