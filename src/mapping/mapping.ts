import type { TreeDocument, TreeNode } from '../tree/nodes/tree-node.ts';
import type { OpenPart } from '../tree/open-parts.ts';
import type { TargetObject } from '../tree/values/target-tree.ts';
import type { Finding, Language, TaskRequest } from '../types.ts';
import type { ValueProvenance } from './explain/explain-run.ts';
import type { FileText } from './files/recording-file-source.ts';

/** How an item of a keyed list stands against the order state. */
export type ItemChange = 'new' | 'changed' | 'unchanged';

/** Everything a mapping may know beside the document. No I/O: the same context gives the same result. */
export interface MappingContext {
  /** `$channel`: flat settings, such as companyId, as, name, timeZone, linesPlacement. */
  readonly channel: Readonly<Record<string, string>>;
  /** `$event`: name of the event, empty where it is not visible (GET notice, search). */
  readonly event: string;
  /** `$now`: RFC 3339 in UTC, the moment prepare was asked. */
  readonly now: string;
  /** Of the message, durable and rising: what a file that is written has for its control reference. 1 for a trial. */
  readonly sequence?: number;
  /** `$sent`, `$published`, `$received`: JSON texts that become trees; absent: an empty tree. */
  readonly sent?: string;
  readonly published?: string;
  readonly received?: string;
  /** Of a trial: what the mapping made of the document that was delivered before. */
  readonly before?: TargetObject;
  /** Language of findings; English by default. */
  readonly language?: Language;
  /** Compares a keyed item with the order state; feeds `$change` in volatile leaves. */
  change(key: string, fingerprint: string): ItemChange;
  /** Hears what became of the document's values in each run that makes a result; absent: nobody asks. */
  onRunValues?(values: RunValues): void;
}

/** What became of the values of a document in one run. */
export interface RunValues {
  readonly source: TreeDocument;
  /** Filled leaves whose value goes nowhere and that `ignore:` does not name, in document order. */
  readonly lost: readonly TreeNode[];
  /**
   * `lost`, and leaves of which nothing was made but what is lost later: runs the mapping again, and keeps no more of that than a node or
   * two of each value. `made`: the result as the next mapping read it. `later`: leaves of it that go nowhere.
   */
  listLostThrough(made: TreeDocument, later: ReadonlySet<TreeNode>): readonly TreeNode[];
}

/** Where a mapping's `stop:` clause ends a message. */
export interface MappingStop {
  readonly as: 'ignored' | 'parked' | 'rejected';
  readonly finding: Finding;
}

export interface MappingResult {
  /** Absent when stopped or when a finding is an error. */
  readonly target?: TargetObject;
  /** How far a run came that was stopped or met an error; only where somebody has it explained. */
  readonly partial?: TargetObject;
  readonly stop?: MappingStop;
  readonly findings: readonly Finding[];
  /** What the target has no operation for; of a document that is parked or refused, none. */
  readonly tasks?: readonly TaskRequest[];
}

export interface ExplainedResult {
  readonly result: MappingResult;
  readonly origins: readonly ValueProvenance[];
}

/** A loaded and checked mapping with its tables. Serialisable only as its files: each worker loads its own. */
export interface Mapping {
  readonly name: string;
  /** SHA-256 over the mapping text and its tables' texts, hex. */
  readonly hash: string;
  /** The files it was read from: its own, what it extends, its tables. */
  readonly texts: readonly FileText[];
  /** `scsn/Order`, `exchange/order-event`, … */
  readonly from: string;
  readonly to: string;
  /** Parts of an SCSN document that its own rules may leave open. */
  readonly opens: readonly OpenPart[];
  /** Parts that are not open in its result, whatever its source left open. */
  readonly closes: readonly OpenPart[];
  /**
   * The mapping's `again:` clause, an XPath over `$event` (absent: false): what was handled or published before does not
   * count, such as for `OrderResentByBuyer`.
   */
  again(event: string): boolean;
  /**
   * The mapping's `silent:` clause, an XPath over `$event` (absent: false): the event says nothing to this ERP whatever it
   * holds, so that nothing has to be fetched for it.
   */
  silent(event: string): boolean;
  run(source: TreeDocument, context: MappingContext): MappingResult;
  /** One run that gives both: its result, and where every value comes from. */
  runWithOrigins(source: TreeDocument, context: MappingContext): ExplainedResult;
  /** Runs the mapping again and returns where every value comes from. */
  origins(source: TreeDocument, context: MappingContext): readonly ValueProvenance[];
  /** Runs only the rules of one target leaf outside loops, e.g. `order/purchaseOrderNumber`; undefined when empty. */
  leaf(path: string, source: TreeDocument, context: MappingContext): string | undefined;
}
