import type { LocalizedText } from '../../findings/localized-text.ts';

/**
 * What all gateways on this journal know of an exchange that takes nothing now (docs/design.md, "An exchange that is away"). While an
 * outage is open, `claim` gives of the direction inbound nothing but one message at a time, its probe, after growing pauses.
 */
export interface OutageStore {
  /** An attempt met no exchange, or one that takes nothing now. Resolves to the outage, where one is open now. */
  noteUnanswered(failure: UnansweredAttempt): Promise<Outage | undefined>;
  /** The exchange has answered an attempt. Resolves to the outage that this ends: all that waited for it is due. */
  noteAnswered(): Promise<Outage | undefined>;
  /** The next probe need not wait: the way to the exchange is another one now. */
  askSoon(): Promise<void>;
  findOutage(): Promise<OutageSummary | undefined>;
}

export interface UnansweredAttempt {
  readonly message: number;
  /** Attempts of so many orders in a row open an outage. Absent: it opens none, and only puts the next probe off. */
  readonly orderKey?: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Milliseconds that the exchange asks for (Retry-After). */
  readonly retryAfter?: number;
  /** What it met. */
  readonly said: LocalizedText;
}

/** Milliseconds since the epoch. */
export interface Outage {
  readonly since: number;
  /** When the last attempt ended. */
  readonly asked: number;
  /** Before this nothing is sent. */
  readonly next: number;
  readonly said: LocalizedText;
}

/** With the documents that wait for the exchange. */
export interface OutageSummary extends Outage {
  readonly waiting: number;
}
