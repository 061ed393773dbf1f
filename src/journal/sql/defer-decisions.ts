import type { SchemaDialect } from './journal-tables.ts';

/** Decisions that begin once every gateway uses what was published with them. */
export const addDeferredDecisions = (w: SchemaDialect): string => `
  -- the publication; the state of the folder of mappings that is waited for; the publication that took it back before
  alter table bulk_decision add column publication ${w.long};
  alter table bulk_decision add column mappings text;
  alter table bulk_decision add column overtaken ${w.long};
  create index bulk_decision_publication on bulk_decision (id) where publication is not null;
`;
