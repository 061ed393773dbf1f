import type { SchemaDialect } from './journal-tables.ts';

/** Which state of one's own folder of mappings each gateway runs, and since when. */
export const addMappingsInUse = (w: SchemaDialect): string => `
  create table mappings_in_use (
    gateway text primary key, hash text not null, since ${w.long} not null
  ) ${w.keyed};
`;
