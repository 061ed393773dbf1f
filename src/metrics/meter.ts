import type { Outcome } from '../types.ts';

/** What is counted while the gateway works; whoever does the work tells it here. Costs microseconds, throws nothing. */
export interface Meter {
  /** A message was settled with an outcome, parked, or will be tried again. */
  countMessage(channel: string, how: Outcome | 'parked' | 'waiting'): void;
  /** Prepare has left so many values of a document: they go nowhere. */
  countLostValues(channel: string, kind: 'commercial' | 'other', count: number): void;
  /** The exchange was asked. `status`: of its answer; 0 when none came. */
  observeRequest(operation: string, status: number, seconds: number): void;
  /** A change is on the journal's disk. */
  observeCommit(seconds: number): void;
}
