import { z } from 'zod';
import {
  commonSchemas,
  emptyTextsSchema,
  maxLengthSchema,
  surroundingSchema,
  textSchema,
  typeSchema,
} from '../describe/common-schema.ts';

const sign = z
  .string()
  .regex(/^[!#$%&*+,/:;<=>?@\\^_`|~\t-]$/, 'one character that is no letter, digit, blank, quote or point');

/** A heading, all headings that mean the same, or the number of a column (1 is the first). */
const columnSchema = z.union([textSchema, z.number().int().min(1).max(10_000), z.array(textSchema).min(1)]);

const csv = z.strictObject({
  separator: z
    .union([z.literal('tab'), sign])
    .default(';')
    .describe('Between the fields: one character, or tab.'),
  quote: z
    .enum(['"', "'", 'none'])
    .default('"')
    .describe('Around fields that hold separators or line breaks; none: such a character is data.'),
  headings: z
    .number()
    .int()
    .min(0)
    .max(100)
    .default(1)
    .describe('The row that holds the headings, empty rows not counted; 0: there are none.'),
  decimal: z.enum([',', '.']).default(',').describe('The decimal mark of its numbers.'),
  thousands: z
    .enum(['.', ',', ' ', "'"])
    .optional()
    .describe('What stands between groups of three digits; without it, nothing may.'),
  skip: z
    .array(textSchema)
    .default([])
    .describe(
      'Rows that are no data, by how the first text in them begins: Totaal, ---. They are left out as empty rows are; so are headings that come again.',
    ),
  header: z
    .strictObject({
      rows: z
        .string()
        .regex(/^1-\d{1,3}$|^1$/, 'the first and the last row, such as 1-4')
        .describe('The rows above the table that hold a label and a value each, empty rows not counted.'),
    })
    .optional()
    .describe('A block above the table: fields name it by label instead of column.'),
});

const record = z.strictObject({
  type: z
    .strictObject({
      column: z.number().int().min(1).max(1000).describe('Number of the column; 1 is the first.'),
    })
    .describe('Where a row says what it is.'),
});

const documents = z.union([
  z.literal('file'),
  z.strictObject({
    key: z.array(columnSchema).min(1).describe('Columns that have the same value in all rows of a document.'),
    rows: z
      .enum(['adjacent', 'anywhere'])
      .default('adjacent')
      .describe('adjacent: a key that comes back later is refused. anywhere: its rows are brought together.'),
    blanks: z
      .enum(['refused', 'above'])
      .default('refused')
      .describe(
        'A row without its key: refused, or above: it belongs to the document above, and what it leaves out is as there.',
      ),
  }),
  z.strictObject({ starts: textSchema.describe('The record that a document begins with.') }),
]);

const csvWrite = z.strictObject({
  lineEnd: z.enum(['crlf', 'lf']).default('crlf').describe('Behind every row.'),
  byteOrderMark: z.boolean().default(false).describe('Whether the file begins with one (UTF-8, UTF-16).'),
  quote: z
    .enum(['needed', 'always'])
    .default('needed')
    .describe('needed: around fields that would be read otherwise without.'),
  columns: z
    .array(textSchema)
    .optional()
    .describe('Headings in their order, also of columns that stay empty; else as the tree has them.'),
});

/** A description of tables. */
export const csvSchema = z.strictObject({
  ...commonSchemas,
  syntax: z.literal('csv'),
  csv: csv.prefault({}).describe('Signs, headings and numbers.'),
  record: record.optional().describe('For files with several kinds of rows.'),
  records: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .optional()
    .describe('The kinds of rows by their type, each with its fields.'),
  documents: documents.describe('What one document is: file, { key: [ … ] } or { starts: … }.'),
  file: surroundingSchema.prefault({}).describe('Records around all documents.'),
  ignore: z
    .array(z.union([textSchema, z.number().int().min(1).max(10_000)]))
    .default([])
    .describe('Headings, or numbers of columns, that nothing is to be said about.'),
  write: csvWrite.prefault({}).describe('How files are written.'),
});

export type CsvDescription = z.output<typeof csvSchema>;

/** One value of a CSV. */
export const csvFieldSchema = z.strictObject({
  column: columnSchema.optional().describe('Its heading, its headings, or the number of its column.'),
  label: z
    .union([textSchema, z.array(textSchema).min(1)])
    .optional()
    .describe('Its label in the block above the table.'),
  type: typeSchema,
  empty: emptyTextsSchema,
  maxLength: maxLengthSchema,
});
export type CsvField = z.output<typeof csvFieldSchema>;
