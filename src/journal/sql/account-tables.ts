import type { SchemaDialect } from './journal-tables.ts';

/**
 * Who may use the pages, and what people did there. Secrets are kept as their SHA-256. Instants are milliseconds since the epoch, by
 * the clock of the journal.
 */
export const createAccountTables = (w: SchemaDialect): string => `
  -- people; the password as a PHC string; \`masked\`: bodies of documents are shown masked
  create table account (
    name text primary key, role text not null, password text, masked integer not null default 0,
    disabled integer not null default 0, added ${w.long} not null
  ) ${w.keyed};

  -- links that work once; \`kind\`: of a user, or of an account of the system that may write the journal
  create table login_link (
    hash text primary key, account text not null, kind text not null, purpose text not null, made_by text not null,
    expires ${w.long} not null
  ) ${w.keyed};
  create index login_link_account on login_link (account, kind);

  create table login_session (
    hash text primary key, account text not null, kind text not null, began ${w.long} not null,
    seen ${w.long} not null, ends ${w.long} not null, address text not null, agent text not null
  ) ${w.keyed};
  create index login_session_account on login_session (account, kind);

  -- tokens of scripts; one without an end has none
  create table access_token (
    name text primary key, hash text not null, role text not null, added ${w.long} not null, expires ${w.long}, used ${w.long}
  ) ${w.keyed};
  create unique index access_token_hash on access_token (hash);

  -- wrong passwords of a name from an address, one after the other; what was refused until then
  create table login_failure (
    account text not null, address text not null, failures integer not null, last ${w.long} not null, until ${w.long} not null,
    primary key (account, address)
  ) ${w.keyed};
  create index login_failure_last on login_failure (last);

  -- what people did, and tried; only added to, but for the count of what repeats itself
  create table audit_entry (
    id ${w.serial}, at ${w.long} not null, who text not null, kind text not null, address text not null, action text not null,
    object text not null, detail text not null, reason text not null, result text not null
  ) ${w.end};
`;
