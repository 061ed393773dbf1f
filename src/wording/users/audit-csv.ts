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

/** The audit for a sheet: codes and instants as they are kept, the same in every language. */
export const renderAuditCsv = (entries: readonly AuditEntry[]): string =>
  [columns, ...entries.map(cellsOf)].map(renderLine).join('\n');

const cellsOf = ({ at, by, times = 1, last = at, detail = '', ...entry }: AuditEntry): readonly string[] => [
  ...[at, by.kind, by.name, by.address, entry.action, entry.object, detail, entry.reason, entry.result],
  ...[`${times}`, last],
];

/**
 * A sheet takes what begins so for a formula. One of another language separates cells elsewhere than here (`;`, a tab), and quotes around
 * the whole keep it from nothing: what follows a separator begins a cell too.
 */
const renderLine = (cells: readonly string[]): string =>
  cells.map((cell) => `"${cell.replace(formulaStart, "'").replaceAll('"', '""')}"`).join(',');

const formulaStart = /(?<=^|[;,|\t\r\n])(?=[=+\-@\t\r＝＋－＠])/g;
