import {
  type CreateFinding,
  createFindingCreator,
  type FindingCatalogue,
} from '../../../findings/create-finding.ts';
import type { FindingCode } from '../../../findings/finding-codes.ts';
import type { Severity } from '../../../types.ts';
import { csvTextsEn } from './en.ts';
import { csvTextsNl } from './nl.ts';

/** What only files of this syntax show. */
const severities = {
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
  'write-quote': 'error',
  'write-key-twice': 'error',
  'write-left-out': 'error',
} as const satisfies Readonly<Record<string, Severity>>;

export type CsvFindingCode = keyof typeof severities;

export const csvFindings: FindingCatalogue<CsvFindingCode> = {
  severities,
  messages: { en: csvTextsEn, nl: csvTextsNl },
};

export type CreateCsvFinding = CreateFinding<FindingCode | CsvFindingCode>;

export const csvFindingCreator = createFindingCreator(csvFindings);
