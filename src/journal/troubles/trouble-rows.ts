import { steadyNow } from '../../time/steady-clock.ts';
import { addHistoryEntry } from '../decisions/decision-history.ts';
import type { DecisionAuthor } from '../journal.ts';
import {
  execute,
  type Row,
  type SqlDialect,
  type SqlSteps,
  selectNumber,
  selectRow,
  selectRows,
} from '../sql/sql-engine.ts';
import type {
  Acknowledgement,
  AlarmKey,
  FirstLoss,
  GatewayTroubles,
  NewAcknowledgement,
  Silence,
  StoredAlarm,
  StoredTrouble,
} from '../trouble-store.ts';

/** Milliseconds after which a gateway without a sign of life, which may never come back under that name, is forgotten. */
const forgetAfter = 24 * 3_600_000;

export function* stopReporting(gateway: string): SqlSteps<void> {
  yield* execute('delete from sign_of_life where gateway = ?', gateway);
  yield* execute('delete from mappings_in_use where gateway = ?', gateway);
}

export function* replaceTroubles(
  dialect: SqlDialect,
  gateway: string,
  troubles: readonly StoredTrouble[],
  mappings?: string,
  published = '',
): SqlSteps<void> {
  yield* execute('delete from trouble where gateway = ?', gateway);
  for (const { code, about, level, what, since, mark } of troubles)
    yield* execute(
      'insert into trouble (gateway, code, about, level, what, since, mark) values (?, ?, ?, ?, ?, ?, ?)',
      ...[gateway, code, about, level, what, since, mark],
    );
  if (mappings !== undefined) yield* noteMappings(dialect, gateway, { hash: mappings, published });
  if (!dialect.shared) return;
  yield* execute(
    `insert into sign_of_life (gateway, at) values (?, ${dialect.now})
     on conflict (gateway) do update set at = excluded.at`,
    gateway,
  );
  yield* forgetGoneGateways(dialect);
}

/** As a rule there are none. */
function* forgetGoneGateways({ now }: SqlDialect): SqlSteps<void> {
  const gone = yield* selectRows(
    `delete from sign_of_life where at < ${now} - ${forgetAfter} returning gateway`,
  );
  for (const { gateway } of gone)
    for (const table of ['trouble', 'mappings_in_use'])
      yield* execute(`delete from ${table} where gateway = ?`, String(gateway));
}

/** Whoever gives no signs of life is forgotten: a gateway alone on its journal by the name it had before, also in one that was moved here. */
function* noteMappings(
  { now }: SqlDialect,
  gateway: string,
  { hash, published }: { readonly hash: string; readonly published: string },
): SqlSteps<void> {
  yield* execute(
    `insert into mappings_in_use (gateway, hash, published, since) values (?, ?, ?, ${now})
     on conflict (gateway) do update set hash = excluded.hash, published = excluded.published,
       since = case when mappings_in_use.hash = excluded.hash then mappings_in_use.since else excluded.since end
     where mappings_in_use.hash <> excluded.hash or mappings_in_use.published <> excluded.published`,
    ...[gateway, hash, published],
  );
  yield* execute(
    'delete from mappings_in_use where gateway <> ? and gateway not in (select gateway from sign_of_life)',
    gateway,
  );
}

export function* listTroubles(dialect: SqlDialect): SqlSteps<readonly GatewayTroubles[]> {
  const troubles = Map.groupBy(yield* selectRows('select * from trouble order by since'), (row) =>
    String(row.gateway),
  );
  const alive = yield* selectRows(`select gateway, ${dialect.now} - at as silent from sign_of_life`);
  const silent = new Map(alive.map((row) => [String(row.gateway), Number(row.silent)]));
  const inUse = new Map(
    (yield* selectRows('select * from mappings_in_use')).map((row) => [String(row.gateway), parseInUse(row)]),
  );
  const names = [...new Set([...troubles.keys(), ...silent.keys(), ...inUse.keys()])].sort();
  return names.map((gateway) => ({
    gateway,
    silent: silent.get(gateway),
    troubles: (troubles.get(gateway) ?? []).map(parseTrouble),
    mappings: inUse.get(gateway),
  }));
}

const parseInUse = ({ hash, since, published }: Row): NonNullable<GatewayTroubles['mappings']> => ({
  hash: String(hash),
  published: String(published),
  since: new Date(Number(since)).toISOString(),
});

const parseTrouble = ({ code, about, level, what, since, mark }: Row): StoredTrouble => ({
  code: String(code),
  about: String(about),
  level: String(level),
  what: String(what),
  since: String(since),
  mark: String(mark),
});

