import {
  computeClaimable,
  decidingColumns,
  hasEntered,
  hasLeft,
  holdBack,
  needsDeciding,
  pointToNext,
} from '../sql/claimable-messages.ts';
import type { SchemaDialect } from '../sql/journal-tables.ts';

/** All numbers of a message, of whatever kind, stand in the column `purchase_order`. */
const refreshSearchIndex = `
      insert or replace into message_text (rowid, name, purchase_order) values (new.id, new.name,
        (select group_concat(value, ' ') from business_key where message = new.id));`;

/**
 * The index of trigrams has each message once: from the moment it is checked, and anew when its number becomes known later.
 * Without merges of what was deleted (`deletemerge`): they would take seconds among a million messages. What merges of new messages
 * find deleted they leave out, so the index stays within some 300 bytes for each message that is there.
 */
const searchIndex = `
  create virtual table message_text using fts5(
    name, purchase_order, content = '', contentless_delete = 1, tokenize = 'trigram');
  insert into message_text (message_text, rank) values ('deletemerge', 0);
  create trigger message_text_checked after update of state on message
    when old.state = 'received' and new.state <> 'received' begin ${refreshSearchIndex}
    end;
  create trigger message_text_known after update of purchase_order on message
    when old.state <> 'received' and new.state <> 'received' begin ${refreshSearchIndex}
    end;
  create trigger message_text_gone after delete on message begin
      delete from message_text where rowid = old.id;
    end;`;

/** The message itself, and the others of its key where it held them back or does so now. */
const claimableTriggers = `
  create trigger message_claimable_own after update of ${decidingColumns.join()} on message when ${needsDeciding} begin
    update message set claimable = ${computeClaimable('new')} where id = new.id
      and (new.due <> old.due or (claimable > 0) <> (${computeClaimable('new')} > 0));
    end;
  create trigger message_claimable_left after update of ${decidingColumns.join()} on message when ${hasLeft}
    begin ${pointToNext('old.order_key', 'old.id')}
    end;
  create trigger message_claimable_entered after update of ${decidingColumns.join()} on message when ${hasEntered}
    begin ${holdBack('new')}
    end;
  create trigger message_claimable_gone after delete on message when old.order_key is not null and old.state <> 'settled'
    begin ${pointToNext('old.order_key', 'old.id')}
    end;`;

const bodiesInOrder = `
  create table body_in_order (hash text primary key, size integer not null, body blob not null) strict;
  insert into body_in_order (hash, size, body) select hash, size, body from blob;
  drop table blob;
  alter table body_in_order rename to blob;`;

const insertFindings = (message: string, from: string): string => `
      insert or ignore into finding (message, n, code, value, path, level)
        select ${message}.id, f.key, f.value ->> 'code', coalesce(f.value ->> 'value', ''), coalesce(f.value ->> 'path', ''),
          f.value ->> 'severity'
        from ${from}json_each(${message}.findings) f`;

/** A message that has no findings, before and after, writes none. */
const findingRows = `
  create trigger message_findings after update of findings on message when old.findings <> new.findings begin
      delete from finding where message = new.id;${insertFindings('new', '')};
    end;
  create trigger message_findings_new after insert on message when new.findings <> '[]' begin${insertFindings('new', '')};
    end;${insertFindings('message', 'message, ')} where message.findings <> '[]' and json_valid(message.findings);`;

/** The journal's words in SQLite. */
export const sqliteSchemaDialect: SchemaDialect = {
  serial: 'integer primary key',
  givenSerial: 'integer primary key',
  long: 'integer',
  real: 'real',
  bytes: 'blob',
  end: 'strict',
  keyed: 'strict, without rowid',
  ownIndexes: searchIndex,
  claimableTriggers,
  bodiesInOrder,
  findingRows,
};
