import {
  findLastDigits,
  likePattern,
  type Query,
  type SqlDialect,
  type TextSearch,
} from '../sql/sql-engine.ts';
import { errorCodeOf, isLate } from './postgres-errors.ts';

const queryCanceled = '57014';

/** In the order of their numbers, so that two transactions never wait for each other; two lanes may have one number. */
const buildLaneLock = (lanes: readonly string[]): Query => ({
  sql: `select pg_advisory_xact_lock(hashtext('scsn-gateway lane'), number)
    from (select distinct hashtext(lane) as number from unnest(array[${lanes.map(() => '?').join()}]::text[]) lane order by number) lanes`,
  values: lanes,
});

export const postgresDialect: SqlDialect = {
  shared: true,
  now: '(extract(epoch from clock_timestamp()) * 1000)::bigint',
  lock: ' for update',
  skipLocked: ' for update skip locked',
  keep: ' for key share',
  nextId: "nextval(pg_get_serial_sequence('message', 'id'))",
  lockLanes: buildLaneLock,
  indexedBy: () => '',
  isTimeout: (error) => errorCodeOf(error) === queryCanceled || isLate(error),
  damageQuery: undefined,
  search(text) {
    const digits = findLastDigits(text);
    const found = buildIndexSearch(digits ?? text);
    const values = [likePattern(text), likePattern(text)];
    const newest = { ...found, from: newestMessages, condition: isHeldByReading, values };
    if (digits === undefined) return { ...found, newest };
    return { ...found, newest, condition: isHeldByReading, values: [...found.values, ...values] };
  },
};

/** Read before the indexes are asked: a few milliseconds, and all there is to a text that most messages hold. */
const newestMessages = '(select * from message order by id desc limit 2000) m';

/** Joined to nothing, so that no index of trigrams is asked; aggregated, so that a message's own numbers alone are read. */
const isHeldByReading = `(m.name || '' ilike ?
  or (select bool_or(b.value || '' ilike ?) from business_key b where b.message = m.id))`;

const buildIndexSearch = (text: string): TextSearch => ({
  from: `(select id as found from message where name ilike ?
      union select message from business_key where value ilike ?) f join message m on m.id = f.found`,
  id: 'm.id',
  condition: 'true',
  values: [likePattern(text), likePattern(text)],
});