export function* listAlarms(): SqlSteps<readonly StoredAlarm[]> {
  const rows = yield* selectRows('select target, code, about, state from alarm order by target, code, about');
  return rows.map(({ target, code, about, state }) => ({
    target: String(target),
    code: String(code),
    about: String(about),
    state: String(state),
  }));
}

export function* storeAlarms(kept: readonly StoredAlarm[], gone: readonly AlarmKey[]): SqlSteps<void> {
  for (const { target, code, about, state } of kept)
    yield* execute(
      `insert into alarm (target, code, about, state) values (?, ?, ?, ?)
       on conflict (target, code, about) do update set state = excluded.state`,
      ...[target, code, about, state],
    );
  for (const { target, code, about } of gone)
    yield* execute('delete from alarm where target = ? and code = ? and about = ?', target, code, about);
}

export function* addSilence(
  dialect: SqlDialect,
  { code, about, until, ...author }: Omit<Silence, 'id'>,
): SqlSteps<number> {
  const { who, reason } = author;
  const id = yield* selectNumber(
    'insert into silence (code, about, until, who, reason) values (?, ?, ?, ?, ?) returning id as n',
    ...[code, about, until, who, reason],
  );
  const subject = subjectOf(code, about);
  yield* addHistoryEntry(dialect, {
    ...{ subject, action: 'silence', ...author },
    result: `No alarms until ${until}.`,
  });
  return id;
}

export function* endSilence(dialect: SqlDialect, id: number, author: DecisionAuthor): SqlSteps<boolean> {
  const row = yield* selectRow('delete from silence where id = ? returning code, about', id);
  if (!row) return false;
  const subject = subjectOf(String(row.code), String(row.about));
  yield* addHistoryEntry(dialect, {
    ...{ subject, action: 'end-silence', ...author },
    result: 'Alarms are sent again.',
  });
  return true;
}

export function* acknowledge(
  dialect: SqlDialect,
  { code, about, ...author }: NewAcknowledgement,
): SqlSteps<void> {
  const subject = subjectOf(code, about);
  yield* addHistoryEntry(dialect, {
    ...{ subject, action: 'acknowledge', ...author },
    result: 'Somebody sees to it.',
  });
}

export function* listAcknowledgements(): SqlSteps<readonly Acknowledgement[]> {
  const rows = yield* selectRows(
    "select * from history where message is null and action = 'acknowledge' order by id",
  );
  return rows.flatMap(({ subject, at, who, reason }) => {
    const [, code, about = ''] = /^alarm (\S+) ?(.*)$/s.exec(String(subject)) ?? [];
    if (code === undefined) return [];
    return [{ code, about, at: String(at), who: String(who), reason: String(reason) }];
  });
}

const subjectOf = (code: string, about: string): string =>
  ['alarm', code || 'of every kind', about].filter(Boolean).join(' ');

export function* listSilences(now: string): SqlSteps<readonly Silence[]> {
  const rows = yield* selectRows('select * from silence where until > ? order by until', now);
  return rows.map(({ id, code, about, until, who, reason }) => ({
    id: Number(id),
    code: String(code),
    about: String(about),
    until: String(until),
    who: String(who),
    reason: String(reason),
  }));
}

export function* findLastReceived(channels: readonly string[]): SqlSteps<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const channel of channels) {
    const row =
      (yield* selectRow(
        'select received_at as at from message where channel = ? order by id desc limit 1',
        channel,
      )) ?? (yield* selectRow('select since as at from expected where channel = ?', channel));
    if (row) found.set(channel, String(row.at));
  }
  return found;
}

export function* listFirstLosses(limit: number): SqlSteps<readonly FirstLoss[]> {
  const rows = yield* selectRows(
    `select l.*, m.purchase_order as purchase_order from lost_path l left join message m on m.id = l.message
     order by l.id desc limit ?`,
    limit,
  );
  return rows.map(({ id, channel, path, count, message, purchase_order: order, at }) => ({
    id: Number(id),
    channel: String(channel),
    path: String(path),
    count: Number(count),
    message: Number(message),
    ...(typeof order === 'string' ? { purchaseOrderNumber: order } : {}),
    at: String(at),
  }));
}

/** From now on. */
export function* expectFromNow(channels: readonly string[]): SqlSteps<ReadonlyMap<string, string>> {
  const since = new Date(steadyNow()).toISOString();
  for (const channel of channels)
    yield* execute(
      'insert into expected (channel, since) values (?, ?) on conflict (channel) do nothing',
      channel,
      since,
    );
  return new Map(channels.map((channel) => [channel, since]));
}
