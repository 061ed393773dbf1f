import { parse } from 'yaml';
import { z } from 'zod';
import type { SyntaxMasking, TextStretch } from '../define-syntax.ts';

/** What such a file needs to be read at all stays: which record each line is, and what its trailer counts. */
export const fixedMasking: SyntaxMasking = {
  places: {
    code: ['status', 'unit', 'currency'],
    number: ['quantity', 'per', 'documents', 'rows'],
    amount: ['price', 'amount'],
    line: ['position'],
  },
  findLayout: (text, description) => ({ stretches: findRecordTypes(text, description) }),
};

const description = z.object({
  record: z.object({ type: z.object({ at: z.coerce.number(), length: z.coerce.number() }) }),
  records: z.record(z.string(), z.unknown()),
  file: z
    .object({ trailer: z.string().optional(), counts: z.record(z.string(), z.string()).default({}) })
    .default({ counts: {} }),
});

/** Stretches of `text` that stay. None where the description has no types of records. */
function findRecordTypes(text: string, described: string): readonly TextStretch[] {
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
function countsOf(trailer: unknown, names: readonly string[]): readonly TextStretch[] {
  const fields = z.record(z.string(), z.unknown()).safeParse(trailer).data ?? {};
  return Object.entries(fields).flatMap(([name, written]) => {
    const [, length, at] = /^(\d+)@(\d+)\b/.exec(String(written)) ?? [];
    if (length === undefined || at === undefined || !names.includes(name.replace('!', ''))) return [];
    return [{ from: Number(at) - 1, to: Number(at) - 1 + Number(length) }];
  });
}
