import { ZodError } from 'zod';
import { reasonOf } from '../../text/reason-of.ts';
import { isIntactState } from '../blobs/packed-state.ts';
import { arrivalsPerMessage } from '../model/message.ts';
import { isMisplaced } from '../sql/claimable-messages.ts';
import { parseMessage } from '../sql/parse-message.ts';
import { type Row, type SqlEngine, selectNumber, selectRows } from '../sql/sql-engine.ts';
import { checkBodies, type RowReader } from '../sqlite/check-bodies.ts';
import { isOrderState } from '../work/order-states.ts';

/** Reads a journal from end to end, and says what does not agree. */

/** Rows that are read at once. */
const atOnce = { messages: 1000, states: 1000 };

/**
 * What is wrong with a journal, in words; empty when every row and every body can be read and they agree. Takes long, and
 * holds up the event loop of an embedded one: not for a gateway at work. Rejects when the journal cannot be reached.
 *
 * Beside one that writes to an embedded journal: once, on a connection just opened. SQLite's check trusts what its connection remembers
 * of the search index from the check before, and calls it damaged where the other one has merged it since.
 */
export async function verify(engine: SqlEngine): Promise<readonly string[]> {
  const query: RowReader = (sql, ...values) => engine.read(() => selectRows(sql, ...values));
  const last = await engine.read(() => selectNumber('select coalesce(max(id), 0) as n from message'));
  const looks = [
    findDamagedTables(query, engine.dialect.damageQuery),
    findInvalidMessages(query, last),
    findMissingParts(query, last),
    findMissingStateBodies(query),
    findUnreadableStates(query),
    findMisplaced(query),
    findOrphanKeys(query),
    findOrphanDocuments(query),
    findDamagedBodies(query),
    findDamagedStates(query, last),
  ];
  const wrong: string[] = [];
  for (const look of looks) for await (const one of readSafely(look, query)) wrong.push(one);
  return wrong;
}

/** What cannot be read at all ends one look, not the others. */
async function* readSafely(look: AsyncGenerator<string>, query: RowReader): AsyncGenerator<string> {
  try {
    yield* look;
  } catch (error) {
    // rejects when it is the journal that is away
    await query("select value from meta where key = 'id'");
    yield `A table cannot be read: ${reasonOf(error)}`;
  }
}

async function* findDamagedTables(query: RowReader, damage: string | undefined): AsyncGenerator<string> {
  for (const row of damage === undefined ? [] : await query(damage)) yield String(row.damage);
}

async function* findInvalidMessages(query: RowReader, last: number): AsyncGenerator<string> {
  for (const [from, to] of listIdRanges(last))
    for (const row of await query('select * from message where id > ? and id <= ? order by id', from, to)) {
      const odd = explainInvalid(row);
      if (odd !== undefined) yield `Message ${row.id} ${odd}.`;
    }
}

function explainInvalid(row: Row): string | undefined {
  try {
    const { id, arrival, state, outcome, settledAt, orderKey } = parseMessage(row);
    // a file that is being cut has come as far as its last document
    if (arrival <= 0 || arrival >= (id + 1) * arrivalsPerMessage)
      return `has ${arrival} as its place of arrival`;
    if (state === 'settled' && !(outcome && settledAt)) return 'is settled without an outcome or an instant';
    if (state !== 'settled' && outcome) return `is ${state}, and has the outcome ${outcome}`;
    return state === 'received' || orderKey ? undefined : `is ${state} without an order key`;
  } catch (error) {
    const what = error instanceof ZodError ? error.issues.map(({ path }) => path.join('.')) : [error];
    return `cannot be read: ${what.join(', ')}`;
  }
}

async function* findMissingParts(query: RowReader, last: number): AsyncGenerator<string> {
  for (const [from, to] of listIdRanges(last)) {
    const parts = await query(
      `select message, role from part p where message > ? and message <= ?
         and not exists (select 1 from blob b where b.hash = p.hash) order by message, n`,
      from,
      to,
    );
    for (const { message, role } of parts) yield `Message ${message}: the part ${role} is missing.`;
    const messages = await query(
      `select id from message m where id > ? and id <= ? and bodies = 1
         and not exists (select 1 from part p where p.message = m.id and p.hash = m.hash) order by id`,
      from,
      to,
    );
    for (const { id } of messages) yield `Message ${id}: its document is missing.`;
  }
}

async function* findMissingStateBodies(query: RowReader): AsyncGenerator<string> {
  const rows = await query(
    `select address, hash from state_body s
     where not exists (select 1 from blob b where b.hash = s.hash) order by address, hash`,
  );
  for (const { address, hash } of rows)
    yield `The order state ${address} refers to the body ${hash}, which is missing.`;
}

async function* findUnreadableStates(query: RowReader): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const rows = await query(
      'select address, state, packed from order_state where address > ? order by address limit ?',
      after,
      atOnce.states,
    );
    for (const row of rows) if (!isOrderState(row)) yield `The order state ${row.address} cannot be read.`;
    if (rows.length < atOnce.states) return;
    after = String(rows.at(-1)?.address);
  }
}

/** What should be claimed and is not pointed to, or is and may not be. */
async function* findMisplaced(query: RowReader): AsyncGenerator<string> {
  for (const { id, claimable } of await query(
    `select m.id, m.claimable from message m where ${isMisplaced} order by m.id limit 1000`,
  ))
    yield claimable === 0
      ? `Message ${id} is first of its order and would never go.`
      : `Message ${id} would go before an earlier one of its order.`;
}

async function* findOrphanKeys(query: RowReader): AsyncGenerator<string> {
  const rows = await query(
    `select message, value from business_key k
     where not exists (select 1 from message m where m.id = k.message) order by message, value`,
  );
  for (const { message, value } of rows)
    yield `The number ${value} belongs to message ${message}, which is missing.`;
}

async function* findOrphanDocuments(query: RowReader): AsyncGenerator<string> {
  const rows = await query(
    `select id, parent from message m where parent is not null
       and not exists (select 1 from message f where f.id = m.parent) order by id`,
  );
  for (const { id, parent } of rows)
    yield `Message ${id} is a document of message ${parent}, which is missing.`;
}

async function* findDamagedBodies(query: RowReader): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const found = await checkBodies(query, after);
    for (const hash of found.damaged) yield `The body ${hash} is damaged.`;
    if (found.last === undefined) return;
    after = found.last;
  }
}

/** The order states that prepare saw. */
async function* findDamagedStates(query: RowReader, last: number): AsyncGenerator<string> {
  for (const [from, to] of listIdRanges(last)) {
    const rows = await query(
      `select m.id, s.hash, s.body from message m left join seen_state s on s.id = m.seen_state
       where m.id > ? and m.id <= ? and m.seen_state <> 0 order by m.id`,
      from,
      to,
    );
    for (const { id, hash, body } of rows)
      if (!isIntact(hash, body)) yield `Message ${id}: the order state that it was prepared on is damaged.`;
  }
}

const isIntact = (hash: unknown, body: unknown): boolean =>
  hash instanceof Uint8Array && body instanceof Uint8Array && isIntactState(hash, body);

/** Ids by and by: above the first of each pair, up to the second. */
function* listIdRanges(last: number): Generator<readonly [number, number]> {
  for (let from = 0; from < last; from += atOnce.messages) yield [from, from + atOnce.messages];
}
