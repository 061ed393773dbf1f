import type { Words } from './migrations.ts';

/** Indexes of trigrams: name, and what they are on. */
export const searchIndexes = [
  ['message_name_part', 'message using gin (name gin_trgm_ops)'],
  ['message_order_part', 'message using gin (purchase_order gin_trgm_ops)'],
] as const;

/** The journal's words in PostgreSQL. Without the extension pg_trgm, part of a name or number is found by reading all. */
export const postgresWords: Words = {
  serial: 'bigint generated always as identity primary key',
  long: 'bigint',
  real: 'double precision',
  bytes: 'bytea',
  end: '',
  keyed: '',
  search: `
  do $$ begin
    create extension if not exists pg_trgm;
    ${searchIndexes.map(([name, on]) => `create index ${name} on ${on};`).join('\n    ')}
  exception when others then
    raise notice 'pg_trgm is not available: %', sqlerrm;
  end $$;`,
  open: `
  create index message_work on message (id) where state in ('ready', 'waiting');
  create index message_arrived on message (id) where state = 'received';`,
  quietDeletes: '',
  bodiesOfStates: `select distinct address, hash #>> '{}'
    from order_state, jsonb_path_query(state::jsonb, '$.received.**.body') hash`,
};
