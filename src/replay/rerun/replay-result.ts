import type { StepResult } from '../../journal/model/message.ts';
import type { StateChange } from '../../pipeline/order-state/order-state.ts';
import { sha256 } from '../../text/sha256.ts';

/** What check and prepare say of a message when they are run again. Plain data. */
export interface ReplayResult {
  readonly step: 'check' | 'prepare';
  /** `unfetched`: it would have fetched what nobody has fetched. */
  readonly said: StepResult | 'unfetched';
  readonly reason: string;
  /** Code of the finding that ended it: absent where none did. A warning beside it is none. */
  readonly ended?: string;
  /** Of what would be delivered. */
  readonly bytes?: Uint8Array;
  /** What a settlement would change in the order state. */
  readonly change?: StateChange;
  /** Where the order state lies, as check reads it. */
  readonly address?: string;
}

/** A result without the bytes: their hash. */
export interface HashedResult extends Omit<ReplayResult, 'bytes'> {
  readonly hash?: string;
}

export const hashResult = ({ bytes, ...rest }: ReplayResult): HashedResult => ({
  ...rest,
  ...(bytes ? { hash: sha256(bytes) } : {}),
});
