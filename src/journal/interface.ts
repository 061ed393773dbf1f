import type { Told } from '../findings/troubles.ts';
import type { StagedFile } from '../folders/interface.ts';
import type { Direction, Finding, MessageState, Outcome } from '../types.ts';
import type {
  Artifact,
  Attempt,
  AttemptEnd,
  BusinessKey,
  Checked,
  FileDocument,
  GenerationUse,
  Identity,
  Message,
  NewMessage,
  PartInfo,
  PartRole,
  PreparedParts,
  Saw,
  Settlement,
  Sight,
  TriedStep,
} from './message.ts';
import type { Watching } from './watching.ts';

/** What arrives: documents, and how far search and pickup have come. */
export interface Inbox {
  /**
   * Stores documents with state `received`, in the order given, by one transaction. Undefined in the answer: a document
   * with `seen` or `remember` whose bytes equal the last of that key or name, not stored. Rejects with LeaseLost when
   * another gateway has the lead now.
   */
  receive(documents: readonly NewMessage[], occasion?: Occasion): Promise<readonly (number | undefined)[]>;
  /**
   * Messages that have not ended stand in the lane that their channel has now: before anything is received or worked on with
   * another config. `lanes`: by channel.
   */
  joinLanes(lanes: ReadonlyMap<string, string>): Promise<void>;
  cursor(channel: string): Promise<Cursor | undefined>;
  /** Which of these claimed files (their ids) are in the journal? */
  knownFiles(claimIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Files of a folder that were taken with `remember`. */
  remembered(folder: string): Promise<readonly RememberedFile[]>;
  /** They are gone from the folder. */
  forget(folder: string, names: readonly string[]): Promise<void>;
}

/**
 * The way of one message. Order of calls: receive -> (addDocuments+ -> split | checked) -> (claim -> gathered? -> prepared -> staged? -> ended -> wait,
 * park or settle)+ -> filed.
 */
export interface Work {
  /**
   * The oldest message in state `received` that is not in `busy`: each time of the next lane, of none in `full` (lanes that have
   * enough under check).
   */
  nextToCheck(
    busy: readonly number[],
    full?: readonly string[],
    only?: CheckOnly,
  ): Promise<Message | undefined>;
  /**
   * Notes a try of ours: one that failed (`failure` says why), or one that begins and may never come back. Resolves to its
   * number, and to how many such tries there have been, this one too, since a person last decided on the message.
   */
  tried(id: number, step: TriedStep, failure?: string): Promise<Tried>;
  /** That try has ended well. */
  wentWell(id: number, attempt: number): Promise<void>;
  /** Received -> ready; what it supersedes and whether it is a duplicate is decided in the same transaction. */
  checked(id: number, result: Checked): Promise<void>;
  /**
   * Adds documents of a file that is under check as messages of their own, some at a time, each once. `generation`: what cut
   * the file; where that has changed since a crash, what was added before goes. Rejects with LeaseLost when the file is not
   * ours to cut any more.
   */
  addDocuments(file: number, documents: readonly FileDocument[], generation: string): Promise<void>;
  /**
   * All of them are there: the file is settled as `split`, and they go on. It is to be moved each time that none of them is
   * received, ready or waiting any more. `findings`: of the file as a whole.
   */
  split(file: number, count: number, reason: string, findings: readonly Finding[]): Promise<void>;
  /** Notes which order a message is about when check ends it. */
  identify(id: number, identity: Identity): Promise<void>;
  /**
   * Messages that are due and first of their order key, of each lane in turn the oldest first; ours until wait, park or settle.
   * Never are two of one key in hand, whoever has them.
   */
  claim(query: ClaimQuery): Promise<readonly Message[]>;
  /** Starts an attempt to gather. Resolves to its number. */
  gathering(id: number): Promise<number>;
  /** Adds what was fetched, and where the order state lies when it is known only now. */
  gathered(id: number, bytes: Uint8Array, identity: Identity): Promise<void>;
  /** The exchange's id of a file that was uploaded, by the SHA-256 of its content. */
  uploaded(hash: string): Promise<string | undefined>;
  noteUpload(hash: string, objectId: string): Promise<void>;
  /** Stores what prepare saw and made, together with the start of an attempt. `sequence`: for a file name; inbound 0. */
  prepared(
    id: number,
    prepared: PreparedParts,
  ): Promise<{ readonly attempt: number; readonly sequence: number }>;
  /** Starts one more attempt to deliver what is prepared already. Resolves to its number. */
  again(id: number): Promise<number>;
  /** The temporary file is fsynced: publishing may be finished by whoever comes after a crash. */
  staged(id: number, attempt: number, staged: StagedFile): Promise<void>;
  /** Ends an attempt. `unknown`: no answer came, it may have been carried out. */
  ended(id: number, attempt: number, result: AttemptEnd): Promise<void>;
  /** `saw`: of the prepare that said so; absent where something else did. */
  wait(id: number, due: number, reason: string, saw?: Saw): Promise<void>;
  /** Ready or waiting -> received: it is checked once more, as a document that has just arrived in its place. */
  recheck(id: number, reason: string): Promise<void>;
  park(id: number, reason: string, findings: readonly Finding[], saw?: Saw): Promise<void>;
  /** Writes the outcome and the order state in one transaction. */
  settle(id: number, settlement: Settlement): Promise<void>;
  /** Keeps what messages are made with, each once for ever: before the first that is noted with it. */
  keepArtifacts(artifacts: readonly Artifact[]): Promise<void>;
}

/** Files that have to be moved, and files that the ERP has to collect. */
export interface Filing {
  /** Parked or settled messages whose file still has to be moved: the oldest 200, less those of some channels. */
  unfiled(except?: readonly string[]): Promise<readonly Message[]>;
  /** The file is where it belongs. Changes nothing when the message was parked, settled or tried again since it was read. */
  filed(message: Pick<Message, 'id' | 'ends'>, place: string): Promise<void>;
  /** Published files that the ERP has not collected yet, of these channels or of one order key: the newest 10,000, oldest first. */
  uncollected(of: Uncollected): Promise<readonly PublishedFile[]>;
  /** The ERP has collected them; what waited for that may go on. */
  collected(ids: readonly number[]): Promise<void>;
}

/** What people decide. */
export interface Decisions {
  /** Leaves a decision for the running gateway, or for the next one that starts. Resolves to its number. */
  command(command: Command): Promise<number>;
  /** What became of it; undefined until a gateway has carried it out. */
  commandResult(command: number): Promise<CommandResult | undefined>;
  /** Carries out the commands that were left; resolves to what was done. */
  takeCommands(): Promise<readonly TakenCommand[]>;
  /** Decisions on a message, oldest first; without its number those that are about no message. */
  history(id?: number): Promise<readonly HistoryEntry[]>;
  /** Keeps a decision that is about no message and that was carried out elsewhere. */
  note(entry: Omit<HistoryEntry, 'at'>): Promise<void>;
  /** Moves the cursor of a search, and keeps that. Resolves to where it stood; undefined where the channel has none. */
  moveCursor(decision: CursorDecision): Promise<string | undefined>;
  /** What a dry run of a channel's folder has seen is taken from now on; that is kept. Resolves to the number of files. */
  takeSeen(channel: string, folder: string, reasoned: Reasoned): Promise<number>;
  /**
   * The exchange it is bound to has another address from now on; that is kept. Resolves to what it is bound to; undefined when
   * it is not bound yet. No gateway may run on it.
   */
  rebind(to: string, reasoned: Reasoned): Promise<string | undefined>;
}

/** What several gateways agree on. */
export interface Leases {
  /** Several gateways may have it open. */
  readonly shared: boolean;
  /** True while this gateway is the one that does what `name` says; asked again and again. Always, when not shared. */
  lead(name: string): Promise<boolean>;
  /** Another gateway may do it. */
  leave(name: string): Promise<void>;
  /** Another gateway may do whatever this one does. */
  leaveAll(): Promise<void>;
  /**
   * Takes turns at the exchange, `interval` milliseconds apart, from what all gateways on this journal share. Resolves to
   * the milliseconds until the first of them.
   */
  turns(count: number, interval: number): Promise<number>;
}

/** What is read of it. */
export interface Browsing {
  message(id: number): Promise<Message | undefined>;
  /** The documents of a file, in their order in it; none of a file of one document. */
  documents(file: number): Promise<readonly Message[]>;
  /** The newest part of a role. */
  part(id: number, role: PartRole): Promise<Uint8Array | undefined>;
  body(hash: string): Promise<Uint8Array | undefined>;
  orderState(address: string): Promise<string | undefined>;
  /** What its last check or prepare saw. Undefined: of an older version, or none has ended it. */
  seen(id: number): Promise<Seen | undefined>;
  /** Messages above that id that were seen, or that changed an order state: by id, so many at most. */
  sightings(after: number, most: number): Promise<readonly Sighting[]>;
  artifact(hash: string): Promise<Artifact | undefined>;
  /** What made messages, and how many. Reads all of them. */
  generations(): Promise<readonly GenerationUse[]>;
  list(query: ListQuery): Promise<readonly Message[]>;
  /** Has any message ended in one of these ways? */
  hasEnded(outcomes: readonly Outcome[]): Promise<boolean>;
  /** Messages that are known by a whole number, the newest first. */
  withNumber(query: KeyQuery): Promise<readonly Message[]>;
  /** Messages of these order keys, the newest first. */
  ofOrderKeys(orderKeys: readonly string[], limit: number): Promise<readonly Message[]>;
  /** The numbers by which these messages are known. */
  numbersOf(ids: readonly number[]): Promise<readonly KeyOfMessage[]>;
  attempts(id: number): Promise<readonly Attempt[]>;
  cursors(): Promise<readonly ChannelCursor[]>;
  /** The exchange identity that it is bound to. */
  bound(): Promise<string | undefined>;
  parts(id: number): Promise<readonly PartInfo[]>;
  counts(): Promise<readonly { readonly state: MessageState; readonly count: number }[]>;
  /** What stands first and what waits for a person, now. Quick however much has ended. */
  standing(): Promise<Standing>;
  /** Messages that have not ended, and those rejected within 24 hours, by channel. What has ended otherwise costs nothing. */
  open(): Promise<readonly OpenMessages[]>;
}

/** What keeps it small and sound. */
export interface Upkeep {
  /**
   * Deletes what has expired, of `most` messages at most. Resolves to how many lost something; less than `most`: nothing
   * is left to delete. Waiting and parked messages, and what order states refer to, stay.
   */
  prune(expiry: Expiry, most: number): Promise<number>;
  /** Gives some of the room that deleting left back to the disk. False: there is no more (or the engine sees to it). */
  shrink(): Promise<boolean>;
  /**
   * What is wrong with the journal, in words; empty when all of it can be read and agrees. For a reader: it takes long.
   */
  verify(): Promise<readonly string[]>;
}

/**
 * Everything the gateway knows, in the seams that its users have. Every method is async and resolves when its change is on
 * disk; all are safe to repeat after a crash. Whatever writes rejects with JournalNotWritten while nothing can be written.
 */
export interface Journal extends Inbox, Work, Filing, Decisions, Leases, Browsing, Upkeep {
  /** Unique for ever; names the work folders of this journal. */
  readonly id: string;
  /**
   * Messages up to this one were there when this gateway ended without closing the journal, again and again: one of them may be
   * what ends it. 0: nothing of the kind.
   */
  readonly suspects: number;
  /** What is wrong, and who was told of it. */
  readonly watching: Watching;
  /**
   * Binds the journal to an exchange identity (base URL and company). Rejects with ForeignJournal when it holds the
   * state of another one.
   */
  bind(identity: string): Promise<void>;
  /** Why nothing can be written now, until it can be again; or undefined. */
  trouble(): Told | undefined;
  /** False: its thread has not answered for minutes, and only a start of the gateway may help. */
  alive(): boolean;
  close(): Promise<void>;
}

/** A sight, with the order state. */
export interface Seen extends Sight {
  /** As JSON; absent: there was none. */
  readonly state?: string;
  /** There was one, and it has gone with the documents of the message. */
  readonly lost: boolean;
}

/** A message as whoever replays many looks for it. */
export interface Sighting {
  readonly id: number;
  readonly channel: string;
  readonly address?: string;
  readonly receivedAt: string;
  readonly generation?: string;
  /** Its documents are kept. */
  readonly bodies: boolean;
}

/** Which of them. */
export interface CheckOnly {
  /** Channels that wait for their mappings or XSDs. */
  readonly except?: readonly string[];
  /** Documents of so many bytes and more, or smaller ones. */
  readonly size?: { readonly from: number } | { readonly below: number };
}

export interface Tried {
  readonly attempt: number;
  readonly tries: number;
}

export interface ClaimQuery {
  readonly direction: Direction;
  readonly count: number;
  /** Milliseconds since the epoch. */
  readonly due: number;
  /** Those in our hands. What is ours and not among them was claimed when the answer was lost, and comes again. */
  readonly busy: readonly number[];
  /** How many of each lane are in our hands: a lane gets no more hands than stay free. Absent: it may get all. */
  readonly held?: ReadonlyMap<string, number>;
}

/** Settled before that instant (RFC 3339, UTC): it goes. Absent: it stays. */
export interface Expiry {
  /** Documents, what was made of them, answers; the message stays. */
  readonly bodies?: string | undefined;
  readonly messages?: string | undefined;
  /** Messages of which nothing reached the exchange or the ERP: duplicate, unchanged, ignored, superseded. */
  readonly noNews?: string | undefined;
  /** What was last seen before it (`NewMessage.seen`) counts as news again. */
  readonly seen?: string | undefined;
}

/** A file that stays in its folder, as it was when it was taken. */
export interface RememberedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly mtime: number;
}

