import { type CreateFinding, createFindingCreator } from '../../../findings/create-finding.ts';
import type { FindingCatalogue } from '../../../findings/finding-catalogue.ts';
import type { FindingCode } from '../../../findings/finding-codes.ts';
import { type XmlFindingCode, xmlSeverities } from './codes.ts';
import { xmlTextsEn } from './en.ts';
import { xmlTextsNl } from './nl.ts';

export const xmlFindings: FindingCatalogue<XmlFindingCode> = {
  severities: xmlSeverities,
  messages: { en: xmlTextsEn, nl: xmlTextsNl },
};

export type CreateXmlFinding = CreateFinding<FindingCode | XmlFindingCode>;

export const xmlFindingCreator = createFindingCreator(xmlFindings);
