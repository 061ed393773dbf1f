import { z } from 'zod';
import { encodingNames } from '../../text/encodings.ts';
import {
  commonSchemas,
  emptyTextsSchema,
  surroundingSchema as file,
  maxLengthSchema,
  nameSchema,
  textSchema,
  typeSchema,
} from './common-schema.ts';
import { fixedSchema, idocSchema } from './placed-schema.ts';

/**
 * A format's file (`formats/NAME.yaml`), declared once: its messages and the manual's table come from here. `syntax` chooses the
 * schema, so that what is said speaks of one syntax alone; another syntax is another schema in `schemas`.
 */

const sign = z
  .string()
  .regex(/^[!#$%&*+,/:;<=>?@\\^_`|~\t-]$/, 'one character that is no letter, digit, blank, quote or point');

/** UNB 0001. */
export const edifactLevels = [
  'UNOA',
  'UNOB',
  'UNOC',
  'UNOD',
  'UNOE',
  'UNOF',
  'UNOG',
  'UNOH',
  'UNOI',
  'UNOJ',
  'UNOK',
  'UNOL',
  'UNOW',
  'UNOY',
] as const;

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

const csvSchema = z.strictObject({
  ...commonSchemas,
  syntax: z.literal('csv'),
  csv: csv.prefault({}).describe('Signs, headings and numbers.'),
  record: record.optional().describe('For files with several kinds of rows.'),
  records: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .optional()
    .describe('The kinds of rows by their type, each with its fields.'),
  documents: documents.describe('What one document is: file, { key: [ … ] } or { starts: … }.'),
  file: file.prefault({}).describe('Records around all documents.'),
  ignore: z
    .array(z.union([textSchema, z.number().int().min(1).max(10_000)]))
    .default([])
    .describe('Headings, or numbers of columns, that nothing is to be said about.'),
  write: csvWrite.prefault({}).describe('How files are written.'),
});

const xmlSchema = z.strictObject({
  ...commonSchemas,
  syntax: z.literal('xml'),
  tree: commonSchemas.tree,
  xsd: textSchema
    .optional()
    .describe(
      'A file beside this one with the XSD of its documents: they are held against it, and the tree says what of them is read.',
    ),
  numbers: z
    .strictObject({
      decimal: z.enum([',', '.']).default('.').describe('The decimal mark.'),
      thousands: z.enum(['.', ',', ' ', "'"]).optional().describe('Between groups of three digits.'),
    })
    .prefault({})
    .describe('How its numbers are written.'),
  namespaces: z
    .record(z.string().regex(/^[A-Za-z_][\w.-]*$|^$/, 'a prefix, or "" for names without one'), textSchema)
    .default({})
    .describe('Prefixes of the tree and of mappings with their namespaces; "" for names without a prefix.'),
  documents: z
    .union([
      z.literal('file'),
      z.strictObject({ element: textSchema.describe('The element that is one document.') }),
    ])
    .default('file')
    .describe('What one document is: file, or { element: … } below the root.'),
  write: z
    .strictObject({ indent: z.boolean().default(true).describe('Two blanks a level, an element a line.') })
    .prefault({})
    .describe('How files are written.'),
});

const edifactSchema = z.strictObject({
  format: commonSchemas.format,
  syntax: z.literal('edifact'),
  kind: commonSchemas.kind,
  extension: commonSchemas.extension,
  encoding: z
    .union([z.literal('auto'), z.enum(encodingNames)])
    .default('auto')
    .describe('auto: as the bytes and UNB say; else this, whatever UNB says.'),
  message: z
    .string()
    .regex(/^[A-Z]{6}:[A-Z0-9]+:[A-Z0-9]+/, 'type, version and release, such as ORDERS:D:96A')
    .optional()
    .describe(
      'What UNH says: ORDERS:D:96A; behind it :UN:EAN008 where that matters. Else as the guide has it.',
    ),
  guide: nameSchema.optional().describe('Another format whose structure this one narrows.'),
  directory: nameSchema
    .optional()
    .describe('The segments and codes: edifact-d96a, edifact-d01b. Else as the guide has it.'),
  structure: textSchema
    .optional()
    .describe(
      'Segments and groups in their order: BGM! DTM[35]! gRFF[10] ( DTM[5] ). Else as the guide has it.',
    ),
  recognise: z
    .strictObject({
      sender: textSchema
        .optional()
        .describe('UNB 0004, with its qualifier behind a colon where that matters.'),
      recipient: textSchema.optional().describe('UNB 0010, in the same way.'),
    })
    .prefault({})
    .describe('Whose messages these are, where several partners share a folder.'),
  lexical: z
    .strictObject({
      lineBreaks: z
        .enum(['between', 'anywhere'])
        .default('between')
        .describe(
          'between: one within a segment is an error. anywhere: they are taken out (files wrapped at 80).',
        ),
      counts: z
        .enum(['reject', 'warn'])
        .default('reject')
        .describe('What a wrong count or reference of UNT and UNZ is.'),
      order: z
        .enum(['tolerant', 'strict'])
        .default('tolerant')
        .describe('tolerant: a segment out of order goes where its group takes it, with a warning.'),
      envelope: z
        .enum(['required', 'optional'])
        .default('required')
        .describe('optional: messages may come without UNB and UNZ, as converters write them.'),
    })
    .prefault({})
    .describe('How strictly files are read.'),
  test: z
    .enum(['park', 'process'])
    .default('park')
    .describe('What becomes of interchanges that say that they are a test (UNB 0035).'),
  tree: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      'What this partner uses of the structure, with codes; everything else is told as not in the guide.',
    ),
  write: z
    .strictObject({
      level: z.enum(edifactLevels).default('UNOC').describe('UNB 0001: the character set.'),
      version: z.enum(['3', '4']).default('3').describe('UNB 0002: the syntax version.'),
      separators: z
        .string()
        .regex(
          /^[!-/:-@[-`{-~]{2}[.,][!-/:-@[-`{-~][ *][!-/:-@[-`{-~]$/,
          "six signs as in UNA, such as :+.? '",
        )
        .default(":+.? '")
        .describe('The six signs of UNA.'),
      una: z.boolean().default(true).describe('Whether the file begins with a UNA.'),
      lineEnd: z.enum(['none', 'lf', 'crlf']).default('none').describe('Behind every segment.'),
      texts: z
        .enum(['whole', 'words'])
        .default('whole')
        .describe(
          'words: a text that is too long goes on in the next element of its name, cut between words.',
        ),
    })
    .prefault({})
    .describe('How files are written.'),
});

/** By what `syntax:` says. */
export const syntaxSchemas = {
  csv: csvSchema,
  fixed: fixedSchema,
  xml: xmlSchema,
  edifact: edifactSchema,
  idoc: idocSchema,
} as const;
export type SyntaxName = keyof typeof syntaxSchemas;
export type CsvDescription = z.output<typeof csvSchema>;
export type XmlDescription = z.output<typeof xmlSchema>;
export type EdifactDescription = z.output<typeof edifactSchema>;
export type FixedDescription = z.output<typeof fixedSchema>;
export type IdocDescription = z.output<typeof idocSchema>;
export type Description =
  | CsvDescription
  | FixedDescription
  | XmlDescription
  | EdifactDescription
  | IdocDescription;

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

/** A text value of an XML: an attribute, or an element without elements in it. */
export const xmlValueSchema = z.strictObject({
  $type: typeSchema,
  $empty: emptyTextsSchema,
  $maxLength: maxLengthSchema,
});
/** An element of an XML, beside the elements in it. */
export const xmlElementSchema = xmlValueSchema.extend({
  $attributes: z
    .record(z.string(), z.unknown())
    .default({})
    .describe(
      'Its attributes, each with nothing behind it (a text), a type, or { $type, $empty, $maxLength }; name! is required.',
    ),
});

/** What a partner's guide says of an element of a segment; a list alone is its codes. */
export const edifactUseSchema = z.strictObject({
  codes: z
    .array(z.union([z.string(), z.number()]).transform(String))
    .min(1)
    .optional()
    .describe('Those that may be there.'),
  default: z
    .union([z.string(), z.number()])
    .transform(String)
    .optional()
    .describe('What an absent one means.'),
  type: z
    .enum(['text', 'identifier', 'decimal'])
    .optional()
    .describe('What it is, where the directory says otherwise.'),
  maxLength: maxLengthSchema,
});
