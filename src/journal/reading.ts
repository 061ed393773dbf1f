import type { Outcome } from '../types.ts';
import { keyText } from './business-keys.ts';
import type { ListQuery } from './interface.ts';
import type { Message } from './message.ts';
import { readMessage } from './rows.ts';
import { all, type Dialect, number, one, pattern, type Row, type Search, type Steps } from './sql.ts';

/** What people ask of the journal. */

export function* message(id: number): Steps<Message | undefined> {
  const row = yield* one('select * from message where id = ?', id);
  return row && readMessage(row);
}

export function* orderState(address: string): Steps<string | undefined> {
  const state = (yield* one('select state from order_state where address = ?', keyText(address)))?.state;
  return typeof state === 'string' ? state : undefined;
}

/** Newest first. */
export function* list(dialect: Dialect, query: ListQuery): Steps<readonly Message[]> {
  const search: Search = query.find === undefined ? everything : dialect.search(query.find);
  const soon = search.newest ? yield* newest(search.newest, query) : [];
  if (soon.length === query.limit) return soon.map(readMessage);
  const rows = yield* newest(search, query);
  const unchecked = search.unchecked ? yield* newest({ ...everything, ...search.unchecked }, query) : [];
  return [...unchecked, ...rows]
    .map(readMessage)
    .sort((a, b) => b.id - a.id)
    .slice(0, query.limit);
}

const everything: Search = { from: 'message m', id: 'm.id', condition: 'true', values: [] };

function* newest({ from, id, condition, values }: Search, query: ListQuery): Steps<readonly Row[]> {
  const { state, outcome, channel, finding, since, until, without = [], limit } = query;
  const asked = [
    ['m.state = ?', state],
    ['m.outcome = ?', outcome],
    ['m.channel = ?', channel],
    ["m.findings like ? escape '\\'", finding === undefined ? undefined : pattern(`"code":"${finding}"`)],
    ['m.received_at >= ?', since],
    ['m.received_at < ?', until],
  ] as const;
  const wanted = asked.filter(([, value]) => value !== undefined);
  const more = [...wanted.map(([sql]) => sql), ...without.map(() => "coalesce(m.outcome, '') <> ?")];
  const given = [...wanted.flatMap(([, value]) => value ?? []), ...without];
  return yield* all(
    `select m.* from ${from} where ${[condition, ...more].join(' and ')} order by ${id} desc limit ?`,
    ...values,
    ...given,
    limit,
  );
}

/** Each is a look into the index of what is settled; a list of the newest would read all where there is none. */
export function* hasEnded(outcomes: readonly Outcome[]): Steps<boolean> {
  for (const outcome of outcomes) {
    const ended = "state = 'settled' and outcome = ? and bodies in (0, 1)";
    if (yield* one(`select 1 as n from message where ${ended} limit 1`, outcome)) return true;
  }
  return false;
}

const states = ['received', 'ready', 'waiting', 'parked', 'settled'] as const;

export function* counts(): Steps<readonly { readonly state: Message['state']; readonly count: number }[]> {
  const found: { state: Message['state']; count: number }[] = [];
  for (const state of states)
    found.push({ state, count: yield* number('select count(*) as n from message where state = ?', state) });
  return found;
}
