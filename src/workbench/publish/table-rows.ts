/** Rows of a table as text, by the first cell: what two people change in one table is told row by row. */
export type TableRows = ReadonlyMap<string, string>;

/** The first line holds the headings, and is a row like the others. Of several with one key each is known by its number too. */
export function parseRows(text: string): TableRows {
  const found = new Map<string, string>();
  const met = new Map<string, number>();
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const key = (/^(?:"(?:[^"]|"")*"|[^,;]*)/.exec(line)?.[0] ?? '').trim();
    const count = (met.get(key) ?? 0) + 1;
    met.set(key, count);
    found.set(count === 1 ? key : `${key}, no. ${count}`, line);
  }
  return found;
}

/** The rows of `onto`, with what `edited` has otherwise than `base`: new ones at the end. */
export function mergeRows(base: string, onto: string, edited: string): string {
  const [before, now] = [parseRows(base), parseRows(edited)];
  const changed = (key: string): boolean => before.get(key) !== now.get(key);
  const kept = [...parseRows(onto)].flatMap(([key, row]) => (changed(key) ? (now.get(key) ?? []) : row));
  const there = parseRows(onto);
  const added = [...now].flatMap(([key, row]) => (changed(key) && !there.has(key) ? row : []));
  const end = /\r\n/.test(onto) ? '\r\n' : '\n';
  return [...kept, ...added].map((row) => `${row}${end}`).join('');
}
