import type { Severity } from '../../../types.ts';

/** What only files of this syntax show. */
export const fixedSeverities = {
  'record-long': 'error',
  'record-short': 'error',
  'record-line-break': 'error',
  'record-character': 'error',
  'record-cut': 'park',
  'record-rest': 'warning',
} as const satisfies Readonly<Record<string, Severity>>;

export type FixedFindingCode = keyof typeof fixedSeverities;
