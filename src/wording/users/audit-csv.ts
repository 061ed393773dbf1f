import type { AuditEntry } from '../../journal/journal.ts';

const columns = ['at', 'kind', 'who', 'from', 'action', 'object', 'detail', 'reason', 'result'];

/** The audit for a sheet: codes and instants as they are kept, the same in every language. */
export const renderAuditCsv = (entries: readonly AuditEntry[]): string =>
  [columns, ...entries.map(cellsOf)].map(renderLine).join('\n');

const cellsOf = ({ at, by, action, object, detail = '', reason, result }: AuditEntry): readonly string[] => [
  ...[at, by.kind, by.name, by.address, action, object, detail, reason, result],
];

/** A sheet takes what begins so for a formula. */
const renderLine = (cells: readonly string[]): string =>
  cells.map((cell) => `"${cell.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`).join(',');
