import type { Severity } from '../../../types.ts';

/** What only files of this syntax show. */
export const xmlSeverities = {
  'xml-root-other': 'error',
  'xml-between-documents': 'error',
  'xml-by-xsd': 'error',
  'xml-not-described': 'warning',
  'xml-text-beside': 'warning',
  'xml-value-mixed': 'error',
  'xml-attribute-empty': 'error',
} as const satisfies Readonly<Record<string, Severity>>;

export type XmlFindingCode = keyof typeof xmlSeverities;
