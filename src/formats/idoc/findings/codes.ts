import type { Severity } from '../../../types.ts';

/** What only files of this syntax show. */
export const idocSeverities = {
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

export type IdocFindingCode = keyof typeof idocSeverities;
