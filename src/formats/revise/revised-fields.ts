import type { LocalizedText } from '../../findings/localized-text.ts';
import type { SampleCorrections } from '../infer/sample-corrections.ts';
import type { ProposedField, SampleProposal } from '../infer/sample-proposal.ts';
import type { DescribedField } from './described-fields.ts';

/** A description that is kept beside a sample, and what a person says of both. */
export interface RevisionQuestion {
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly corrections: SampleCorrections;
}

/** A value of a sample beside a description that is kept. */
export interface RevisedValue {
  readonly proposed: ProposedField;
  /** As the description had it; absent: it had none. */
  readonly field?: DescribedField;
  /** The element that holds it, of what is new. */
  readonly holder?: string;
  /** Below the root and without prefixes, where only that tells which value of the tree it is: `Lines/Line/Qty`. */
  readonly path?: string;
}

export interface RevisedFields extends Pick<SampleProposal, 'rows' | 'records'> {
  readonly values: readonly RevisedValue[];
}

/** What a sample shows beside its description; or why it shows nothing. */
export type RevisedSample =
  | (RevisedFields & Omit<SampleProposal, 'fields'> & { readonly because?: undefined })
  | { readonly because: LocalizedText };
