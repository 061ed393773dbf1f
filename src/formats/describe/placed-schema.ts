import { z } from 'zod';
import { emptyTextsSchema, typeSchema } from './common-schema.ts';

/** What the schemas of files have in common whose values stand at places of records. */

export const placedRecordsSchema = z
  .record(z.string(), z.record(z.string(), z.unknown()))
  .describe(
    'The kinds of records by their type, each with its fields: LENGTH@FIRST, and the type of the value.',
  );

/** One value at a place of a record; as a text: `12@3 decimal(2)`. */
export const placedFieldSchema = z.strictObject({
  place: z
    .string()
    .regex(/^[1-9]\d{0,4}@[1-9]\d{0,5}$/, 'length and first character, such as 12@3')
    .optional()
    .describe('LENGTH@FIRST; 1 is the first character of a record.'),
  type: typeSchema,
  empty: emptyTextsSchema,
});
