import type { SchemaDialect } from './journal-tables.ts';

export const addOutage = (w: SchemaDialect): string => `
  -- an exchange that takes nothing now; no row: nothing is known against it
  create table outage (
    name text primary key,
    -- order keys whose last attempts failed in a row (JSON), and since when nothing but probes is sent
    keys text not null, opened ${w.long},
    -- the last attempt, the one before which nothing is sent, and how many probes there were
    asked ${w.long} not null, next ${w.long} not null, probes integer not null default 0,
    -- the message that asks now, and what the last one met, in every language (JSON)
    probe ${w.long}, said text not null
  ) ${w.keyed};
  -- it waits because the exchange could not be reached
  alter table message add column away integer not null default 0;
  create index message_away on message (id) where away = 1 and state = 'waiting';
`;
