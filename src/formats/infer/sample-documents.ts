import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import type { FileDocument } from '../document-format.ts';

/** What of a sample is read: a few hundred orders show as much as a million. */
export const sampleReading = {
  /** Bytes of all documents that are read. */
  all: 400_000,
  /** Bytes of one: an order of 500 lines has half of it. */
  one: 1_000_000,
} as const;

/** The first ones of a file; one at the least. */
export function takeFirstDocuments(documents: readonly FileDocument[]): readonly FileDocument[] {
  let size = 0;
  const end = documents.findIndex(({ bytes }) => {
    size += bytes.length;
    return size > sampleReading.all;
  });
  return end === -1 ? documents : documents.slice(0, Math.max(1, end));
}

/** Why a sample makes no format. */
export const explainLargeDocument = (bytes: number): LocalizedText =>
  localize('sample-order-large', {
    size: (bytes / 1_000_000).toFixed(1),
    most: sampleReading.one / 1_000_000,
  });
