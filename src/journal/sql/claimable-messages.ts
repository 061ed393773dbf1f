import type { SchemaDialect } from './journal-tables.ts';

/**
 * Which messages a claim may take, kept beside them by triggers: whoever ends, parks, releases or discards a message points to the
 * next one of its order key, so that a look for work reads what can go and walks past nothing.
 *
 * `message.claimable` is 0: not on its way, or an earlier one of its key holds it back; 1: first of its key, from `due` on (a look
 * makes it 2 when that has come); 2: first of its key, and due.
 */

/** SQL: no message of its key stands before `m` (docs/design.md, "Orders and sameness"). */
const isFirst = `m.state in ('ready', 'waiting') and (select 1 from message p
  where p.order_key = m.order_key and p.arrival < m.arrival and p.released = 0 and p.state <> 'settled' limit 1) is null`;

/** SQL: messages `m` of which `claimable` is not what it has to be. */
export const isMisplaced = `m.state <> 'settled' and (case when ${isFirst}
  then m.claimable = 0 or (m.claimable = 1 and m.due = 0) else m.claimable <> 0 end)`;

/** SQL: of all messages anew; for journals of before, and for those of which messages were lost. */
export const refreshClaimable = `update message as m set claimable = case when ${isFirst} then case when due = 0 then 2 else 1 end else 0 end
  where m.state <> 'settled' or m.claimable <> 0;`;

/** SQL: the place of arrival up to which messages of a key are held back by none before them. */
const lastFirst = (key: string): string => `coalesce((select p.arrival from message p
    where p.order_key = ${key} and p.released = 0 and p.state <> 'settled' order by p.arrival limit 1), ${Number.MAX_SAFE_INTEGER})`;

/** SQL: `row` holds back those of its key that come after it. */
const isHolding = (row: string): string =>
  `(${row}.order_key is not null and ${row}.state <> 'settled' and ${row}.released = 0)`;

const hasMoved = '(old.order_key <> new.order_key or old.arrival <> new.arrival)';

/** SQL, of a changed row: it no longer holds back those after it in the place where it stood. */
export const hasLeft = `${isHolding('old')} and (not ${isHolding('new')} or ${hasMoved})`;

/** SQL, of a changed row: it holds back those after it from now on. */
export const hasEntered = `${isHolding('new')} and (not ${isHolding('old')} or ${hasMoved})`;

/** SQL: what comes after a message that has left its place may go; `id` is the message itself. */
export const pointToNext = (key: string, id: string): string => `
    update message set claimable = case when due = 0 then 2 else 1 end
      where order_key = ${key} and claimable = 0 and id <> ${id} and state in ('ready', 'waiting') and state <> 'settled'
        and arrival <= ${lastFirst(key)};`;

/** SQL: what comes after a message that has entered its place may no longer go. */
export const holdBack = (row: string): string => `
    update message set claimable = 0
      where order_key = ${row}.order_key and claimable > 0 and id <> ${row}.id and arrival > ${row}.arrival;`;

/** SQL: what one message becomes by what it is now. */
export const computeClaimable = (row: string): string =>
  `case when ${row}.state not in ('ready', 'waiting') or ${row}.arrival > ${lastFirst(`${row}.order_key`)} then 0
      when ${row}.due = 0 then 2 else 1 end`;

/** Columns by which a message and those of its key become claimable or not. */
export const decidingColumns = ['state', 'released', 'order_key', 'arrival', 'due'];

const isChanged = decidingColumns
  .map((column) => `old.${column} is distinct from new.${column}`)
  .join(' or ');

/** SQL, of a changed row: whether it may go itself has to be decided anew. Who ends a message writes 0 himself. */
export const needsDeciding = `(new.state in ('ready', 'waiting') or new.claimable <> 0) and (${isChanged})`;

export const addClaimable = ({ claimableTriggers }: SchemaDialect): string => `
  alter table message add column claimable integer not null default 0;
  ${refreshClaimable}
  create index message_claimable on message (direction, lane, arrival) where claimable = 2 and owner is null;
  create index message_claimable_large on message (large, direction, lane, arrival)
    where claimable = 2 and owner is null and large = 1;
  create index message_due on message (due) where claimable = 1;
  create index message_first on message (order_key) where claimable > 0;
  ${claimableTriggers}
`;
