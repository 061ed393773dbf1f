import {
  type CreateFinding,
  createFindingCreator,
  type FindingCatalogue,
  type PhraseTexts,
} from '../../../findings/create-finding.ts';
import type { FindingCode } from '../../../findings/finding-codes.ts';
import type { Severity } from '../../../types.ts';
import { edifactTextsEn } from './en.ts';
import { edifactTextsNl } from './nl.ts';

/** What only files of this syntax show. */
const severities = {
  'edi-none': 'error',
  'edi-una': 'error',
  'edi-una-short': 'warning',
  'edi-no-header': 'error',
  'edi-segment-open': 'error',
  'edi-message-open': 'error',
  'edi-end-missing': 'error',
  'edi-behind-end': 'error',
  'edi-between-messages': 'error',
  'edi-count': 'error',
  'edi-reference': 'error',
  'edi-reference-twice': 'warning',
  'edi-charset': 'warning',
  'edi-charset-mixed': 'error',
  'edi-charset-unknown': 'error',
  'edi-line-break': 'error',
  'edi-release': 'warning',
  'edi-repetition': 'warning',
  'edi-release-end': 'error',
  'edi-control': 'error',
  'edi-tag': 'error',
  'edi-type-other': 'error',
  'edi-release-other': 'error',
  'edi-test': 'park',
  'edi-order': 'warning',
  'edi-too-many': 'warning',
  'edi-unexpected': 'warning',
  'edi-not-in-guide': 'warning',
  'edi-part-missing': 'warning',
  'edi-part-unknown': 'warning',
  'edi-length': 'warning',
  'edi-decimal-mark': 'warning',
  'edi-date-form': 'warning',
  'edi-date-period': 'warning',
  'edi-code': 'warning',
} as const satisfies Readonly<Record<string, Severity>>;

export type EdifactFindingCode = keyof typeof severities;

export const edifactFindings: FindingCatalogue<EdifactFindingCode> = {
  severities,
  messages: { en: edifactTextsEn, nl: edifactTextsNl },
};

export type CreateEdifactFinding = CreateFinding<FindingCode | EdifactFindingCode>;

export const edifactFindingCreator = createFindingCreator(edifactFindings);

/** What UNT, UNE and UNZ count. */
export const countNames = {
  segments: { en: 'segments', nl: 'segmenten' },
  messages: { en: 'messages', nl: 'berichten' },
  groups: { en: 'groups', nl: 'groepen' },
} as const satisfies Readonly<Record<string, PhraseTexts>>;
