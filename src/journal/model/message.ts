import type { StagedFile } from '../../folders/folder-types.ts';
import type { FilePosition } from '../../formats/document-format.ts';
import type { Direction, Finding, MessageState, Outcome, TaskRequest } from '../../types.ts';

/** A message, its parts and its attempts, as they come from and go into the journal. */

export type PartRole =
  | 'received'
  | 'envelope'
  | 'gathered'
  | 'prepared'
  | 'plan'
  | 'answer'
  | 'corrected'
  | 'translated'
  | 'translator'
  /** A body that the order state names which prepare saw: kept as long as that. */
  | 'named';

/** Where a document came from. */
export type MessageSource =
  | {
      readonly kind: 'file';
      readonly id: string;
      readonly name: string;
      readonly size: number;
      readonly mtime: number;
      readonly inPlace?: true;
    }
  | { readonly kind: 'webhook'; readonly method: string }
  | { readonly kind: 'notice'; readonly what: 'order' | 'shipment'; readonly id: string }
  | { readonly kind: 'search'; readonly note: boolean }
  /** A corrected document for a message that is settled. */
  | { readonly kind: 'correction'; readonly of: number }
  /** One of several documents of a file, which is the message `of`. */
  | ({ readonly kind: 'document'; readonly of: number } & DocumentOrigin);

export interface DocumentOrigin {
  /** In the file, from 1. */
  readonly number: number;
  readonly at: FilePosition;
  /** SHA-256 of what it needs of the file around it, hex. */
  readonly envelope?: string;
  /** Seen while the file was cut; none when absent. */
  readonly findings?: readonly Finding[];
}

/** A document that was cut out of a file. */
export interface NumberedDocument {
  /** In the file, from 1. */
  readonly number: number;
  readonly channel: string;
  readonly bytes: Uint8Array;
  readonly envelope?: Uint8Array;
  readonly at: FilePosition;
  /** Of this document, seen while the file was cut. */
  readonly findings: readonly Finding[];
}

export interface NewMessage {
  readonly channel: string;
  readonly direction: Direction;
  /** What has one order of arrival. Absent: the channel alone. */
  readonly lane?: string;
  /** File name, event name or order id: what a person calls it. */
  readonly name: string;
  readonly source: MessageSource;
  readonly bytes: Uint8Array;
  /** Stored only when its bytes differ from the last of this key in this channel. */
  readonly seen?: string;
  /** The folder in which the file stays: noted in the same transaction, so that it is taken once. */
  readonly remember?: string;
  /** The message that it corrects. */
  readonly corrects?: number;
}

/** A place of arrival is the id of a message times this, plus the number of the document in its file. */
export const arrivalsPerMessage = 2 ** 20;

/** A document of so many bytes or more is large: it has hands of its own, at check and at delivery. */
export const largeDocumentSize = 5_000_000;

/** Which order a document is about; any part may be unknown. */
export interface MessageIdentity {
  /** Address of the order state. */
  readonly address?: string;
  /** As it is shown; of several orders a list that may be shortened. */
  readonly purchaseOrderNumber?: string;
  /** All numbers by which it is found; absent, the purchase order number is. */
  readonly keys?: readonly BusinessKey[];
  /** Absent: the message is its own key. */
  readonly orderKey?: string;
  /** The SCSN document that it was judged by, where it is of another format. */
  readonly translated?: TranslatedPart;
}

/** The SCSN document that an ERP's document was translated into. */
export interface TranslatedPart {
  readonly bytes: Uint8Array;
  /** What made it, as JSON: where that is the same, so is the document. */
  readonly by: string;
}

/** A number by which people know a document. */
export interface BusinessKey {
  readonly kind: 'purchase order' | 'sales order' | 'advice' | 'shipment' | 'party';
  readonly value: string;
}

