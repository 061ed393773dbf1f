import { z } from 'zod';
import { commonSchemas, surroundingSchema, textSchema } from '../describe/common-schema.ts';
import { placedRecordsSchema } from '../describe/placed-schema.ts';

/** A description of records of fixed places. */
export const fixedSchema = z.strictObject({
  ...commonSchemas,
  syntax: z.literal('fixed'),
  record: z
    .strictObject({
      ends: z
        .enum(['newline', 'length'])
        .default('newline')
        .describe('Where a record ends: newline, or after so many characters without one.'),
      length: z.number().int().min(1).max(100_000).optional().describe('Characters of a record.'),
      short: z
        .enum(['blanks', 'error'])
        .default('blanks')
        .describe('What a record is that ends earlier: blanks at its end were cut off, or an error.'),
      count: z
        .enum(['characters', 'bytes'])
        .default('characters')
        .describe('What places and lengths count; in UTF-8 a letter with an accent has two bytes.'),
      type: z
        .strictObject({
          at: z.number().int().min(1).max(100_000).describe('Its first character; 1 is the first.'),
          length: z.number().int().min(1).max(100).describe('How many characters it has.'),
        })
        .describe('Where a record says what it is.'),
    })
    .describe('Where records end, and where they say what they are.'),
  records: placedRecordsSchema,
  numbers: z
    .strictObject({
      decimal: z.enum([',', '.']).default('.').describe('The decimal mark, where one is written.'),
      thousands: z.enum(['.', ',', ' ', "'"]).optional().describe('Between groups of three digits.'),
    })
    .prefault({})
    .describe('How its numbers are written.'),
  documents: z
    .union([
      z.literal('file'),
      z.strictObject({ starts: textSchema.describe('The record that a document begins with.') }),
    ])
    .describe('What one document is: file, or { starts: … }.'),
  file: surroundingSchema.prefault({}).describe('Records around all documents.'),
  write: z
    .strictObject({
      lineEnd: z.enum(['crlf', 'lf']).default('crlf').describe('Behind every record that ends by newline.'),
      numbers: z
        .enum(['zeros', 'blanks'])
        .default('zeros')
        .describe('What stands before a number that is shorter than its place.'),
      sign: z
        .enum(['leading', 'trailing'])
        .default('leading')
        .describe('Where the minus sign of a number stands: first, or last.'),
      blanks: z
        .enum(['keep', 'cut'])
        .default('keep')
        .describe('What becomes of blanks at the end of a record.'),
    })
    .prefault({})
    .describe('How files are written.'),
});

export type FixedDescription = z.output<typeof fixedSchema>;
