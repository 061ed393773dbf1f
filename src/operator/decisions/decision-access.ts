import type { Journal } from '../../journal/journal.ts';

/**
 * How a decision reaches the journal. The pages of a running gateway give its own journal for both; a command reads beside the
 * gateway, and opens an embedded journal for each change alone.
 */
export interface DecisionAccess {
  /** Open, for reading. */
  readonly journal: Journal;
  /** Changes something beside running gateways. */
  write<T>(use: (journal: Journal) => Promise<T>): Promise<T>;
  /** Is there one that carries decisions out? Undefined: that cannot be seen from here. */
  isGatewayRunning(): Promise<boolean | undefined>;
}