/** What documents were received on. */
export interface Occasion {
  /** Moved in the same transaction. */
  readonly cursor?: CursorMove | undefined;
  /** What gives us the right to. */
  readonly lead?: string;
}

export interface CursorMove extends Cursor {
  readonly channel: string;
  /** Where it stood when it was read: it is moved from there alone. */
  readonly from?: string;
}

export interface Cursor {
  /** Verbatim as received. */
  readonly value: string;
  /** The first run with `noteOnly` is still under way. */
  readonly noting: boolean;
}

export type Uncollected = { readonly channels: readonly string[] } | { readonly orderKey: string };

/** A file for the ERP. */
export interface PublishedFile {
  /** Of its message. */
  readonly id: number;
  readonly channel: string;
  readonly name: string;
  /** Mark of the folder it was published into. */
  readonly folder: string;
  /** RFC 3339, UTC. */
  readonly at: string;
}

/**
 * A person's decision on a waiting or parked message. retry: from the check on, now; with `force`, sameness and age do not
 * count. release: it stays, its successors may pass. discard: it ends here, in any open state; one in hand when its attempt
 * has ended. resend: with a corrected document; also for a settled message, which then gets a successor.
 */
export interface Command {
  readonly action: 'retry' | 'release' | 'discard' | 'resend';
  readonly message: number;
  readonly force: boolean;
  readonly reason: string;
  /** Who decided. */
  readonly who?: string;
  /** The corrected document. */
  readonly bytes?: Uint8Array;
}

