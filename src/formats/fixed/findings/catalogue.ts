import {
  type CreateFinding,
  createFindingCreator,
  type FindingCatalogue,
} from '../../../findings/create-finding.ts';
import type { FindingCode } from '../../../findings/finding-codes.ts';
import type { Severity } from '../../../types.ts';
import { fixedTextsEn } from './en.ts';
import { fixedTextsNl } from './nl.ts';

/** What only files of this syntax show. */
const severities = {
  'record-long': 'error',
  'record-short': 'error',
  'record-line-break': 'error',
  'record-character': 'error',
  'record-rest': 'warning',
} as const satisfies Readonly<Record<string, Severity>>;

export type FixedFindingCode = keyof typeof severities;

export const fixedFindings: FindingCatalogue<FixedFindingCode> = {
  severities,
  messages: { en: fixedTextsEn, nl: fixedTextsNl },
};

export type CreateFixedFinding = CreateFinding<FindingCode | FixedFindingCode>;

export const fixedFindingCreator = createFindingCreator(fixedFindings);
