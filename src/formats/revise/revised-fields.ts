import type { ProposedField, SampleProposal } from '../infer/sample-proposal.ts';
import type { DescribedField } from './described-fields.ts';

/** A value of a sample beside a description that is kept. */
export interface RevisedValue {
  readonly proposed: ProposedField;
  /** As the description had it; absent: it had none. */
  readonly field?: DescribedField;
  /** The element that holds it, of what is new. */
  readonly holder?: string;
}

export interface RevisedFields extends Pick<SampleProposal, 'rows' | 'records'> {
  readonly values: readonly RevisedValue[];
}
