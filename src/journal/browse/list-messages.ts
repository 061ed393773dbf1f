import type { Outcome } from '../../types.ts';
import type { MessageQuery } from '../journal.ts';
import type { Message } from '../model/message.ts';
import { parseMessage } from '../sql/parse-message.ts';
import {
  type Row,
  type SqlDialect,
  type SqlSteps,
  selectNumber,
  selectRow,
  selectRows,
  type TextSearch,
} from '../sql/sql-engine.ts';

/** What people ask of the journal. */

export function* findMessage(id: number): SqlSteps<Message | undefined> {
  const row = yield* selectRow('select * from message where id = ?', id);
  return row && parseMessage(row);
}

export function* findNewestId(channel: string): SqlSteps<number | undefined> {
  const row = yield* selectRow('select max(id) as id from message where channel = ?', channel);
  return typeof row?.id === 'number' ? row.id : undefined;
}

/** The newest first. */
export function* list(dialect: SqlDialect, query: MessageQuery): SqlSteps<readonly Message[]> {
  const search = chooseSearch(dialect, query);
  const newest = search.newest && (yield* isNumber(query.find ?? '')) ? undefined : search.newest;
  const soon = newest ? yield* listNewest(newest, query) : [];
  if (soon.length === query.limit) return soon.map(parseMessage);
  const rows = yield* listNewest(search, query);
  const unchecked = search.unchecked ? yield* listNewest({ ...allMessages, ...search.unchecked }, query) : [];
  return [...unchecked, ...rows]
    .map(parseMessage)
    .sort((a, b) => b.id - a.id)
    .slice(0, query.limit);
}

/** Few messages hold what is the whole number of one: the index finds them sooner than the newest are read. */
function* isNumber(text: string): SqlSteps<boolean> {
  return (yield* selectRow('select 1 as n from business_key where value = ? limit 1', text)) !== undefined;
}

const allMessages: TextSearch = { from: 'message m', id: 'm.id', condition: 'true', values: [] };

/** The first of its code of each message: it may have several. */
const findingSearch = (code: string): TextSearch => ({
  from: 'finding f cross join message m',
  id: 'f.message',
  condition: `m.id = f.message and f.code = ?
    and f.n = (select min(g.n) from finding g where g.message = f.message and g.code = f.code)`,
  values: [code],
});

function chooseSearch(dialect: SqlDialect, { find, finding }: MessageQuery): TextSearch {
  if (find !== undefined) return dialect.search(find);
  return finding === undefined ? allMessages : findingSearch(finding);
}

/** Of a message that is found by a text. */
const hasFinding = 'exists (select 1 from finding f where f.message = m.id and f.code = ?)';

function* listNewest(
  { from, id, condition, values }: TextSearch,
  query: MessageQuery,
): SqlSteps<readonly Row[]> {
  const { state, outcome, channel, find, finding, since, until, without = [], limit } = query;
  const asked = [
    ['m.state = ?', state],
    ['m.outcome = ?', outcome],
    ['m.channel = ?', channel],
    [hasFinding, find === undefined ? undefined : finding],
    ['m.received_at >= ?', since],
    ['m.received_at < ?', until],
  ] as const;
  const wanted = asked.filter(([, value]) => value !== undefined);
  const more = [...wanted.map(([sql]) => sql), ...without.map(() => "coalesce(m.outcome, '') <> ?")];
  const given = [...wanted.flatMap(([, value]) => value ?? []), ...without];
  return yield* selectRows(
    `select m.* from ${from} where ${[condition, ...more].join(' and ')} order by ${id} desc limit ?`,
    ...values,
    ...given,
    limit,
  );
}

/** Each is a look into the index of what is settled; a list of the newest would read all where there is none. */
export function* hasSettledAs(outcomes: readonly Outcome[]): SqlSteps<boolean> {
  for (const outcome of outcomes) {
    const ended = "state = 'settled' and outcome = ? and bodies in (0, 1)";
    if (yield* selectRow(`select 1 as n from message where ${ended} limit 1`, outcome)) return true;
  }
  return false;
}

const states = ['received', 'ready', 'waiting', 'parked', 'settled'] as const;

export function* countByState(): SqlSteps<
  readonly { readonly state: Message['state']; readonly count: number }[]
> {
  const found: { state: Message['state']; count: number }[] = [];
  for (const state of states)
    found.push({
      state,
      count: yield* selectNumber('select count(*) as n from message where state = ?', state),
    });
  return found;
}
