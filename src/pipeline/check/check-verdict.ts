import type {
  CheckedMessage,
  MessageIdentity,
  MessageSource,
  TranslatedPart,
} from '../../journal/model/message.ts';
import type { ChainStep } from '../../mapping/explain/provenance.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';
import type { Finding } from '../../types.ts';
import type { InboundChannel } from '../channel/channel.ts';
import type { CutContext, SplitFile } from './cut-file.ts';

/** What check sees of a message. */
export interface CheckInput {
  readonly bytes: Uint8Array;
  readonly source: MessageSource;
  /** Of a document that was cut out of a file; absent for a file, and for one that a person corrected. */
  readonly inFile?: CutContext;
  /** All channels on its folder that take files of its name; absent: its own alone. */
  readonly takers?: readonly InboundChannel[];
}

/**
 * The verdict, and the SCSN document behind it: making that once more would take as long as all the rest.
 */
export interface CheckedTree {
  readonly result: CheckVerdict;
  readonly tree?: TreeDocument;
  /** Where the document is of another format: its bytes, and what made them. */
  readonly translated?: TranslatedPart;
  /** How it was translated. */
  readonly step?: ChainStep;
}

/**
 * What check found. `wait`: the user's own mappings or XSDs do not work as they are, and the message stays received until they
 * are mended. Everything else but `ready` ends or parks the message at once, whatever waits before it.
 */
export type CheckVerdict =
  | { readonly verdict: 'wait'; readonly reason: string }
  | { readonly verdict: 'ready'; readonly checked: CheckedMessage }
  /** A file of several documents: each goes its own way. */
  | ({ readonly verdict: 'split' } & SplitFile)
  | {
      readonly verdict: 'rejected' | 'parked' | 'ignored';
      readonly reason: string;
      readonly findings: readonly Finding[];
      readonly identity: MessageIdentity;
    };
