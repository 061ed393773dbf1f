import type { Outcome } from '../../types.ts';
import { countStuckByChannel } from '../browse/stuck-counts.ts';
import type { ChannelCount, NoNewsCount, StuckCount } from '../journal.ts';
import type { Message } from '../model/message.ts';
import { isOpenRefusal } from '../sql/page-tables.ts';
import { parseMessage } from '../sql/parse-message.ts';
import { type Row, type SqlDialect, type SqlSteps, selectRows } from '../sql/sql-engine.ts';

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

/** Messages under way that are counted: the oldest. */
const mostUnderWay = 5000;

/** Each from an index that holds nothing else, however many have ended. */
export function* countStuck(dialect: SqlDialect): SqlSteps<readonly StuckCount[]> {
  const stuck = yield* countStuckByChannel(dialect);
  const refused = yield* selectRows(
    `select r.channel, 'rejected' as state, r.n, m.settled_at as oldest from (
       select channel, count(*) as n, min(id) as first from message${dialect.indexedBy('message_refused_channel')}
       where ${isOpenRefusal} group by channel) r
     join message m on m.id = r.first`,
  );
  const underWay: Row[] = [];
  for (const state of ['received', 'ready'] as const)
    underWay.push(
      ...(yield* selectRows(
        `select channel, '${state}' as state, count(*) as n, min(received_at) as oldest from (
           select channel, received_at from message${dialect.indexedBy('message_state')}
           where state = '${state}' order by id limit ?) open group by channel`,
        mostUnderWay,
      )),
    );
  return [...stuck, ...refused, ...underWay].map(parseStuck);
}

const stuckStates = ['received', 'ready', 'waiting', 'parked', 'rejected'] as const;

const parseStuck = ({ channel, state, n, oldest }: Row): StuckCount => ({
  channel: String(channel),
  state: stuckStates.find((one) => one === state) ?? 'waiting',
  count: Number(n),
  oldest: String(oldest),
});

/** `from`: an id before which nothing was received since. */
export function* countReceivedSince(from: number, since: string): SqlSteps<readonly ChannelCount[]> {
  const rows = yield* selectRows(
    "select channel, count(*) as n from message where id >= ? and received_at >= ? and coalesce(outcome, '') <> 'split' group by channel",
    from,
    since,
  );
  return rows.map(({ channel, n }) => ({ channel: String(channel), count: Number(n) }));
}
