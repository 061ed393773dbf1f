import type { SchemaDialect } from './journal-tables.ts';

/** Failed logins are counted in one entry of the audit once several of their kind stand there. */
export const countRepeatedEntries = (w: SchemaDialect): string => `
  -- what makes entries repeats of one another, and what does so wherever they came from (null: none can be); how many this one stands
  -- for, and when the last of them was
  alter table audit_entry add column alike text;
  alter table audit_entry add column crowd text;
  alter table audit_entry add column times ${w.long} not null default 1;
  alter table audit_entry add column last ${w.long};
  create index audit_entry_alike on audit_entry (alike, at) where alike is not null;
  create index audit_entry_crowd on audit_entry (crowd, at) where crowd is not null;
`;
