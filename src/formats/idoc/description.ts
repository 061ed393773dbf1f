import { z } from 'zod';
import { commonSchemas, nameSchema, textSchema } from '../describe/common-schema.ts';
import { placedRecordsSchema } from '../describe/placed-schema.ts';

const { tree, ...ofAll } = commonSchemas;

/** A description of SAP's IDocs. */
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
  records: placedRecordsSchema
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

export type IdocDescription = z.output<typeof idocSchema>;
