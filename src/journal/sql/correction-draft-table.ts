import type { SchemaDialect } from './journal-tables.ts';

export const addCorrectionDrafts = (w: SchemaDialect): string => `
  -- what somebody typed into a document and has not sent: it goes with the document
  create table correction_draft (
    who text not null, message ${w.long} not null, at text not null, body text not null,
    primary key (message, who)
  ) ${w.keyed};
`;
