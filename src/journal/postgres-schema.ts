/** The same tables in PostgreSQL; the row `version` of `meta` counts the migrations that were run. */
export const postgresMigrations: readonly string[] = [
  `
  create table message (
    id bigint generated always as identity primary key,
    received_at text not null,
    channel text not null,
    direction text not null,
    name text not null,
    source text not null,
    file text,
    state text not null,
    outcome text,
    reason text not null default '',
    order_key text,
    address text,
    purchase_order text,
    issued text,
    gather text,
    lines text,
    due bigint not null default 0,
    attempts integer not null default 0,
    owner text,
    lease bigint not null default 0,
    corrects bigint,
    released integer not null default 0,
    possibly_twice integer not null default 0,
    forced integer not null default 0,
    hash text not null,
    findings text not null default '[]',
    settled_at text,
    place text,
    filed integer not null default 0,
    mapping text
  );
  create index message_open on message (order_key, id) where state <> 'settled';
  create index message_received on message (direction, id) where state = 'received';
  create index message_due on message (due, id) where state in ('ready', 'waiting');
  create index message_unfiled on message (id) where filed = 0 and state in ('settled', 'parked');
  create index message_key on message (order_key, id);
  create index message_owner on message (owner) where owner is not null;
  create index message_channel on message (channel, id);
  create index message_state on message (state, id);
  create index message_order on message (purchase_order);
  create unique index message_file on message (file) where file is not null;

  create table blob (hash text primary key, size bigint not null, body bytea not null);
  create table part (
    message bigint not null, n integer not null, role text not null, hash text not null, at text not null,
    primary key (message, n)
  );
  create table attempt (
    message bigint not null, n integer not null, what text not null, started text not null, ended text, status integer not null default 0,
    detail text not null default '', unknown integer not null default 0, staged text,
    primary key (message, n)
  );
  create table order_state (address text primary key, state text not null);
  create table cursor_at (channel text primary key, value text not null, noting integer not null);
  create table seen (channel text not null, key text not null, hash text not null, primary key (channel, key));
  create table command (
    id bigint generated always as identity primary key, at text not null, action text not null, message bigint not null, force integer not null,
    reason text not null, who text not null default '', body text, result text
  );
  create table history (
    id bigint generated always as identity primary key, message bigint not null, at text not null, action text not null, who text not null,
    reason text not null, result text not null
  );
  create index history_message on history (message);
  create index command_open on command (id) where result is null;
  create table lead (name text primary key, owner text not null, lease bigint not null);
  create table sequence (channel text primary key, value bigint not null);
  `,
  `
  alter table message add column folder text;
  alter table message add column collected text;
  create index message_uncollected on message (channel, id) where folder is not null and collected is null;
  `,
  `
  create table remembered (
    folder text not null, name text not null, size bigint not null, mtime double precision not null, hash text not null,
    primary key (folder, name)
  );
  `,
];
