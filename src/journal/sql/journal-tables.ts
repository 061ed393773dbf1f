/** The tables of the journal. Both engines speak one text, with these words of their own. */
export interface SchemaDialect {
  /** A key that counts up by itself. */
  readonly serial: string;
  /** The same, and whoever inserts may give the number. */
  readonly givenSerial: string;
  /** A whole number up to 2^53. */
  readonly long: string;
  readonly real: string;
  readonly bytes: string;
  /** Follows the parenthesis of a table; `keyed`: of one that is found by its key alone. */
  readonly end: string;
  readonly keyed: string;
  /** Indexes and triggers of this engine alone: part of a name or of a business key is quick to find. */
  readonly ownIndexes: string;
  /** Triggers that keep `message.claimable` (claimable-messages.ts). */
  readonly claimableTriggers: string;
  /** Makes a table of bodies that is ordered by hash one that is not; '': it never is. */
  readonly bodiesInOrder: string;
  /** Keeps the table of findings as the column of messages has them, and fills it with those that are there. */
  readonly findingRows: string;
}

/** Instants are RFC 3339 in UTC where they are text, milliseconds since the epoch where they are numbers. */
export const createTables = (w: SchemaDialect): string => `
  -- facts about the journal itself: id, bound exchange, serial
  create table if not exists meta (key text primary key, value text not null) ${w.end};

  -- one document's way through one channel
  create table message (
    id ${w.givenSerial},
    -- the place in the order of arrival: id * 2^20, for a document of a file plus its number in that file
    arrival ${w.long} not null,
    received_at text not null,
    channel text not null,
    direction text not null,
    lane text not null,
    name text not null,
    state text not null,
    outcome text,
    reason text not null default '',
    settled_at text,
    -- the gateway that has it in hand
    owner text,
    -- not before this instant
    due ${w.long} not null default 0,
    attempts integer not null default 0,

    -- where it came from, as JSON; for a file the id of its claim, for a document of a file that file's message and its number
    source text not null,
    file text,
    parent ${w.long},
    number integer,
    -- the message that this one corrects
    corrects ${w.long},
    -- SHA-256 of what is worked on; whether it is large; whether its bodies are still kept
    hash text not null,
    large integer not null default 0,
    bodies integer not null default 1,

    -- what check found: keys, when it was issued, what has to be fetched, order lines with their instants (JSON)
    order_key text,
    address text,
    purchase_order text,
    issued text,
    gather text,
    lines text,
    findings text not null default '[]',

    -- what people decided: successors may pass, sameness and age do not count (for these lines), the refusal is closed
    released integer not null default 0,
    forced integer not null default 0,
    forced_lines text,
    closed text,
    -- an attempt has an unknown outcome
    possibly_twice integer not null default 0,

    -- what the last check or prepare was made with, decided (JSON) and saw; paths that no rule read (JSON)
    mapping text,
    generation text,
    saw text,
    seen_state ${w.long},
    lost text,
    -- which change of its order state it made
    revision ${w.long},

    -- moving its file: how often it ended, whether and by whom the file is moved, where it lies
    ends integer not null default 0,
    filed integer not null default 0,
    filer text,
    place text,
    -- for the ERP: the folder it was published into, and when it was collected from there
    folder text,
    collected text
  ) ${w.end};
  create index message_unfiled on message (id) where filed = 0 and state in ('settled', 'parked');
  create index message_owner on message (owner) where owner is not null;
  create index message_channel on message (channel, id);
  create index message_state on message (state, id);
  create unique index message_file on message (file) where file is not null;
  create index message_uncollected on message (channel, id) where folder is not null and collected is null;
  create index message_settled on message (outcome, bodies, settled_at) where state = 'settled';
  create index message_open on message (order_key, arrival) where state <> 'settled';
  create index message_key on message (order_key, arrival);
  -- never are two messages of one order key in hand
  create unique index message_in_hand on message (order_key) where owner is not null and state in ('ready', 'waiting');
  create index message_filer on message (filer) where filer is not null;
  -- a document of a file is added once
  create unique index message_document on message (parent, number) where parent is not null;
  create index message_seen_state on message (seen_state) where seen_state > 0;
  create index message_large_received on message (large, lane, arrival) where state = 'received' and large = 1;
  -- it begins with the state: else SQLite prefers message_state, and sorts all that is received to find its lanes
  create index message_received on message (state, lane, arrival) where state = 'received';
  create index message_corrects on message (corrects) where corrects is not null;

  -- the numbers by which people know a message
  create table business_key (
    message ${w.long} not null, kind text not null, value text not null, primary key (message, kind, value)
  ) ${w.keyed};
  create index business_key_value on business_key (value, message);

  -- bytes by their SHA-256, compressed; large ones in pieces, and then the body of their blob is empty
  create table blob (hash text primary key, size ${w.long} not null, body ${w.bytes} not null) ${w.keyed};
  create table piece (hash text not null, n integer not null, body ${w.bytes} not null, primary key (hash, n)) ${w.end};

  -- which bytes play which role for a message
  create table part (
    message ${w.long} not null, n integer not null, role text not null, hash text not null, at text not null,
    primary key (message, n)
  ) ${w.keyed};
  create index part_hash on part (hash);

  -- tries to gather and to deliver, and of our own steps; without an end the outcome is unknown
  create table attempt (
    message ${w.long} not null, n integer not null, what text not null, started text not null, ended text,
    status integer not null default 0, detail text not null default '', unknown integer not null default 0,
    -- the temporary file (JSON), and that it was published
    staged text, published integer not null default 0,
    primary key (message, n)
  ) ${w.keyed};

  -- what is known of an order (JSON), and the bodies that this refers to: retention spares them
  create table order_state (address text primary key, state text not null) ${w.keyed};
  create table state_body (address text not null, hash text not null, primary key (address, hash)) ${w.keyed};
  create index state_body_hash on state_body (hash);

  -- order states that prepare saw, each once; texts of what messages are made with, each once
  create table seen_state (id ${w.serial}, hash ${w.bytes} not null unique, body ${w.bytes} not null) ${w.end};
  create table artifact (hash text primary key, kind text not null, at text not null, body ${w.bytes} not null) ${w.keyed};

  -- numbered versions of mappings; what was published into their folder, or restored
  create table mapping_version (
    mapping text not null, number integer not null, hash text not null, at text not null, who text not null default '',
    reason text not null default '', folder text not null default '', primary key (mapping, number)
  ) ${w.keyed};
  create unique index mapping_version_hash on mapping_version (mapping, hash);
  create table publication (
    id ${w.serial}, at text not null, action text not null, who text not null, reason text not null, folder_before text not null,
    folder_after text not null, freed text not null
  ) ${w.end};

  -- how far a search has come; keys of events and searches with the hash that was last seen of each
  create table cursor_at (channel text primary key, value text not null, noting integer not null) ${w.keyed};
  create table seen (
    channel text not null, key text not null, hash text not null, at text not null, primary key (channel, key)
  ) ${w.keyed};
  create index seen_at on seen (at);

  -- files that stay where they were taken; documents that were uploaded, by their content; numbers for file names
  create table remembered (
    folder text not null, name text not null, size ${w.long} not null, mtime ${w.real} not null, hash text not null,
    primary key (folder, name)
  ) ${w.keyed};
  create table uploaded (hash text primary key, object_id text not null) ${w.keyed};
  create table sequence (channel text primary key, value ${w.long} not null) ${w.keyed};

  -- decisions that people leave for a gateway, with what came of them; all that was decided, also about no message
  create table command (
    id ${w.serial}, at text not null, action text not null, message ${w.long} not null, force integer not null,
    line text, reason text not null, who text not null default '', body text, result text, refused integer not null default 0
  ) ${w.end};
  create index command_open on command (id) where result is null;
  create table history (
    id ${w.serial}, message ${w.long}, subject text not null default '', at text not null, action text not null,
    who text not null, reason text not null, result text not null
  ) ${w.end};
  create index history_message on history (message);

  -- what documents ask that no operation of the exchange can say; it outlives its message
  create table task (
    id ${w.serial}, message ${w.long} not null, address text not null, channel text not null, purchase_order text,
    line text not null, code text not null, finding text not null, asks text not null, opened text not null,
    ended text, how text, ended_by ${w.long}, who text not null default '', reason text not null default '',
    -- the message after which the same is asked anew though a person has ended it
    lapsed_by ${w.long}
  ) ${w.end};
  create unique index task_open on task (address, line, code) where ended is null;
  create index task_open_channel on task (channel, opened) where ended is null;
  create index task_address on task (address);
  create index task_message on task (message);
  create index task_asked on task (address, line, code, id);

  -- paths whose values a channel lost, each with the first message of it
  create table lost_path (
    id ${w.serial}, channel text not null, path text not null, count integer not null, message ${w.long} not null,
    at text not null
  ) ${w.end};
  create unique index lost_path_once on lost_path (channel, path);

  -- gateways that are alive, until when; the leases by which one of them does what; the turns at the exchange that they share
  create table gateway (owner text primary key, until ${w.long} not null) ${w.keyed};
  create table lease (name text primary key, owner text not null, until ${w.long} not null) ${w.keyed};
  create table pace (name text primary key, next ${w.long} not null) ${w.keyed};

  -- what gateways find wrong, what people were told of it, what they silenced, and since when something is waited for
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
  ${w.ownIndexes}
`;
