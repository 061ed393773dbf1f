import { createAccountTables } from './account-tables.ts';
import { indexAuditActions } from './audit-by-action.ts';
import { orderBodies } from './bodies-in-order.ts';
import { addClaimable } from './claimable-messages.ts';
import { addDecisionOrigins } from './decision-origins.ts';
import { addDeferredDecisions } from './defer-decisions.ts';
import { createDraftTables } from './draft-tables.ts';
import { createTables, type SchemaDialect } from './journal-tables.ts';
import { addMappingsInUse } from './mappings-in-use.ts';
import { addOutage } from './outage-table.ts';
import { packOrderStates } from './packed-order-states.ts';
import { addPageTables } from './page-tables.ts';
import { addPublishedInUse } from './published-in-use.ts';
import { countRepeatedEntries } from './repeated-entries.ts';

/** Brings the tables to the next version. */
export type Migration = (words: SchemaDialect) => string;

/** From version to version; the first makes the tables. One that was released is never changed: a later version gets one of its own. */
export const migrations: readonly Migration[] = [
  createTables,
  createAccountTables,
  addClaimable,
  addOutage,
  addPageTables,
  createDraftTables,
  orderBodies,
  addDecisionOrigins,
  countRepeatedEntries,
  addMappingsInUse,
  indexAuditActions,
  addDeferredDecisions,
  addPublishedInUse,
  packOrderStates,
];
