import { type CsvDescription, csvSchema } from '../csv/description.ts';
import { type EdifactDescription, edifactSchema } from '../edifact/description.ts';
import { type FixedDescription, fixedSchema } from '../fixed/description.ts';
import { type IdocDescription, idocSchema } from '../idoc/description.ts';
import { type XmlDescription, xmlSchema } from '../xml/description.ts';

/** The schemas of descriptions, by what `syntax:` says. */
export const syntaxSchemas = {
  csv: csvSchema,
  fixed: fixedSchema,
  xml: xmlSchema,
  edifact: edifactSchema,
  idoc: idocSchema,
} as const;
export type SyntaxName = keyof typeof syntaxSchemas;
export type Description =
  | CsvDescription
  | FixedDescription
  | XmlDescription
  | EdifactDescription
  | IdocDescription;
