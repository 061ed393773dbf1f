import type { Meter } from '../metrics/meter.ts';
import type { Log } from '../system/log.ts';
import { bind } from './decisions/exchange-binding.ts';
import type { Journal } from './journal.ts';
import type { SqlEngine } from './sql/sql-engine.ts';
import { WatchedEngine } from './sql/watched-engine.ts';
import { createAccountStore } from './sql-seams/create-account-store.ts';
import { createBulkDecisions } from './sql-seams/create-bulk-decisions.ts';
import { createDecisions } from './sql-seams/create-decisions.ts';
import { createDraftStore } from './sql-seams/create-draft-store.ts';
import { createFileTracking } from './sql-seams/create-file-tracking.ts';
import { createInbox } from './sql-seams/create-inbox.ts';
import { createLeases } from './sql-seams/create-leases.ts';
import { createMessageWork } from './sql-seams/create-message-work.ts';
import { createOutageStore } from './sql-seams/create-outage-store.ts';
import { createPageReader } from './sql-seams/create-page-reader.ts';
import { createReader } from './sql-seams/create-reader.ts';
import { createTroubleStore } from './sql-seams/create-trouble-store.ts';
import { createUpkeep } from './sql-seams/create-upkeep.ts';

interface SqlJournalOptions {
  readonly id: string;
  /** Unique for every journal that was opened: what it has in hand is its own. */
  readonly owner: string;
  /** As the journal's own. */
  readonly suspects?: number;
  readonly log?: Log | undefined;
  readonly meter?: Meter | undefined;
  /** Called before it closes. */
  readonly release?: () => Promise<void>;
}

/** The journal on an engine: its seams together. */
export function createSqlJournal(
  unwatched: SqlEngine,
  { id, owner, suspects = 0, log, meter, release = async () => undefined }: SqlJournalOptions,
): Journal {
  const engine = new WatchedEngine(unwatched, log, meter);
  const connection = { engine, owner, suspicion: { raised: true } };
  return {
    id,
    suspectsUpTo: suspects,
    troubles: createTroubleStore(connection),
    accounts: createAccountStore(connection),
    drafts: createDraftStore(connection),
    ...createInbox(connection),
    ...createMessageWork(connection),
    ...createFileTracking(connection),
    pages: createPageReader(engine),
    ...createDecisions(connection),
    ...createBulkDecisions(connection),
    ...createLeases(connection),
    ...createOutageStore(connection),
    ...createReader(connection),
    ...createUpkeep(connection),
    bind: (identity) => engine.write(() => bind(identity)),
    trouble: () => engine.trouble(),
    isAlive: () => engine.alive(),
    async close() {
      await release();
      await engine.close();
    },
  };
}
