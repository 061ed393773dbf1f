/**
 * The tables of the journal, as steps from version to version. A released step is never changed: journals of every version
 * are opened for ever (src/journal/fixtures). Both engines speak one text, with these words of their own.
 */
export interface SchemaDialect {
  /** A key that counts up by itself. */
  readonly serial: string;
  /** A whole number up to 2^53. */
  readonly long: string;
  readonly real: string;
  readonly bytes: string;
  /** Follows the parenthesis of a table; `keyed`: of one that is found by its key alone. */
  readonly end: string;
  readonly keyed: string;
  /** Makes part of a name or number quick to find. */
  readonly search: string;
  /** Indexes of open messages by their arrival. */
  readonly open: string;
  /** Deletes of messages do not make the index of search be written anew. */
  readonly quietDeletes: string;
  /** Fills the column `arrival` that it adds; ids are given by who inserts. */
  readonly arrival: string;
  /** A select of message, kind and value: the order numbers that one column held, several with commas between. */
  readonly numbersOfOrders: string;
  /** Makes part of a name or of a business key quick to find. */
  readonly searchByKeys: string;
  /** A select of address and hash: the bodies that each order state refers to. */
  readonly bodiesOfStates: string;
  /** An index of what is to be checked, without what is under check in one of many gateways. */
  readonly unchecked: string;
  /** Now, RFC 3339 in UTC. */
  readonly instant: string;
}

