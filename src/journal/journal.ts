import type { LocalizedText } from '../findings/localized-text.ts';
import type { AccountStore } from './seams/accounts.ts';
import type { BulkDecisions } from './seams/bulk-decisions.ts';
import type { Decisions } from './seams/decisions.ts';
import type { DraftStore } from './seams/draft-store.ts';
import type { FileTracking } from './seams/file-tracking.ts';
import type { Inbox } from './seams/inbox.ts';
import type { JournalReader } from './seams/journal-reader.ts';
import type { JournalUpkeep } from './seams/journal-upkeep.ts';
import type { Leases } from './seams/leases.ts';
import type { MessageWork } from './seams/message-work.ts';
import type { OutageStore } from './seams/outage-store.ts';
import type { PageReader } from './seams/page-reader.ts';
import type { TroubleStore } from './trouble-store.ts';

export type * from './seams/accounts.ts';
export type * from './seams/bulk-decisions.ts';
export type * from './seams/decisions.ts';
export type * from './seams/draft-store.ts';
export type * from './seams/file-tracking.ts';
export type * from './seams/inbox.ts';
export type * from './seams/journal-reader.ts';
export type * from './seams/journal-upkeep.ts';
export type * from './seams/leases.ts';
export type * from './seams/message-work.ts';
export type * from './seams/outage-store.ts';
export type * from './seams/page-reader.ts';

/**
 * Everything the gateway knows, in the seams that its users have. Every method is async and resolves when its change is on
 * disk; all are safe to repeat after a crash. Whatever writes rejects with JournalNotWritten while nothing can be written.
 */
export interface Journal
  extends Inbox,
    MessageWork,
    FileTracking,
    Decisions,
    BulkDecisions,
    Leases,
    OutageStore,
    JournalReader,
    JournalUpkeep {
  /** Unique for ever; names the work folders of this journal. */
  readonly id: string;
  /**
   * Messages up to this one were there when this gateway ended without closing the journal, again and again: one of them may be
   * what ends it. 0: nothing of the kind.
   */
  readonly suspectsUpTo: number;
  /** What is wrong, and who was told of it. */
  readonly troubles: TroubleStore;
  /** Who may use the pages, and what people did there. */
  readonly accounts: AccountStore;
  /** What pages read by. */
  readonly pages: PageReader;
  /** What people typed in the pages and have not published. */
  readonly drafts: DraftStore;
  /**
   * Binds the journal to an exchange identity (base URL and company). Rejects with ForeignJournalError when it holds the
   * state of another one.
   */
  bind(identity: string): Promise<void>;
  /** Why nothing can be written now, until it can be again; or undefined. */
  trouble(): LocalizedText | undefined;
  /** False: its thread has not answered for minutes, and only a start of the gateway may help. */
  isAlive(): boolean;
  close(): Promise<void>;
}
