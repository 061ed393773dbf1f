import { type CreateFinding, createFindingCreator } from '../../../findings/create-finding.ts';
import type { FindingCatalogue } from '../../../findings/finding-catalogue.ts';
import type { FindingCode } from '../../../findings/finding-codes.ts';
import { type CsvFindingCode, csvSeverities } from './codes.ts';
import { csvTextsEn } from './en.ts';
import { csvTextsNl } from './nl.ts';

export const csvFindings: FindingCatalogue<CsvFindingCode> = {
  severities: csvSeverities,
  messages: { en: csvTextsEn, nl: csvTextsNl },
};

export type CreateCsvFinding = CreateFinding<FindingCode | CsvFindingCode>;

export const csvFindingCreator = createFindingCreator(csvFindings);
