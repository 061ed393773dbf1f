import type { ListQuery, Message } from './interface.ts';
import { readMessage } from './rows.ts';
import { all, type Dialect, number, one, pattern, type Steps, type Value } from './sql.ts';

/** What people ask of the journal. */

export function* message(id: number): Steps<Message | undefined> {
  const row = yield* one('select * from message where id = ?', id);
  return row && readMessage(row);
}

export function* orderState(address: string): Steps<string | undefined> {
  const state = (yield* one('select state from order_state where address = ?', address))?.state;
  return typeof state === 'string' ? state : undefined;
}

/** Newest first. */
export function* list(dialect: Dialect, query: ListQuery): Steps<readonly Message[]> {
  const { conditions, values } = conditionsOf(dialect, query);
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  const rows = yield* all(`select * from message ${where} order by id desc limit ?`, ...values, query.limit);
  return rows.map(readMessage);
}

function conditionsOf(dialect: Dialect, { state, channel, find }: ListQuery) {
  const conditions: string[] = [];
  const values: Value[] = [];
  const add = (condition: string, ...more: readonly Value[]): void => {
    conditions.push(condition);
    values.push(...more);
  };
  if (state !== undefined) add('state = ?', state);
  if (channel !== undefined) add('channel = ?', channel);
  if (find !== undefined) {
    const text = pattern(find);
    add(`(${dialect.contains('name')} or ${dialect.contains('purchase_order')})`, text, text);
  }
  return { conditions, values };
}

const states = ['received', 'ready', 'waiting', 'parked', 'settled'] as const;

export function* counts(): Steps<readonly { readonly state: Message['state']; readonly count: number }[]> {
  const found: { state: Message['state']; count: number }[] = [];
  for (const state of states)
    found.push({ state, count: yield* number('select count(*) as n from message where state = ?', state) });
  return found;
}
