import { z } from 'zod';
import {
  commonSchemas,
  emptyTextsSchema,
  nameSchema,
  surroundingSchema,
  textSchema,
  typeSchema,
} from './common-schema.ts';

/** The schemas of files whose values stand at places of records. */

const records = z
  .record(z.string(), z.record(z.string(), z.unknown()))
  .describe(
    'The kinds of records by their type, each with its fields: LENGTH@FIRST, and the type of the value.',
  );

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
  records,
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

const { tree, ...ofAll } = commonSchemas;

export const idocSchema = z.strictObject({
  ...ofAll,
  syntax: z.literal('idoc'),
  message: textSchema
    .regex(/^[A-Z0-9_/]{1,30}$/, 'a message type, such as ORDERS')
    .optional()
    .describe('MESTYP of the control record, which alone says what an IDoc is. Else as the guide has it.'),
  type: textSchema
    .regex(/^[A-Z0-9_/]{1,30}$/, 'a basic type, such as ORDERS05')
    .optional()
    .describe('IDOCTYP that is written; read is any. Else as the guide has it.'),
  guide: nameSchema.optional().describe('Another format whose segments and message this one has.'),
  parser: textSchema
    .optional()
    .describe(
      'A file beside this one: the report "parser" of SAP transaction WE60, with all segments, places and lengths.',
    ),
  records: records
    .optional()
    .describe(
      'Segments by their names (E1EDK01), each with its fields: LENGTH@FIRST and the type of the value; $type is the name with its version (E2EDK01005).',
    ),
  tree: tree.optional().describe('How segments nest: name! is required, name[] a list, name[5] at most 5.'),
  recognise: z
    .strictObject({
      sender: textSchema.optional().describe('SNDPRN of the control record.'),
      recipient: textSchema.optional().describe('RCVPRN of the control record.'),
    })
    .prefault({})
    .describe('Whose IDocs these are, where several partners share a folder.'),
  test: z
    .enum(['park', 'process'])
    .default('park')
    .describe('What becomes of IDocs that say that they are a test (TEST).'),
  write: z
    .strictObject({
      form: z
        .enum(['xml', 'flat'])
        .default('xml')
        .describe('xml, or flat: records of fixed places, port version 3.'),
      lineEnd: z.enum(['crlf', 'lf']).default('crlf').describe('Behind every record of a flat file.'),
      control: z
        .record(z.string(), z.union([z.string(), z.number()]).transform(String))
        .default({})
        .describe(
          'Fields of the control record that are the same in every file: MANDT, SNDPOR, SNDPRT, SNDPRN, RCVPOR, RCVPRT, RCVPRN.',
        ),
    })
    .prefault({})
    .describe('How files are written.'),
});

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
