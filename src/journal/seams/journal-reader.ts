import type { MessageState, Outcome, TaskRequest } from '../../types.ts';
import type {
  Artifact,
  Attempt,
  BusinessKey,
  GenerationUse,
  LastStep,
  LostPath,
  Message,
  NumberedVersion,
  PartInfo,
  PartRole,
} from '../model/message.ts';
import type { Publication } from './decisions.ts';
import type { Cursor } from './inbox.ts';
import type { OutageSummary } from './outage-store.ts';

/** What can be read from the journal. */
export interface JournalReader {
  message(id: number): Promise<Message | undefined>;
  /** The documents of a file, in their order in it; none of a file of one document. */
  documents(file: number): Promise<readonly Message[]>;
  /** The newest part of a role. */
  part(id: number, role: PartRole): Promise<Uint8Array | undefined>;
  body(hash: string): Promise<Uint8Array | undefined>;
  orderState(address: string): Promise<string | undefined>;
  /** The record of its last check or prepare. Undefined: neither step has ended it. */
  findReplayRecord(id: number): Promise<StoredReplayRecord | undefined>;
  /** Messages above that id, by id, `most` at most: those with a replay record, and those that changed an order state. */
  listReplayCandidates(after: number, most: number): Promise<readonly ReplayCandidate[]>;
  artifact(hash: string): Promise<Artifact | undefined>;
  /** What made messages, and how many. Reads all of them. */
  generations(): Promise<readonly GenerationUse[]>;
  /** The versions of a mapping by their numbers. */
  mappingVersions(mapping: string): Promise<readonly NumberedVersion[]>;
  /** The first first. */
  publications(): Promise<readonly Publication[]>;
  list(query: MessageQuery): Promise<readonly Message[]>;
  /** The id of the newest message of a channel; undefined: it has none. One look into an index. */
  findNewestId(channel: string): Promise<number | undefined>;
  /** Has any message ended in one of these ways? */
  hasSettledAs(outcomes: readonly Outcome[]): Promise<boolean>;
  /** Messages that are known by a whole number, the newest first. */
  findByNumber(query: NumberQuery): Promise<readonly Message[]>;
  /** Messages of these order keys, the newest first. */
  listByOrderKeys(orderKeys: readonly string[], limit: number): Promise<readonly Message[]>;
  /** The numbers by which these messages are known. */
  listBusinessKeys(ids: readonly number[]): Promise<readonly MessageBusinessKey[]>;
  attempts(id: number): Promise<readonly Attempt[]>;
  /** What was asked that no operation of the exchange can say, the oldest first. */
  tasks(query: TaskQuery): Promise<readonly Task[]>;
  cursors(): Promise<readonly ChannelCursor[]>;
  /** The exchange identity that it is bound to. */
  findBinding(): Promise<string | undefined>;
  parts(id: number): Promise<readonly PartInfo[]>;
  countByState(): Promise<readonly { readonly state: MessageState; readonly count: number }[]>;
  /** What stands first and what waits for a person, now. Quick however much has ended. */
  summarizeBacklog(): Promise<BacklogSummary>;
  /** Messages that have not ended, and refusals of 24 hours that are neither mended nor closed, by channel. What has ended otherwise costs nothing. */
  countOpenMessages(): Promise<readonly OpenMessageCount[]>;
}

/** A replay record with the order state. */
export interface StoredReplayRecord extends LastStep {
  /** As JSON; absent: there was none. */
  readonly state?: string;
  /** There was one, and it has gone with the documents of the message. */
  readonly lost: boolean;
}

/** A message as whoever replays many looks for it. */
export interface ReplayCandidate {
  readonly id: number;
  readonly channel: string;
  readonly address?: string;
  readonly receivedAt: string;
  readonly generation?: string;
  /** Values that its last prepare left: none when absent. */
  readonly lost?: readonly LostPath[];
}

export interface ChannelCursor extends Cursor {
  readonly channel: string;
}

export interface MessageQuery {
  readonly limit: number;
  readonly state?: MessageState;
  readonly outcome?: Outcome;
  /** Outcomes that are left out. */
  readonly without?: readonly Outcome[];
  /** Received from this instant on, and before that one (RFC 3339, UTC). */
  readonly since?: string;
  readonly until?: string;
  readonly channel?: string;
  /** Code of a finding that they have. */
  readonly finding?: string;
  /** Part of a file name or order number. */
  readonly find?: string;
}

export interface NumberQuery {
  readonly value: string;
  /** Any without it. */
  readonly kind?: BusinessKey['kind'];
  /** Received from this instant on (RFC 3339, UTC). */
  readonly since?: string;
  readonly limit: number;
}

export interface MessageBusinessKey extends BusinessKey {
  readonly message: number;
}

export interface TaskQuery {
  readonly open?: true;
  /** Of the order with this address. */
  readonly address?: string;
  /** Opened by this message. */
  readonly message?: number;
  readonly limit: number;
}

/** It is kept longer than its message. */
export interface Task extends Omit<TaskRequest, 'asks'> {
  /** The message that opened it. */
  readonly message: number;
  readonly channel: string;
  readonly address: string;
  readonly purchaseOrderNumber?: string;
  /** RFC 3339, UTC. */
  readonly opened: string;
  readonly ended?: TaskEnd;
}

export interface TaskEnd {
  readonly at: string;
  readonly by: 'person' | 'exchange' | 'ERP';
  /** Absent: a person ended it. */
  readonly message?: number;
  /** Who and why, where a person did. */
  readonly who: string;
  readonly reason: string;
}

/** The backlog at one time. */
export interface BacklogSummary {
  /** The exchange takes nothing now, and what is for it waits. */
  readonly outage?: OutageSummary;
  /** The first of each direction and lane that is due (in hand or not) and that nothing holds back; in an outage none of the inbound ones that are in no hand. */
  readonly due: readonly Message[];
  /** The first of each lane that is not checked yet: what came after it waits. */
  readonly unchecked: readonly Message[];
  /** Those that are tried again, and the oldest of them. */
  readonly waiting: { readonly count: number; readonly first?: Message };
  /** By channel. */
  readonly parked: readonly ChannelBacklog[];
  /** By channel, within the last 24 hours; without those that were mended or closed. */
  readonly rejected: readonly ChannelBacklog[];
  /** Open tasks by channel: their number, since when, and the last messages with one. */
  readonly tasks: readonly ChannelBacklog[];
}

export interface OpenMessageCount {
  readonly channel: string;
  readonly state: Exclude<MessageState, 'settled'> | 'rejected';
  readonly count: number;
  /** When the oldest was received, or rejected; RFC 3339, UTC. */
  readonly oldest: string;
}

/** Messages of one channel, one at least. */
export interface ChannelBacklog {
  readonly channel: string;
  readonly count: number;
  /** When the oldest was received (parked) or refused, RFC 3339, UTC. */
  readonly oldest: string;
  /** Of the last few messages, the newest first. */
  readonly newest: readonly number[];
  /** The same ones, with why; absent: of tasks. */
  readonly messages?: readonly BacklogMessage[];
}

export interface BacklogMessage {
  readonly id: number;
  readonly name: string;
  readonly purchaseOrderNumber?: string;
  readonly reason: string;
}