/** Who decided, and why. */
export interface Reasoned {
  readonly who: string;
  readonly reason: string;
}

export interface CursorDecision extends Reasoned {
  readonly channel: string;
  /** RFC 3339, UTC. */
  readonly to: string;
}

export interface ChannelCursor extends Cursor {
  readonly channel: string;
}

export interface CommandResult {
  /** What came of it, in words. */
  readonly result: string;
  /** Nothing was changed. */
  readonly refused: boolean;
}

export interface HistoryEntry {
  /** What it is about where that is no message, such as a channel; empty otherwise. */
  readonly subject: string;
  readonly at: string;
  readonly action: string;
  readonly who: string;
  readonly reason: string;
  readonly result: string;
}

export interface TakenCommand extends Command, CommandResult {}

export interface ListQuery {
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

export interface KeyQuery {
  readonly value: string;
  /** Any without it. */
  readonly kind?: BusinessKey['kind'];
  /** Received from this instant on (RFC 3339, UTC). */
  readonly since?: string;
  readonly limit: number;
}

export interface KeyOfMessage extends BusinessKey {
  readonly message: number;
}

/** How it stands with the work. */
export interface Standing {
  /** The first of each direction and lane that is due (in hand or not) and that nothing holds back. */
  readonly due: readonly Message[];
  /** The first of each lane that is not checked yet: what came after it waits. */
  readonly unchecked: readonly Message[];
  /** Those that are tried again, and the oldest of them. */
  readonly waiting: { readonly count: number; readonly first?: Message };
  /** By channel. */
  readonly parked: readonly Pile[];
  /** By channel, within the last 24 hours. */
  readonly rejected: readonly Pile[];
}

export interface OpenMessages {
  readonly channel: string;
  readonly state: Exclude<MessageState, 'settled'> | 'rejected';
  readonly count: number;
  /** When the oldest was received, or rejected; RFC 3339, UTC. */
  readonly oldest: string;
}

/** Messages of one channel, one at least. */
export interface Pile {
  readonly channel: string;
  readonly count: number;
  /** When the oldest was received (parked) or refused, RFC 3339, UTC. */
  readonly oldest: string;
  /** Of the last few messages, the newest first. */
  readonly newest: readonly number[];
}
