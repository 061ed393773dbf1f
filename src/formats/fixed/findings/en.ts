import type { FindingMessages } from '../../../findings/finding-catalogue.ts';
import type { FixedFindingCode } from './codes.ts';

/** What is said of records of fixed places, in English. `{name}` takes a value. */
export const fixedTextsEn: FindingMessages<FixedFindingCode> = {
  'record-long': [
    'The record has {count} characters and may have {most}; behind its end stands `{value}`.',
    'Look whether something was inserted that moves all behind it, or correct `record.length` of the format.',
  ],
  'record-short': [
    'The record has {count} characters and must have {most}.',
    'Look whether the export was interrupted; if it cuts off blanks, write short: blanks in the format.',
  ],
  'record-line-break': [
    'A line break stands in a record that ends by its length, so that nobody knows where its fields are.',
    'Have the export write its records without line breaks, or write ends: newline in the format.',
  ],
  'record-character': [
    'The place of `{name}` begins or ends within a character.',
    'The format counts bytes; look whether the export counts characters.',
  ],
  'record-cut': [
    'The file ends within the place of `{name}`: `{value}` may be the beginning of a longer number.',
    'Look whether the export was interrupted; let it fill the place of a number, or end its last record with a line break.',
  ],
  'record-rest': [
    'A record `{name}` holds `{value}` from character {first} on, where the format has no field.',
    'Describe a field there; as it is, no mapping can read it.',
  ],
};
