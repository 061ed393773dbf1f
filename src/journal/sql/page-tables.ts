import type { SchemaDialect } from './journal-tables.ts';

/** SQL: refused, and neither mended nor closed. It is the condition of an index: queries say it in the same words. */
export const isOpenRefusal = "outcome = 'rejected' and closed is null and mended = 0";

/** SQL: of a state that is rare, and that people look for. */
export const isStuck = "state in ('parked', 'waiting')";

/** SQL: of an outcome that is rare; what is delivered or no news costs no index. */
export const isRareOutcome = "outcome in ('rejected', 'discarded', 'outdated', 'superseded', 'duplicate')";

/** What the pages need to answer at once among a million messages. A message that goes through without a finding writes nothing more. */
export const addPageTables = (w: SchemaDialect): string => `
  -- why it is parked or was refused: code and value of the finding that decided; a later document of its order went well
  alter table message add column cause text;
  alter table message add column cause_value text;
  alter table message add column mended integer not null default 0;

  -- the findings of messages, each as a row: kept by triggers on their column of findings
  create table finding (
    message ${w.long} not null, n integer not null, code text not null, value text not null, path text not null,
    level text not null, primary key (message, n)
  ) ${w.keyed};
  ${w.findingRows}
  create index finding_value on finding (code, value, message);
  create index finding_code on finding (code, message);
  update message set
    cause = coalesce((select f.code from finding f where f.message = message.id and f.level <> 'warning' order by f.n limit 1), ''),
    cause_value = coalesce((select f.value from finding f where f.message = message.id and f.level <> 'warning' order by f.n limit 1), '')
    where state = 'parked' or outcome = 'rejected';

  create index message_stuck on message (channel, state, id) where ${isStuck};
  create index message_outcome on message (outcome, id) where ${isRareOutcome};
  create index message_channel_outcome on message (channel, outcome, id) where ${isRareOutcome};
  create index message_parked_cause on message (cause, cause_value, channel, id) where state = 'parked';
  create index message_refused on message (id) where ${isOpenRefusal};
  create index message_refused_channel on message (channel, id) where ${isOpenRefusal};
  create index message_refused_cause on message (cause, cause_value, channel, id) where ${isOpenRefusal};

  -- messages by channel and hour; how far they are counted; what was parked and is not counted yet
  create table hour_count (
    channel text not null, hour text not null, received ${w.long} not null default 0, delivered ${w.long} not null default 0,
    refused ${w.long} not null default 0, parked ${w.long} not null default 0, primary key (channel, hour)
  ) ${w.keyed};
  create index hour_count_hour on hour_count (hour, channel);
  create table count_mark (name text primary key, value text not null) ${w.keyed};
  create table parking (id ${w.serial}, at text not null, channel text not null) ${w.end};

  -- decisions on many messages, and each of these with what became of it
  create table bulk_decision (
    id ${w.serial}, at text not null, action text not null, force integer not null default 0, reason text not null,
    who text not null, filter text not null, state text not null, total ${w.long} not null, held_back ${w.long} not null,
    behind ${w.long} not null, ended text, stopped_by text
  ) ${w.end};
  create index bulk_decision_open on bulk_decision (id) where ended is null;
  create table bulk_item (
    decision ${w.long} not null, n ${w.long} not null, message ${w.long} not null, command ${w.long}, result text,
    refused integer not null default 0, primary key (decision, n)
  ) ${w.keyed};
  create index bulk_item_message on bulk_item (message);
  create index bulk_item_left on bulk_item (decision, n) where command is null;
  create index bulk_item_open on bulk_item (decision, n) where command is not null and result is null;
  create index bulk_item_refused on bulk_item (decision, n) where refused = 1;
`;
