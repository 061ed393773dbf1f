import type { MergePart } from './merge-parts.ts';

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

/** The rows of `onto`, with what `edited` has otherwise than `base`: new ones at the end. Rows of the contested keys clash. */
export function mergeRows(
  base: string,
  onto: string,
  edited: string,
  contested: readonly string[],
): readonly MergePart[] {
  const [before, there, now] = [parseRows(base), parseRows(onto), parseRows(edited)];
  const end = /\r\n/.test(onto) ? '\r\n' : '\n';
  const keys = [...there.keys(), ...[...now.keys()].filter((key) => !there.has(key))];
  return keys.flatMap((key): MergePart | readonly MergePart[] => {
    const [was, theirs, ours] = [before.get(key), there.get(key), now.get(key)];
    if (contested.includes(key))
      return {
        clash: {
          ...{ kind: 'row', rules: [key] },
          ...(was === undefined ? {} : { base: was }),
          ...(theirs === undefined ? {} : { theirs }),
          ...(ours === undefined ? {} : { ours }),
        },
      };
    const row = was === ours ? theirs : ours;
    return row === undefined ? [] : { text: `${row}${end}` };
  });
}