export interface CheckedMessage extends MessageIdentity {
  /** Issue date and time as in the document: older ones must not overtake newer ones. */
  readonly issued?: string;
  readonly gather?: GatherRequest;
  /** Outbound: line id -> lastUpdatedAt, for superseding. `all`: a notice, gather brings the whole order. */
  readonly lines?: Readonly<Record<string, string>> | 'all';
  readonly findings: readonly Finding[];
}

/** `upload`: files inside the document go to the exchange; the id is their number. */
export interface GatherRequest {
  readonly what: 'order' | 'shipment' | 'upload';
  readonly id: string;
}

/** The result of check or prepare. `failed`: it threw, took too long, or could not run. */
export type StepResult =
  | 'deliver'
  | 'park'
  | 'wait'
  | 'duplicate'
  | 'unchanged'
  | 'ignored'
  | 'outdated'
  | 'rejected'
  | 'failed';

/** The last check or prepare of a message: with this, its bytes and what was gathered it can be run again. */
export interface LastStep {
  /** Which of them had the last word: a document that check refuses is never prepared. */
  readonly step: 'check' | 'prepare';
  /** Its clock: RFC 3339, UTC. */
  readonly at: string;
  readonly forced: boolean;
  readonly said: StepResult;
}

/** Values of one path of a document that go nowhere; what they are stands in the document. */
export interface LostPath {
  /** Without positions, with canonical prefixes. */
  readonly path: string;
  readonly count: number;
  readonly class: 'commercial' | 'other';
  /** It was a finding of the message: the channel asks for that, and nothing else says the same. */
  readonly told?: true;
}

/** What is kept of the last check or prepare, so that it can be replayed. */
export interface ReplayRecord extends LastStep {
  /** All that it was made with, as one hash; absent where the step failed. */
  readonly generation?: string;
  /** The order state as JSON; absent: there was none, or the step looks at none. */
  readonly state?: string;
  /** Hashes of the bodies that the state names and that were given. */
  readonly bodies: readonly string[];
  /** Absent: nothing is lost, or there is no result. */
  readonly lost?: readonly LostPath[];
}

/**
 * A text that decides what becomes of a message: a mapping, a format, settings, or a list of them. Each is
 * kept once.
 */
export interface Artifact {
  /** SHA-256, hex: of the text, or as the thing itself is known (a mapping's hash). */
  readonly hash: string;
  readonly kind: 'generation' | 'settings' | 'mapping' | 'format' | 'text' | 'folder' | 'file';
  readonly text: string;
}

/** How often one generation made something in one channel. */
export interface GenerationUse {
  readonly generation: string;
  readonly channel: string;
  /** RFC 3339, UTC: when the first and the last of them were received. */
  readonly first: string;
  readonly last: string;
  /** When the last check or prepare of them ran with it: a retry uses today's. */
  readonly used: string;
  readonly messages: number;
}

/** A version of a mapping with its tables, by the number that it keeps. */
export interface NumberedVersion {
  /** From 1. */
  readonly number: number;
  readonly hash: string;
  /** RFC 3339, UTC: when it was published or, edited by hand, first used. */
  readonly at: string;
  /** Empty: nobody has published it. */
  readonly who: string;
  readonly reason: string;
  /** The folder of mappings that it was published with, as an artifact; empty: it is not kept. */
  readonly folder: string;
}

export interface PreparedParts {
  readonly bytes: Uint8Array;
  /** What settling will need, as JSON of the pipeline's own. */
  readonly plan: string;
  /** Hash of the mapping that made it, empty without one. */
  readonly mapping: string;
  readonly findings: readonly Finding[];
  readonly saw: ReplayRecord;
}

export interface AttemptEnd {
  /** HTTP status, or 0. */
  readonly status: number;
  readonly detail: string;
  readonly unknown: boolean;
  readonly answer?: Uint8Array;
  /** The file lies in its folder: said by who put it there, never concluded from what was staged. */
  readonly published?: true;
}

