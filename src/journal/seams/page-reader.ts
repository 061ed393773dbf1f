import type { Direction, MessageState, Outcome } from '../../types.ts';
import type { Message } from '../model/message.ts';
import type { HistoryEntry, RecentHistoryEntry } from './decisions.ts';
import type { FileTracking } from './file-tracking.ts';
import type { JournalReader } from './journal-reader.ts';
import type { OutageStore } from './outage-store.ts';

/**
 * What pages ask, on a reader of their own: health, commands and deliveries never wait behind it. It opens with the first question.
 * All that the journal's reader can be asked, and what only pages need.
 */
export interface PageReader
  extends JournalReader,
    Pick<OutageStore, 'findOutage'>,
    Pick<FileTracking, 'listUncollected'> {
  /** As the journal's own. */
  history(id: number): Promise<readonly HistoryEntry[]>;
  /** What was decided last, on messages and on all else, the newest first. */
  recentHistory(limit: number): Promise<readonly RecentHistoryEntry[]>;
  /** A page of a list: at once for what an index fits, else within a second with what was found. */
  page(query: MessagePageQuery): Promise<MessagePage>;
  /** How many fit, `most` at most. */
  countFitting(query: MessageSelection, most: number): Promise<FittingCount>;
  /** What needs a person now, by cause, the largest groups first. */
  causes(most: number): Promise<Causes>;
  /** Messages by channel and hour, received or ended from this instant on (RFC 3339, UTC); the current hour too. */
  hourCounts(since: string): Promise<readonly HourCount[]>;
  /** Messages that were received since an instant, by channel. */
  receivedSince(since: string): Promise<readonly ChannelCount[]>;
  /** Messages that have not ended, and refusals that are neither mended nor closed, by channel and state. */
  stuckCounts(): Promise<readonly StuckCount[]>;
  /** The last message of each of these channels. */
  lastMessages(channels: readonly string[]): Promise<readonly Message[]>;
  /** What said nothing to anybody since an instant, by channel and reason. */
  noNews(since: string): Promise<readonly NoNewsCount[]>;
  /** Messages in the journal; counted anew from time to time. */
  countAll(): Promise<number>;
}

/** Which messages are meant; all that is given must fit. */
export interface MessageSelection {
  readonly channel?: string;
  readonly state?: MessageState;
  readonly outcome?: Outcome;
  /** Outcomes that are left out. */
  readonly without?: readonly Outcome[];
  /** Parked, or refused and neither mended nor closed. */
  readonly needsAction?: true;
  readonly direction?: Direction;
  /** Received from this instant on, and before that one (RFC 3339, UTC). */
  readonly since?: string;
  readonly until?: string;
  /** Code of a finding that they have, and its value. */
  readonly finding?: string;
  readonly value?: string;
  /** A whole number by which people know it. */
  readonly number?: string;
  readonly party?: string;
  /** Part of a file name or number. */
  readonly find?: string;
}

export interface MessagePageQuery extends MessageSelection {
  readonly limit: number;
  /** The page of older ones next to this message. */
  readonly before?: number;
  /** The page of newer ones next to this message. */
  readonly after?: number;
}

export interface MessagePage {
  /** The newest first. */
  readonly messages: readonly Message[];
  /** As `before`: there are older ones, or there may be. */
  readonly older?: number;
  /** As `after`: there are newer ones, or there may be. */
  readonly newer?: number;
  /** The time was over: nothing beyond this message was looked at. `older` (or `newer`) goes on from there. */
  readonly searchedTo?: { readonly id: number; readonly receivedAt: string };
}

export interface FittingCount {
  readonly count: number;
  /** There are more, or there may be. */
  readonly more: boolean;
}

export interface Causes {
  readonly parked: CauseTotal;
  /** Refused, and neither mended nor closed. Mended ones leave it within a minute. */
  readonly refused: CauseTotal;
  /** Of each channel apart, the largest first. */
  readonly groups: readonly CauseGroup[];
}

export interface CauseTotal {
  readonly count: number;
  /** When the oldest was received (parked) or refused; RFC 3339, UTC. Absent: there is none. */
  readonly oldest?: string;
}

/** Messages of one channel that stand still for one cause. */
export interface CauseGroup {
  readonly kind: 'parked' | 'refused';
  /** Code and value of the finding that decided. Empty: none did, or it has no value. */
  readonly code: string;
  readonly value: string;
  readonly channel: string;
  readonly count: number;
  readonly oldest: string;
  readonly newest: string;
  /** One of them: the last. */
  readonly sample: number;
  /** Later documents of the same orders that wait for these. */
  readonly behind: number;
  /** There are more than that. */
  readonly moreBehind: boolean;
}

export interface HourCount {
  readonly channel: string;
  /** Its begin: RFC 3339, UTC. */
  readonly hour: string;
  readonly received: number;
  readonly delivered: number;
  readonly refused: number;
  /** How often one was parked. */
  readonly parked: number;
}

export interface NoNewsCount {
  readonly channel: string;
  readonly outcome: Outcome;
  /** In the words that the journal keeps. */
  readonly reason: string;
  readonly count: number;
}

export interface ChannelCount {
  readonly channel: string;
  readonly count: number;
}

export interface StuckCount extends ChannelCount {
  readonly state: Exclude<MessageState, 'settled'> | 'rejected';
  /** When the oldest was received, or refused; RFC 3339, UTC. */
  readonly oldest: string;
}
