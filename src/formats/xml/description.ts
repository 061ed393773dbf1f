import { z } from 'zod';
import {
  commonSchemas,
  emptyTextsSchema,
  maxLengthSchema,
  textSchema,
  typeSchema,
} from '../describe/common-schema.ts';
import type { DescriptionCodes } from '../describe/format-codes.ts';

/** Findings on the description of an own XML alone. */
export const xmlDescriptionCodes = {
  'format-xsd': [
    'The XSD of a format is not there, or cannot be used.',
    'Put it beside the format, with all that it imports, or leave `xsd:` out.',
  ],
} as const satisfies DescriptionCodes;

/** A description of an own XML. */
export const xmlSchema = z.strictObject({
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

export type XmlDescription = z.output<typeof xmlSchema>;

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
