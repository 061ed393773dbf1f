import { z } from 'zod';
import { encodingNames } from '../../text/encodings.ts';
import { kinds } from '../../types.ts';
import { parseValueType } from '../text/value-type.ts';

/** What the schemas of several syntaxes have in common. */

export const textSchema = z.string().min(1);
export const nameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,99}$/, 'small letters, digits, points and hyphens, such as acme-orders');
/** Of every syntax. */
export const commonSchemas = {
  format: nameSchema.describe('Its name: that of the file, without .yaml.'),
  kind: z
    .enum(kinds)
    .optional()
    .describe(
      'What its documents are, where only one mapping would not tell: order, response, advice, status.',
    ),
  extension: z
    .string()
    .regex(/^\.[A-Za-z0-9]{1,10}$/, 'a point and letters, such as .csv')
    .optional()
    .describe('Of its files.'),
  encoding: z
    .enum(encodingNames)
    .default('utf-8')
    .describe('What its files are written in; a byte order mark in a file wins.'),
  tree: z
    .record(z.string(), z.unknown())
    .describe(
      'The document as a tree: names, nesting, and where each value stands. name! is required, name[] a list, name[5] at most 5.',
    ),
};

export const surroundingSchema = z.strictObject({
  header: textSchema.optional().describe('A record before all documents; it stands in the tree of each.'),
  trailer: textSchema
    .optional()
    .describe('A record after all documents: the file is complete when it is there.'),
  counts: z
    .record(z.string(), z.enum(['documents', 'rows']))
    .default({})
    .describe(
      'Fields of the trailer with what they must count: documents, or rows between header and trailer.',
    ),
});

export const typeSchema = z
  .string()
  .refine(
    (written) => parseValueType(written) !== undefined,
    'text, identifier, integer, decimal, decimal(2) without a mark, or date, datetime and time with a pattern, such as date dd-MM-yyyy',
  )
  .default('text')
  .describe('text, identifier, integer, decimal, date, datetime or time; the last three with a pattern.');
export const emptyTextsSchema = z
  .array(z.string())
  .default([])
  .describe('Texts that mean: nothing, such as 00-00-0000.');
export const maxLengthSchema = z.number().int().min(1).optional().describe('Characters at the most.');
