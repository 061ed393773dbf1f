import { type CreateFinding, createFindingCreator } from '../../../findings/create-finding.ts';
import type { FindingCatalogue } from '../../../findings/finding-catalogue.ts';
import type { FindingCode } from '../../../findings/finding-codes.ts';
import { type IdocFindingCode, idocSeverities } from './codes.ts';
import { idocTextsEn } from './en.ts';
import { idocTextsNl } from './nl.ts';

export const idocFindings: FindingCatalogue<IdocFindingCode> = {
  severities: idocSeverities,
  messages: { en: idocTextsEn, nl: idocTextsNl },
};

export type CreateIdocFinding = CreateFinding<FindingCode | IdocFindingCode>;

export const idocFindingCreator = createFindingCreator(idocFindings);
