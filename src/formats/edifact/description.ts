import { z } from 'zod';
import { encodingNames } from '../../text/encodings.ts';
import { commonSchemas, maxLengthSchema, nameSchema, textSchema } from '../describe/common-schema.ts';

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

/** A description of EDIFACT messages. */
export const edifactSchema = z.strictObject({
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
        .regex(/^[!-/:-@[-`{-~]{2}[.,][!-/:-@[-`{-~][ *][!-/:-@[-`{-~]$/, "six signs, such as :+.? '")
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

export type EdifactDescription = z.output<typeof edifactSchema>;

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
