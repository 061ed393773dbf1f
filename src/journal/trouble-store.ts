import type { DecisionAuthor } from './seams/decisions.ts';

/**
 * What gateways see that is wrong, and what people were told of it. The journal does not know what the words mean: codes are
 * those of the gateway's health.
 */
export interface TroubleStore {
  /**
   * Replaces the troubles of this gateway. Where several share the journal this is a sign of life too. `mappings`: the state of the
   * folder of mappings that it runs, where it can say; `published`: the state that the folder was said to be published as before
   * these were read.
   */
  replaceTroubles(
    gateway: string,
    troubles: readonly StoredTrouble[],
    mappings?: string,
    published?: string,
  ): Promise<void>;
  /** This gateway stops, and does not count as missing. Its troubles stay for its next start. */
  stopReporting(gateway: string): Promise<void>;
  /** What all have seen; who has not been heard of for a day is forgotten. */
  listTroubles(): Promise<readonly GatewayTroubles[]>;
  /** What people were told, by whom it goes to. */
  listAlarms(): Promise<readonly StoredAlarm[]>;
  /** Writes these, and deletes those. */
  storeAlarms(alarms: readonly StoredAlarm[], gone: readonly AlarmKey[]): Promise<void>;
  /** Nothing is told of it until then; kept in the history. Resolves to its number. */
  addSilence(silence: Omit<Silence, 'id'>): Promise<number>;
  /** False: there is none of that number any more. */
  endSilence(id: number, reasoned: DecisionAuthor): Promise<boolean>;
  /** Those that have not ended by that instant (RFC 3339, UTC). */
  listSilences(now: string): Promise<readonly Silence[]>;
  /** Somebody has seen it, and sees to it; kept in the history. */
  acknowledge(alarm: NewAcknowledgement): Promise<void>;
  /** The oldest first. */
  listAcknowledgements(): Promise<readonly Acknowledgement[]>;
  /** When each of these channels last received something, or since when that is waited for; RFC 3339, UTC. */
  findLastReceived(channels: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The first message of each path whose values a channel lost, the newest path first, so many at most. */
  listFirstLosses(limit: number): Promise<readonly FirstLoss[]>;
}

/** A path whose values a channel never lost before that message. */
export interface FirstLoss {
  /** Greater than those of earlier ones. */
  readonly id: number;
  readonly channel: string;
  readonly path: string;
  /** Values in that message. */
  readonly count: number;
  readonly message: number;
  /** Of its order; absent: none, or the message is deleted. */
  readonly purchaseOrderNumber?: string;
  /** RFC 3339, UTC. */
  readonly at: string;
}

export interface StoredTrouble {
  readonly code: string;
  /** The channel, folder or disk; empty: the gateway. */
  readonly about: string;
  readonly level: string;
  readonly what: string;
  /** RFC 3339, UTC. */
  readonly since: string;
  /** What makes it news although it is the same trouble; empty: nothing. */
  readonly mark: string;
}

/** One gateway. */
export interface GatewayTroubles {
  readonly gateway: string;
  /** Milliseconds since its last sign of life; undefined where it gives none: it stopped, or is alone on its journal. */
  readonly silent: number | undefined;
  readonly troubles: readonly StoredTrouble[];
  /**
   * The state of the folder of mappings that it runs, and since when (RFC 3339, UTC); undefined: it has stopped, or has not said.
   * `published`: what the folder was said to be published as before it was read, or ''.
   */
  readonly mappings?:
    | { readonly hash: string; readonly since: string; readonly published: string }
    | undefined;
}

export interface AlarmKey {
  /** Where it is told: `mail`, `webhook`. */
  readonly target: string;
  readonly code: string;
  readonly about: string;
}

export interface StoredAlarm extends AlarmKey {
  /** JSON. */
  readonly state: string;
}

export interface NewAcknowledgement extends DecisionAuthor {
  readonly code: string;
  readonly about: string;
}

export interface Acknowledgement extends NewAcknowledgement {
  /** RFC 3339, UTC. */
  readonly at: string;
}

/** An empty code or about: of every kind, wherever. */
export interface Silence extends DecisionAuthor {
  readonly id: number;
  readonly code: string;
  readonly about: string;
  /** RFC 3339, UTC. */
  readonly until: string;
}
