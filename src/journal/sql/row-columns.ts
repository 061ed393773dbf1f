import { z } from 'zod';

/** Columns of the journal's tables. Rows are parsed where they are read: a journal that was tampered with fails there, not later. */

export const jsonColumn = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text) => JSON.parse(text) as unknown)
    .pipe(schema);

/** An optional member, left out instead of null. */
export function optionalMember<K extends string, V>(key: K, value: V | null): { readonly [P in K]?: V } {
  return value === null ? {} : ({ [key]: value } as { readonly [P in K]: V });
}

export const findingSchema = z
  .object({
    code: z.string(),
    severity: z.enum(['error', 'park', 'warning']),
    message: z.string(),
    advice: z.string(),
    line: z.number().exactOptional(),
    column: z.number().exactOptional(),
    record: z.number().exactOptional(),
    field: z.string().exactOptional(),
    path: z.string().exactOptional(),
    key: z.string().exactOptional(),
    value: z.string().exactOptional(),
    file: z.string().exactOptional(),
  })
  .readonly();
