import {
  type CreateFinding,
  createFindingCreator,
  type FindingCatalogue,
} from '../../../findings/create-finding.ts';
import type { FindingCode } from '../../../findings/finding-codes.ts';
import type { Severity } from '../../../types.ts';
import { idocTextsEn } from './en.ts';
import { idocTextsNl } from './nl.ts';

/** What only files of this syntax show. */
const severities = {
  'idoc-none': 'error',
  'idoc-no-control': 'error',
  'idoc-version': 'error',
  'idoc-message-other': 'error',
  'idoc-test': 'park',
  'idoc-parent': 'error',
  'idoc-number-other': 'error',
  'idoc-segment-twice': 'error',
  'idoc-segment-gap': 'park',
  'idoc-not-described': 'warning',
  'idoc-no-place': 'error',
} as const satisfies Readonly<Record<string, Severity>>;

export type IdocFindingCode = keyof typeof severities;

export const idocFindings: FindingCatalogue<IdocFindingCode> = {
  severities,
  messages: { en: idocTextsEn, nl: idocTextsNl },
};

export type CreateIdocFinding = CreateFinding<FindingCode | IdocFindingCode>;

export const idocFindingCreator = createFindingCreator(idocFindings);
