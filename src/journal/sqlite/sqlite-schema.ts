import type { SchemaDialect } from '../sql/migrations.ts';

/** Its numbers, of whatever kind, stand in the column that held the order number alone. */
const refreshSearchIndex = `
      insert or replace into message_text (rowid, name, purchase_order) values (new.id, new.name,
        (select group_concat(value, ' ') from business_key where message = new.id));`;

/**
 * The journal's words in SQLite. The index of trigrams has each message once: from the moment it is checked, and anew when
 * its number becomes known later.
 */
export const sqliteSchemaDialect: SchemaDialect = {
  serial: 'integer primary key',
  long: 'integer',
  real: 'real',
  bytes: 'blob',
  end: 'strict',
  keyed: 'strict, without rowid',
  search: `
  create virtual table message_text using fts5(
    name, purchase_order, content = '', contentless_delete = 1, tokenize = 'trigram');
  insert into message_text (rowid, name, purchase_order)
    select id, name, purchase_order from message where state <> 'received';
  create trigger message_text_checked after update of state on message
    when old.state = 'received' and new.state <> 'received' begin
      insert or replace into message_text (rowid, name, purchase_order) values (new.id, new.name, new.purchase_order);
    end;
  create trigger message_text_known after update of purchase_order on message
    when new.state <> 'received' and new.purchase_order is not old.purchase_order begin
      insert or replace into message_text (rowid, name, purchase_order) values (new.id, new.name, new.purchase_order);
    end;
  create trigger message_text_gone after delete on message begin
      delete from message_text where rowid = old.id;
    end;`,
  // it finds the way by those that it has
  open: '',
  // else a delete merges whole segments of it, seconds long among a million messages. What merges of new messages find deleted
  // they leave out: the index stays within some 300 bytes for each message that is there
  quietDeletes: "insert into message_text (message_text, rank) values ('deletemerge', 0);",
  // nobody becomes the owner of what is under check
  unchecked: '',
  arrival: `
  alter table message add column arrival integer not null default 0;
  update message set arrival = id * 1048576;`,
  numbersOfOrders: `
  select distinct message.id, 'purchase order', substr(number.value, 1, 200)
  from message, json_each('[' || replace(json_quote(purchase_order), ', ', '","') || ']') number
  where purchase_order is not null`,
  searchByKeys: `
  drop trigger message_text_checked;
  drop trigger message_text_known;
  create trigger message_text_checked after update of state on message
    when old.state = 'received' and new.state <> 'received' begin ${refreshSearchIndex}
    end;
  create trigger message_text_known after update of purchase_order on message
    when new.state <> 'received' begin ${refreshSearchIndex}
    end;`,
  bodiesOfStates: `select distinct address, value from order_state, json_tree(state, '$.received')
    where key = 'body'`,
  instant: "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')",
};
