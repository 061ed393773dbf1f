import type { CauseGroup, Causes, CauseTotal } from '../journal.ts';
import { isOpenRefusal } from '../sql/page-tables.ts';
import { type Row, type SqlDialect, type SqlSteps, selectRow, selectRows } from '../sql/sql-engine.ts';

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
  const parked = yield* listGroups(dialect, parkedIndex, most);
  const refused = yield* listGroups(dialect, refusedIndex, most);
  const behind = yield* countBehind(dialect);
  return {
    parked: yield* readTotal(dialect, parkedIndex),
    refused: yield* readTotal(dialect, refusedIndex),
    groups: [...parked, ...refused]
      .sort((a, b) => b.count - a.count)
      .slice(0, most)
      .map((group) => ({ ...group, ...behindOf(group, behind) })),
  };
}

function* listGroups(
  dialect: SqlDialect,
  { kind, name, condition, at }: CauseIndex,
  most: number,
): SqlSteps<readonly GroupWithoutBehind[]> {
  const rows = yield* selectRows(
    `select coalesce(cause, '') as code, coalesce(cause_value, '') as value, channel, count(*) as n, min(${at}) as oldest,
       max(${at}) as newest, max(id) as sample
     from message${dialect.indexedBy(name)} where ${condition}
     group by cause, cause_value, channel order by n desc, sample desc limit ?`,
    most,
  );
  return rows.map((row) => ({ kind, ...parseGroup(row) }));
}

const parseGroup = ({ code, value, channel, n, oldest, newest, sample }: Row) => ({
  code: String(code),
  value: String(value),
  channel: String(channel),
  count: Number(n),
  oldest: String(oldest),
  newest: String(newest),
  sample: Number(sample),
});

function* readTotal(dialect: SqlDialect, { name, condition, at }: CauseIndex): SqlSteps<CauseTotal> {
  const row = yield* selectRow(
    `select count(*) as n, min(${at}) as oldest from message${dialect.indexedBy(name)} where ${condition}`,
  );
  const oldest = row?.oldest;
  return { count: Number(row?.n ?? 0), ...(typeof oldest === 'string' ? { oldest } : {}) };
}

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
