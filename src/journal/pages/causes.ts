import type { CauseGroup, Causes, CauseTotal } from '../journal.ts';
import { isOpenRefusal } from '../sql/page-tables.ts';
import {
  placeholders,
  type Row,
  type SqlDialect,
  type SqlSteps,
  selectRow,
  selectRows,
} from '../sql/sql-engine.ts';

/** What needs a person now, by cause: each read from an index that holds nothing else. */

interface CauseIndex {
  readonly kind: CauseGroup['kind'];
  readonly name: string;
  readonly condition: string;
  readonly at: 'received_at' | 'settled_at';
}

const parkedIndex: CauseIndex = {
  kind: 'parked',
  name: 'message_parked_cause',
  condition: "state = 'parked'",
  at: 'received_at',
};
const refusedIndex: CauseIndex = {
  kind: 'refused',
  name: 'message_refused_cause',
  condition: isOpenRefusal,
  at: 'settled_at',
};

type GroupWithoutBehind = Omit<CauseGroup, 'behind' | 'moreBehind'>;

export function* readCauses(dialect: SqlDialect, most: number): SqlSteps<Causes> {
  const parked = yield* readIndex(dialect, parkedIndex, most);
  const refused = yield* readIndex(dialect, refusedIndex, most);
  const behind = yield* countBehind(dialect);
  return {
    parked: parked.total,
    refused: refused.total,
    groups: [...parked.groups, ...refused.groups]
      .sort((a, b) => b.count - a.count)
      .slice(0, most)
      .map((group) => ({ ...group, ...behindOf(group, behind) })),
  };
}

interface IndexCauses {
  readonly groups: readonly GroupWithoutBehind[];
  /** Of all groups, also those that are not listed. */
  readonly total: CauseTotal;
}

function* readIndex(
  dialect: SqlDialect,
  { kind, name, condition, at }: CauseIndex,
  most: number,
): SqlSteps<IndexCauses> {
  const rows = yield* selectRows(
    `select coalesce(cause, '') as code, coalesce(cause_value, '') as value, channel, count(*) as n, min(id) as first,
       max(id) as last, sum(count(*)) over () as total, min(min(id)) over () as oldest
     from message${dialect.indexedBy(name)} where ${condition}
     group by cause, cause_value, channel order by n desc, last desc limit ?`,
    most,
  );
  const [row] = rows;
  if (row === undefined) return { groups: [], total: { count: 0 } };
  const ids = rows.flatMap(({ first, last }) => [Number(first), Number(last)]);
  const instants = yield* readInstants(at, [...new Set([...ids, Number(row.oldest)])]);
  const oldest = instants.get(Number(row.oldest));
  return {
    groups: rows.map((one) => ({ kind, ...parseGroup(one, instants) })),
    total: { count: Number(row.total), ...(oldest === undefined ? {} : { oldest }) },
  };
}

type Instants = ReadonlyMap<number, string>;

/** Messages came nearly in the order of their ids: the first and the last say since when, and until when. */
function* readInstants(at: CauseIndex['at'], ids: readonly number[]): SqlSteps<Instants> {
  const rows = yield* selectRows(
    `select id, ${at} as at from message where id in (${placeholders(ids)})`,
    ...ids,
  );
  return new Map(rows.map(({ id, at: instant }) => [Number(id), String(instant)]));
}

const parseGroup = ({ code, value, channel, n, first, last }: Row, instants: Instants) => ({
  code: String(code),
  value: String(value),
  channel: String(channel),
  count: Number(n),
  oldest: instants.get(Number(first)) ?? '',
  newest: instants.get(Number(last)) ?? '',
  sample: Number(last),
});

/** Messages that wait for their turn of which is asked what they wait for. */
const mostWaiting = 2000;

interface BehindCount {
  readonly counts: ReadonlyMap<string, number>;
  readonly isWhole: boolean;
}

/** From those that wait to what holds them back: those are few even where very many are parked. */
function* countBehind(dialect: SqlDialect): SqlSteps<BehindCount> {
  const rows = yield* selectRows(
    `select p.cause as code, p.cause_value as value, p.channel, count(*) as n from (
       select order_key, arrival from message${dialect.indexedBy('message_state')} where state = 'ready' order by id limit ?) b
     cross join message p
     where p.order_key = b.order_key and p.arrival < b.arrival and p.state = 'parked' and p.released = 0 and p.state <> 'settled'
     group by p.cause, p.cause_value, p.channel`,
    mostWaiting,
  );
  const ready = yield* selectRow(
    `select 1 as n from message${dialect.indexedBy('message_state')} where state = 'ready' order by id limit 1 offset ?`,
    mostWaiting,
  );
  const counts = new Map(
    rows.map(({ code, value, channel, n }) => [
      keyOf(String(code), String(value), String(channel)),
      Number(n),
    ]),
  );
  return { counts, isWhole: ready === undefined };
}

const keyOf = (code: string, value: string, channel: string): string =>
  JSON.stringify([code, value, channel]);

function behindOf(
  { kind, code, value, channel }: GroupWithoutBehind,
  { counts, isWhole }: BehindCount,
): Pick<CauseGroup, 'behind' | 'moreBehind'> {
  const behind = kind === 'parked' ? (counts.get(keyOf(code, value, channel)) ?? 0) : 0;
  return { behind, moreBehind: kind === 'parked' && !isWhole };
}
