import type { SchemaDialect } from './journal-tables.ts';

/** What people typed and have not published. Instants are milliseconds since the epoch, by the clock of the journal. */
export const createDraftTables = (w: SchemaDialect): string => `
  -- one of a person and what it is about; \`base\`: what it began from; \`edition\` counts its changes
  create table draft (
    who text not null, subject text not null, base text not null, content text not null, edition integer not null,
    at ${w.long} not null, primary key (who, subject)
  ) ${w.keyed};
`;
