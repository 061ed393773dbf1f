/** Rows that come from a spreadsheet. */
export const pasting = {
  title: 'Rows from Excel',
  hint: (columns: string) =>
    `Copy the cells in Excel and paste them here, in this order: ${columns}. A row whose key is among your rows takes its place.`,
  label: 'Cells',
  found: (rows: string, replaced: number) =>
    `${rows === '1' ? '1 row' : `${rows} rows`}${replaced === 0 ? '' : `; ${replaced} of them in the place of ${replaced === 1 ? 'one' : 'those'} you have`}.`,
  incomplete: (rows: string, count: number, more: number) =>
    `${count === 1 ? 'Row' : 'Rows'} ${rows}${more > 0 ? ` and ${more} more` : ''} ${count === 1 ? 'has' : 'have'} no key or no value.`,
  tooMany: (rows: string, most: string) =>
    `That would be ${rows} rows: this page takes ${most}. Put a longer table into the folder of mappings as a file.`,
  act: (rows: string) => (rows === '1' ? 'Put in 1 row' : `Put in ${rows} rows`),
};
