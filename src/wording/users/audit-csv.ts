import type { AuditEntry } from '../../journal/journal.ts';

const columns = [
  'at',
  'kind',
  'who',
  'from',
  'action',
  'object',
  'detail',
  'reason',
  'result',
  'times',
  'last',
];

/** What stands between two cells: Excel expects a semicolon where numbers are written with a comma. */
export type CsvSeparator = ',' | ';';

/** The audit for a sheet: codes and instants as they are kept, the same in every language. */
export const renderAuditCsv = (entries: readonly AuditEntry[], separator: CsvSeparator = ','): string =>
  [columns, ...entries.map(cellsOf)].map((cells) => renderLine(cells, separator)).join('\n');

const cellsOf = ({ at, by, times = 1, last = at, detail = '', ...entry }: AuditEntry): readonly string[] => [
  ...[at, by.kind, by.name, by.address, entry.action, entry.object, detail, entry.reason, entry.result],
  ...[`${times}`, last],
];

/**
 * A sheet takes what begins so for a formula. One of another language separates cells elsewhere than here (`;`, a tab), and quotes around
 * the whole keep it from nothing: what follows a separator begins a cell too.
 */
const renderLine = (cells: readonly string[], separator: CsvSeparator): string =>
  cells.map((cell) => `"${cell.replace(formulaStart, "'").replaceAll('"', '""')}"`).join(separator);

/** Quotes before it are taken away by a sheet that sees another separator. */
const formulaStart = /(?<=^|[;,|\t\r\n])(?="*[=+\-@\t\r＝＋－＠])/g;
