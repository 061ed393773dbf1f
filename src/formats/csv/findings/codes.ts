import type { Severity } from '../../../types.ts';

/** What only files of this syntax show. */
export const csvSeverities = {
  'csv-quote-open': 'error',
  'csv-quote-junk': 'error',
  'csv-quote-rows': 'error',
  'csv-row-wide': 'error',
  'csv-headings-none': 'error',
  'csv-heading-missing': 'error',
  'csv-heading-twice': 'error',
  'csv-heading-unknown': 'warning',
  'csv-label-missing': 'error',
  'csv-label-unknown': 'warning',
  'csv-label-more': 'warning',
  'row-short': 'error',
  'row-long': 'error',
  'row-disagrees': 'error',
  'row-without-key': 'error',
  'row-again': 'park',
  'write-quote': 'error',
  'write-key-twice': 'error',
  'write-left-out': 'error',
} as const satisfies Readonly<Record<string, Severity>>;

export type CsvFindingCode = keyof typeof csvSeverities;
