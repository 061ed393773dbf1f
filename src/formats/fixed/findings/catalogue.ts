import { type CreateFinding, createFindingCreator } from '../../../findings/create-finding.ts';
import type { FindingCatalogue } from '../../../findings/finding-catalogue.ts';
import type { FindingCode } from '../../../findings/finding-codes.ts';
import { type FixedFindingCode, fixedSeverities } from './codes.ts';
import { fixedTextsEn } from './en.ts';
import { fixedTextsNl } from './nl.ts';

export const fixedFindings: FindingCatalogue<FixedFindingCode> = {
  severities: fixedSeverities,
  messages: { en: fixedTextsEn, nl: fixedTextsNl },
};

export type CreateFixedFinding = CreateFinding<FindingCode | FixedFindingCode>;

export const fixedFindingCreator = createFindingCreator(fixedFindings);
