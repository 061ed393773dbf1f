import { parse } from 'yaml';
import { z } from 'zod';

/** What a file of fixed records needs to be read at all: which record each line is, and what its trailer counts. */

/** Characters of a text. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** It holds a value of that name; absent: it stays. */
  readonly path?: readonly string[];
}

/** Of the 63 characters before the data of each segment of a flat IDoc: client and number are those of its control record. */
export const segmentStretches = (text: string): readonly Stretch[] =>
  [...text.matchAll(/^(?!EDI_DC40)[^\r\n]{63}/gm)].flatMap(({ index }) => [
    { from: index + 30, to: index + 33, path: ['EDI_DC40', 'MANDT'] },
    { from: index + 33, to: index + 49, path: ['EDI_DC40', 'DOCNUM'] },
    { from: index + 49, to: index + 63 },
  ]);

const description = z.object({
  record: z.object({ type: z.object({ at: z.coerce.number(), length: z.coerce.number() }) }),
  records: z.record(z.string(), z.unknown()),
  file: z
    .object({ trailer: z.string().optional(), counts: z.record(z.string(), z.string()).default({}) })
    .default({ counts: {} }),
});

/** Stretches of `text` that stay. None where the description has no types of records. */
export function recordStretches(text: string, described: string): readonly Stretch[] {
  const { data } = description.safeParse(parse(described));
  if (data === undefined) return [];
  const { record, records, file } = data;
  const [first, length] = [record.type.at - 1, record.type.length];
  const types = new Set(Object.entries(records).map(([name, one]) => typeIn(one) ?? name));
  const counts = countsOf(records[file.trailer ?? ''], Object.keys(file.counts));
  return [...text.matchAll(/[^\r\n]+/g)].flatMap(({ 0: line, index }) => {
    const type = line.slice(first, first + length);
    if (!types.has(type.trim())) return [];
    const own = { from: index + first, to: index + first + type.length };
    const counted = type.trim() === file.trailer ? counts : [];
    return [
      own,
      ...counted.map(({ from, to }) => ({ from: index + from, to: index + Math.min(to, line.length) })),
    ];
  });
}

const typeIn = (record: unknown): string | undefined =>
  z.object({ $type: z.string() }).safeParse(record).data?.$type;

/** `documents!: "6@3 integer"`: six characters from the third on. */
function countsOf(trailer: unknown, names: readonly string[]): readonly Stretch[] {
  const fields = z.record(z.string(), z.unknown()).safeParse(trailer).data ?? {};
  return Object.entries(fields).flatMap(([name, written]) => {
    const [, length, at] = /^(\d+)@(\d+)\b/.exec(String(written)) ?? [];
    if (length === undefined || at === undefined || !names.includes(name.replace('!', ''))) return [];
    return [{ from: Number(at) - 1, to: Number(at) - 1 + Number(length) }];
  });
}
