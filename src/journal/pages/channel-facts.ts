import type { Outcome } from '../../types.ts';
import type { NoNewsCount } from '../journal.ts';
import type { Message } from '../model/message.ts';
import { parseMessage } from '../sql/parse-rows.ts';
import { type SqlDialect, type SqlSteps, selectRows } from '../sql/sql-engine.ts';

/** What the page of channels says of each. */

/** The last that was received in each. */
export function* listLastMessages(channels: readonly string[]): SqlSteps<readonly Message[]> {
  if (channels.length === 0) return [];
  const each = channels.map(() => '(select max(id) from message where channel = ?)').join();
  return (yield* selectRows(`select * from message where id in (${each})`, ...channels)).map(parseMessage);
}

/** Messages of one outcome that are looked at: the newest. */
const mostLooked = 5000;

const quietOutcomes: readonly Outcome[] = ['ignored', 'unchanged', 'duplicate', 'superseded', 'outdated'];

/** By channel, outcome and reason, the most frequent first. */
export function* countNoNews(dialect: SqlDialect, since: string): SqlSteps<readonly NoNewsCount[]> {
  const found: NoNewsCount[] = [];
  for (const outcome of quietOutcomes) {
    const rows = yield* selectRows(
      `select channel, reason, count(*) as n from (
         select channel, reason from message${dialect.indexedBy('message_settled')}
         where state = 'settled' and outcome = '${outcome}' and bodies = 1 and settled_at >= ? order by settled_at desc limit ?) quiet
       group by channel, reason order by n desc limit 500`,
      since,
      mostLooked,
    );
    for (const { channel, reason, n } of rows)
      found.push({ channel: String(channel), outcome, reason: String(reason), count: Number(n) });
  }
  return found.sort((a, b) => b.count - a.count);
}