export const migrations: readonly ((words: SchemaDialect) => string)[] = [
  (w) => `
  create table if not exists meta (key text primary key, value text not null) ${w.end};

  create table message (
    id ${w.serial},
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
    due ${w.long} not null default 0,
    attempts integer not null default 0,
    owner text,
    lease ${w.long} not null default 0,
    corrects ${w.long},
    released integer not null default 0,
    possibly_twice integer not null default 0,
    forced integer not null default 0,
    hash text not null,
    findings text not null default '[]',
    settled_at text,
    place text,
    filed integer not null default 0,
    mapping text
  ) ${w.end};
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

  create table blob (hash text primary key, size ${w.long} not null, body ${w.bytes} not null) ${w.keyed};
  create table part (
    message ${w.long} not null, n integer not null, role text not null, hash text not null, at text not null,
    primary key (message, n)
  ) ${w.keyed};
  create table attempt (
    message ${w.long} not null, n integer not null, what text not null, started text not null, ended text, status integer not null default 0,
    detail text not null default '', unknown integer not null default 0, staged text,
    primary key (message, n)
  ) ${w.keyed};
  create table order_state (address text primary key, state text not null) ${w.keyed};
  create table cursor_at (channel text primary key, value text not null, noting integer not null) ${w.keyed};
  create table seen (channel text not null, key text not null, hash text not null, primary key (channel, key)) ${w.keyed};
  create table command (
    id ${w.serial}, at text not null, action text not null, message ${w.long} not null, force integer not null,
    reason text not null, who text not null default '', body text, result text
  ) ${w.end};
  create table history (
    id ${w.serial}, message ${w.long} not null, at text not null, action text not null, who text not null,
    reason text not null, result text not null
  ) ${w.end};
  create index history_message on history (message);
  create index command_open on command (id) where result is null;
  create table lead (name text primary key, owner text not null, lease ${w.long} not null) ${w.keyed};
  create table sequence (channel text primary key, value ${w.long} not null) ${w.keyed};
  `,
  // the ERP has collected a published file
  () => `
  alter table message add column folder text;
  alter table message add column collected text;
  create index message_uncollected on message (channel, id) where folder is not null and collected is null;
  `,
  // files that stay where they were taken
  (w) => `
  create table remembered (
    folder text not null, name text not null, size ${w.long} not null, mtime ${w.real} not null, hash text not null,
    primary key (folder, name)
  ) ${w.keyed};
  `,
  // search; retention, which spares the bodies that order states refer to; one rate for all gateways
  (w) => `
  ${w.search}
  alter table message add column bodies integer not null default 1;
  create index message_settled on message (outcome, bodies, settled_at) where state = 'settled';
  create index part_hash on part (hash);
  create table state_body (address text not null, hash text not null, primary key (address, hash)) ${w.keyed};
  create index state_body_hash on state_body (hash);
  insert into state_body (address, hash) ${w.bodiesOfStates};
  create table pace (name text primary key, next ${w.long} not null) ${w.keyed};
  `,
  // large bodies in pieces: the body of their blob is empty
  (w) => `
  create table piece (hash text not null, n integer not null, body ${w.bytes} not null, primary key (hash, n)) ${w.end};
  `,
  // files of documents that were uploaded, once for each content
  (w) => `
  create table uploaded (hash text primary key, object_id text not null) ${w.keyed};
  `,
  // what is open, in the order of arrival, without a look at all that has ended
  (w) => w.open,
  // retention holds nobody up; the two directions are claimed apart
  (w) => `
  ${w.quietDeletes}
  drop index message_due;
  drop index if exists message_work;
  create index message_work on message (direction, id) where state in ('ready', 'waiting');
  `,
  // lanes (those of older versions are not known), the place of arrival, one message of each key in hand; each order of a
  // document is a row of its own
  (w) => `
  alter table message add column lane text not null default '';
  ${w.arrival}
  update message set owner = null where owner is not null;
  drop index message_open;
  drop index message_received;
  drop index message_work;
  drop index message_key;
  drop index if exists message_arrived;
  create index message_open on message (order_key, arrival) where state <> 'settled';
  create index message_received on message (lane, arrival) where state = 'received';
  create index message_work on message (direction, lane, arrival) where state in ('ready', 'waiting');
  create index message_key on message (order_key, arrival);
  create unique index message_in_hand on message (order_key) where owner is not null and state in ('ready', 'waiting');
  drop index message_order;
  create table business_key (
    message ${w.long} not null, kind text not null, value text not null, primary key (message, kind, value)
  ) ${w.keyed};
  insert into business_key (message, kind, value) ${w.numbersOfOrders};
  ${w.searchByKeys}
  `,
  // published is a fact of its own; filing leaves decisions alone; decisions that are about no message; old news is forgotten
  (w) => `
  alter table attempt add column published integer not null default 0;
  update attempt set published = 1
    where staged is not null and ended is not null and unknown = 0 and detail like 'published as %';

  alter table message add column ends integer not null default 0;
  alter table message add column filer text;
  alter table message add column filer_lease ${w.long} not null default 0;
  create index message_filer on message (filer) where filer is not null;

  alter table command add column refused integer not null default 0;
  create table history_of (
    id ${w.serial}, message ${w.long}, subject text not null default '', at text not null, action text not null, who text not null,
    reason text not null, result text not null
  ) ${w.end};
  insert into history_of (message, at, action, who, reason, result)
    select message, at, action, who, reason, result from history order by id;
  drop table history;
  alter table history_of rename to history;
  create index history_message on history (message);

  alter table seen add column at text not null default '';
  update seen set at = ${w.instant};
  create index seen_at on seen (at);
  `,
  // one sign of life of a gateway for all that it has in hand
  (w) => `
  create table gateway (owner text primary key, lease ${w.long} not null) ${w.keyed};
  update message set owner = null, filer = null where owner is not null or filer is not null;
  alter table message drop column lease;
  alter table message drop column filer_lease;
  `,
  // files of several documents: each is a message of its own, at its number in the file; what made a result, as one hash
  (w) => `
  alter table message add column parent ${w.long};
  alter table message add column number integer;
  alter table message add column generation text;
  create unique index message_document on message (parent, number) where parent is not null;
  `,
  // what gateways see, what people were told of it, and since when something is waited for
  (w) => `
  create table trouble (
    gateway text not null, code text not null, about text not null, level text not null, what text not null, since text not null,
    mark text not null, primary key (gateway, code, about)
  ) ${w.keyed};
  create table sign_of_life (gateway text primary key, at ${w.long} not null) ${w.keyed};
  create table alarm (
    target text not null, code text not null, about text not null, state text not null, primary key (target, code, about)
  ) ${w.keyed};
  create table silence (
    id ${w.serial}, code text not null, about text not null, until text not null, who text not null, reason text not null
  ) ${w.end};
  create table expected (channel text primary key, since text not null) ${w.keyed};
  `,
  // a whole number is found without a look at those that hold it
  () => 'create index business_key_value on business_key (value, message);',
  // what the last check or prepare of a message saw, and what it was made with; which change of an order state it made
  (w) => `
  alter table message add column saw text;
  alter table message add column seen_state ${w.long};
  alter table message add column revision ${w.long};
  create index message_seen_state on message (seen_state) where seen_state > 0;
  create table seen_state (id ${w.serial}, hash ${w.bytes} not null unique, body ${w.bytes} not null) ${w.end};
  create table artifact (hash text primary key, kind text not null, at text not null, body ${w.bytes} not null) ${w.keyed};
  `,
  // many gateways look for what is to be checked, each past what is under check in the others
  (w) => w.unchecked,
  // large documents have hands of their own, which look for them alone; SQLite found the lanes of what is received by sorting all
  // of it, because an index that begins with the state seemed better
  () => `
  alter table message add column large integer not null default 0;
  update message set large = 1 where state <> 'settled'
    and exists (select 1 from blob b where b.hash = message.hash and b.size >= 5000000);
  create index message_large_received on message (large, lane, arrival) where state = 'received' and large = 1;
  create index message_large_work on message (large, direction, lane, arrival)
    where state in ('ready', 'waiting') and large = 1;
  drop index message_received;
  create index message_received on message (state, lane, arrival) where state = 'received';
  `,
  // what documents ask that no operation of the exchange can say, longer than their messages are kept
  (w) => `
  create table task (
    id ${w.serial}, message ${w.long} not null, address text not null, channel text not null, purchase_order text, line text not null,
    code text not null, finding text not null, opened text not null, ended text, how text, ended_by ${w.long},
    who text not null default '', reason text not null default ''
  ) ${w.end};
  create unique index task_open on task (address, line, code) where ended is null;
  create index task_open_channel on task (channel, opened) where ended is null;
  create index task_address on task (address);
  create index task_message on task (message);
  alter table command add column line text;
  `,
  // of a forced retry, the order lines that go whatever is known of them
  () => 'alter table message add column forced_lines text;',
  // paths of the document that its last prepare left, with their counts, as JSON
  () => 'alter table message add column lost text;',
  // numbers of versions of mappings, which they keep; what was published, by whom, and which parked messages that freed
  (w) => `
  create table mapping_version (
    mapping text not null, number integer not null, hash text not null, at text not null, who text not null default '',
    reason text not null default '', folder text not null default '', primary key (mapping, number)
  ) ${w.keyed};
  create unique index mapping_version_hash on mapping_version (mapping, hash);
  create table publication (
    id ${w.serial}, at text not null, action text not null, who text not null, reason text not null, folder_before text not null,
    folder_after text not null, freed text not null
  ) ${w.end};
  `,
  // a person has closed a refusal; which message corrects a refused one is found without a look at all
  () => `
  alter table message add column closed text;
  create index message_corrects on message (corrects) where corrects is not null;
  `,
  // paths whose values a channel lost, each with the first message of it
  (w) => `
  create table lost_path (
    id ${w.serial}, channel text not null, path text not null, count integer not null, message ${w.long} not null,
    at text not null
  ) ${w.end};
  create unique index lost_path_once on lost_path (channel, path);
  `,
  // what a task asks, values and all, and the message after which the same is asked anew though a person has ended it
  (w) => `
  alter table task add column asks text not null default '';
  alter table task add column lapsed_by ${w.long};
  create index task_asked on task (address, line, code, id);
  `,
];
