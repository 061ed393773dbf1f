import type { LostPath, TranslatedPart } from '../../journal/model/message.ts';
import type { ChainStep as LedBy } from '../../mapping/explain/provenance.ts';
import type { MappingContext } from '../../mapping/mapping.ts';
import type { MappingInput, MappingOutput } from '../../mapping/mapping-output.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';
import type { Finding, TaskRequest } from '../../types.ts';
import type { Channel } from '../channel/channel.ts';
import type { CutContext } from '../check/cut-file.ts';
import type { StateChange } from '../order-state/order-state.ts';

/** What prepare is given, and what comes of it. */

/** Everything prepare may see. The same task gives the same answer, today and in a replay. */
export interface PrepareTask {
  readonly channel: Channel;
  readonly message: {
    readonly id: number;
    /** Place in the order of arrival. */
    readonly arrival: number;
    /** What the very same has, and nothing else. */
    readonly hash: string;
    readonly issued?: string;
    readonly forced: boolean;
    /** Forced, and only these order lines; absent: all. */
    readonly forcedLines?: readonly string[];
    /** Lies before the start of the gateway (`firstRun: noteOnly`). */
    readonly note: boolean;
  };
  readonly bytes: Uint8Array;
  /** Of a document that was cut out of a file. */
  readonly inFile?: CutContext;
  /** Inbound, of a document of another format than SCSN: what check has translated it into. */
  readonly translated?: TranslatedPart;
  /** How that was done, where check has just done it. */
  readonly step?: LedBy;
  /** The SCSN document of these bytes, where check has just read or made it. */
  readonly tree?: TreeDocument;
  readonly gathered?: Uint8Array;
  /** The order state as JSON. */
  readonly state?: string;
  /** Bodies that the order state refers to, by hash. */
  readonly bodies: Readonly<Record<string, Uint8Array>>;
  readonly now: string;
  /** Listens to the run of the mappings; prepare itself sets it. */
  readonly heard?: MappingContext['onRunValues'];
}

/** What becomes of open tasks with a message that goes, or that has nothing to say. */
export interface TaskChanges {
  /** What it asks and no operation of the exchange can say. */
  readonly tasks?: readonly TaskRequest[];
  /** Lines whose open tasks end: the exchange's event answers them, or the ERP says otherwise now. */
  readonly endsTasks?: readonly string[];
}

/** What a mapping has left of the document, where it came to one. */
interface WithLostPaths {
  readonly lost?: readonly LostPath[];
}

export type PrepareResult = WithLostPaths & PrepareDecision;

type PrepareDecision =
  | (TaskChanges & {
      readonly kind: 'settle';
      readonly outcome: 'duplicate' | 'unchanged' | 'ignored' | 'outdated' | 'rejected';
      readonly reason: string;
      readonly findings: readonly Finding[];
      readonly change?: StateChange;
    })
  /** What check made of it is not what would be made of it now. */
  | { readonly kind: 'recheck'; readonly reason: string }
  /** Nothing is known of the order, and whether it is sent depends on that: the exchange is asked for it first. */
  | {
      readonly kind: 'ask';
      /** The exchange's id of the order. */
      readonly order: string;
      readonly reason: string;
      readonly findings: readonly Finding[];
    }
  /** Nothing is wrong with the document: it is tried again after a while. */
  | { readonly kind: 'wait'; readonly reason: string; readonly findings: readonly Finding[] }
  | {
      readonly kind: 'park';
      readonly reason: string;
      readonly findings: readonly Finding[];
      /** It holds nobody back: its successors go. */
      readonly released?: true;
    }
  | Deliverable;

export interface Deliverable extends TaskChanges {
  readonly kind: 'deliver';
  readonly bytes: Uint8Array;
  readonly findings: readonly Finding[];
  readonly change: StateChange;
  readonly tasks?: readonly TaskRequest[];
  readonly endsTasks?: readonly string[];
  /** Hash of the mapping; empty without one. */
  readonly mapping: string;
  /** For the file name: purchaseOrderNumber, shipmentNumber, documentType, eventName. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A mapping about to run, and what becomes of what it makes. */
export interface PendingMappingRun extends MappingInput {
  conclude(made: MappingOutput): PrepareResult;
}

/** What prepare comes to before any mapping runs: it is decided, or a mapping says more. */
export type PrepareStep = PrepareResult | PendingMappingRun;
