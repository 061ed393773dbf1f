import { type CreateFinding, createFindingCreator } from '../../../findings/create-finding.ts';
import type { FindingCatalogue, PhraseTexts } from '../../../findings/finding-catalogue.ts';
import type { FindingCode } from '../../../findings/finding-codes.ts';
import { type EdifactFindingCode, edifactSeverities } from './codes.ts';
import { edifactTextsEn } from './en.ts';
import { edifactTextsNl } from './nl.ts';

/** What UNT, UNE and UNZ count. */
export const countNames = {
  segments: { en: 'segments', nl: 'segmenten' },
  messages: { en: 'messages', nl: 'berichten' },
  groups: { en: 'groups', nl: 'groepen' },
} as const satisfies Readonly<Record<string, PhraseTexts>>;

/** What a file is that begins so. */
export const isMessage: PhraseTexts = { en: 'it is an EDIFACT message', nl: 'het is een EDIFACT-bericht' };

export const edifactFindings: FindingCatalogue<EdifactFindingCode> = {
  severities: edifactSeverities,
  messages: { en: edifactTextsEn, nl: edifactTextsNl },
  phrases: [...Object.values(countNames), isMessage],
};

export type CreateEdifactFinding = CreateFinding<FindingCode | EdifactFindingCode>;

export const edifactFindingCreator = createFindingCreator(edifactFindings);
