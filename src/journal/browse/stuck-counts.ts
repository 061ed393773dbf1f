import { isStuck } from '../sql/page-tables.ts';
import { type Row, type SqlDialect, type SqlSteps, selectRows } from '../sql/sql-engine.ts';

/** `channel`, `state`, `n` and since when (`oldest`), of what is parked and waits: read in the index of these, and of each the first row. */
export function* countStuckByChannel(dialect: SqlDialect): SqlSteps<readonly Row[]> {
  return yield* selectRows(
    `select s.channel, s.state, s.n, m.received_at as oldest from (
       select channel, state, count(*) as n, min(id) as first from message${dialect.indexedBy('message_stuck')}
       where ${isStuck} group by channel, state) s
     join message m on m.id = s.first`,
  );
}
