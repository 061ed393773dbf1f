import {
  type CreateFinding,
  createFindingCreator,
  type FindingCatalogue,
} from '../../../findings/create-finding.ts';
import type { FindingCode } from '../../../findings/finding-codes.ts';
import type { Severity } from '../../../types.ts';
import { xmlTextsEn } from './en.ts';
import { xmlTextsNl } from './nl.ts';

/** What only files of this syntax show. */
const severities = {
  'xml-root-other': 'error',
  'xml-between-documents': 'error',
  'xml-by-xsd': 'error',
  'xml-not-described': 'warning',
  'xml-attribute-empty': 'error',
} as const satisfies Readonly<Record<string, Severity>>;

export type XmlFindingCode = keyof typeof severities;

export const xmlFindings: FindingCatalogue<XmlFindingCode> = {
  severities,
  messages: { en: xmlTextsEn, nl: xmlTextsNl },
};

export type CreateXmlFinding = CreateFinding<FindingCode | XmlFindingCode>;

export const xmlFindingCreator = createFindingCreator(xmlFindings);