export interface Settlement {
  /** The attempt that ends with it. */
  readonly ended?: AttemptEnd & { readonly attempt: number };
  readonly outcome: Outcome;
  readonly reason: string;
  readonly findings: readonly Finding[];
  /** The file that was published, and the mark of its folder where that has one. */
  readonly published?: { readonly name: string; readonly folder?: string };
  /** Changes the order state at the message's address: old JSON -> new JSON. Runs inside the transaction. */
  readonly change?: (state: string | undefined) => NewOrderState;
  /** Of the check or prepare that ends it; absent: another one did before, or none. */
  readonly saw?: ReplayRecord | undefined;
  /** Opened, in the same transaction. */
  readonly tasks?: readonly TaskRequest[];
  /** Lines whose open tasks end before that. */
  readonly endsTasks?: readonly string[];
}

export interface NewOrderState {
  readonly state: string;
  /** How many changes it has seen, this one too. */
  readonly revision: number;
  /** Hashes of the bodies that it refers to: they outlive their messages. */
  readonly bodies: readonly string[];
}

export interface Message {
  readonly id: number;
  /** RFC 3339, UTC. */
  readonly receivedAt: string;
  readonly channel: string;
  readonly direction: Direction;
  readonly lane: string;
  /** Its place in the order of arrival: whatever asks which of two came earlier compares this. */
  readonly arrival: number;
  readonly name: string;
  readonly source: MessageSource;
  readonly state: MessageState;
  readonly outcome?: Outcome;
  readonly reason: string;
  readonly orderKey?: string;
  readonly address?: string;
  readonly purchaseOrderNumber?: string;
  readonly issued?: string;
  readonly gather?: GatherRequest;
  readonly due: number;
  readonly attempts: number;
  /** Somebody works on it now. */
  readonly inHand: boolean;
  /** How often it was parked or settled: by this a file that is being moved knows whether its message is still as it was. */
  readonly ends: number;
  /** SHA-256 of the received bytes, hex. */
  readonly hash: string;
  readonly possiblyTwice: boolean;
  /** It holds nobody back, parked or waiting. */
  readonly released?: true;
  /** Set by `gateway journal retry --force`: sameness and age do not count. */
  readonly forced: boolean;
  /** Forced, and only these order lines; absent: all. */
  readonly forcedLines?: readonly string[];
  readonly findings: readonly Finding[];
  readonly settledAt?: string;
  /** Where the file or what was published lies, relative to the channel's folder. */
  readonly place?: string;
  /** When it was noticed that the ERP has collected the published file. */
  readonly collected?: string;
  readonly mapping?: string;
  /** What its last check or prepare was made with, or what cut the file, as one hash. */
  readonly generation?: string;
  /** Absent: neither check nor prepare has ended it. */
  readonly lastStep?: LastStep;
  /** Values that its last prepare left: none when absent. */
  readonly lost?: readonly LostPath[];
  /** When a person closed its refusal: nobody has to mend it any more. */
  readonly closed?: string;
  /** The revision of the order state that it made when it was settled. */
  readonly revision?: number;
  /** The settled message that this one corrects. */
  readonly corrects?: number;
}

/** Steps of ours that are counted when they fail: the check, and everything after it. */
export type RetriedStep = 'check' | 'work';

export interface Attempt {
  readonly n: number;
  readonly what: 'gather' | 'deliver' | RetriedStep;
  readonly started: string;
  /** Absent: outcome unknown. */
  readonly ended?: string;
  readonly status: number;
  readonly detail: string;
  readonly unknown: boolean;
  readonly staged?: StagedFile;
  /** The staged file was published. */
  readonly published: boolean;
}

/**
 * Carried out as far as we know: a file that was published, or an answer that was understood as one (`ok`). A 2xx alone is none: a proxy
 * says it too, and so may an exchange of what it did not take.
 */
export const hasSucceeded = ({ ended, unknown, detail, published }: Attempt): boolean =>
  ended !== undefined && !unknown && (published || detail === 'ok');

export interface PartInfo {
  readonly role: PartRole;
  readonly hash: string;
  readonly size: number;
  readonly at: string;
}
