import { steadyNow } from '../time/steady-clock.ts';
import { addHistoryEntry } from './decisions/decision-history.ts';
import type { DecisionAuthor } from './seams/decisions.ts';
import {
  execute,
  type Row,
  type SqlDialect,
  type SqlEngine,
  type SqlSteps,
  selectNumber,
  selectRow,
  selectRows,
} from './sql/sql-engine.ts';

/**
 * What gateways see that is wrong, and what people were told of it. The journal does not know what the words mean: codes are
 * those of the gateway's health.
 */
export interface TroubleStore {
  /** Replaces the troubles of this gateway. Where several share the journal this is a sign of life too. */
  replaceTroubles(gateway: string, troubles: readonly StoredTrouble[]): Promise<void>;
  /** This gateway stops, and does not count as missing. Its troubles stay for its next start. */
  stopReporting(gateway: string): Promise<void>;
  /** What all have seen; who has not been heard of for a day is forgotten. */
  listTroubles(): Promise<readonly GatewayTroubles[]>;
  /** What people were told, by whom it goes to. */
  listAlarms(): Promise<readonly StoredAlarm[]>;
  /** Writes these, and deletes those. */
  storeAlarms(alarms: readonly StoredAlarm[], gone: readonly AlarmKey[]): Promise<void>;
  /** Nothing is told of it until then; kept in the history. Resolves to its number. */
  addSilence(silence: Omit<Silence, 'id'>): Promise<number>;
  /** False: there is none of that number any more. */
  endSilence(id: number, reasoned: DecisionAuthor): Promise<boolean>;
  /** Those that have not ended by that instant (RFC 3339, UTC). */
  listSilences(now: string): Promise<readonly Silence[]>;
  /** When each of these channels last received something, or since when that is waited for; RFC 3339, UTC. */
  findLastReceived(channels: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The first message of each path whose values a channel lost, the newest path first, so many at most. */
  listFirstLosses(limit: number): Promise<readonly FirstLoss[]>;
}

/** A path whose values a channel never lost before that message. */
export interface FirstLoss {
  /** Greater than those of earlier ones. */
  readonly id: number;
  readonly channel: string;
  readonly path: string;
  /** Values in that message. */
  readonly count: number;
  readonly message: number;
  /** Of its order; absent: none, or the message is deleted. */
  readonly purchaseOrderNumber?: string;
  /** RFC 3339, UTC. */
  readonly at: string;
}

export interface StoredTrouble {
  readonly code: string;
  /** The channel, folder or disk; empty: the gateway. */
  readonly about: string;
  readonly level: string;
  readonly what: string;
  /** RFC 3339, UTC. */
  readonly since: string;
  /** What makes it news although it is the same trouble; empty: nothing. */
  readonly mark: string;
}

/** One gateway. */
export interface GatewayTroubles {
  readonly gateway: string;
  /** Milliseconds since its last sign of life; undefined where it gives none: it stopped, or is alone on its journal. */
  readonly silent: number | undefined;
  readonly troubles: readonly StoredTrouble[];
}

export interface AlarmKey {
  /** Where it is told: `mail`, `webhook`. */
  readonly target: string;
  readonly code: string;
  readonly about: string;
}

export interface StoredAlarm extends AlarmKey {
  /** JSON. */
  readonly state: string;
}

/** An empty code or about: of every kind, wherever. */
export interface Silence extends DecisionAuthor {
  readonly id: number;
  readonly code: string;
  readonly about: string;
  /** RFC 3339, UTC. */
  readonly until: string;
}

/** Milliseconds after which a gateway without a sign of life, which may never come back under that name, is forgotten. */
const forgetAfter = 24 * 3_600_000;

export class SqlTroubleStore implements TroubleStore {
  readonly #engine: Pick<SqlEngine, 'read' | 'write'>;
  readonly #dialect: SqlDialect;

  constructor(engine: Pick<SqlEngine, 'read' | 'write'>, dialect: SqlDialect) {
    this.#engine = engine;
    this.#dialect = dialect;
  }

  replaceTroubles(gateway: string, troubles: readonly StoredTrouble[]): Promise<void> {
    return this.#engine.write(() => replaceTroubles(this.#dialect, gateway, troubles));
  }

  stopReporting(gateway: string): Promise<void> {
    return this.#engine.write(() => execute('delete from sign_of_life where gateway = ?', gateway));
  }

  listTroubles(): Promise<readonly GatewayTroubles[]> {
    return this.#engine.read(() => listTroubles(this.#dialect));
  }

  listAlarms(): Promise<readonly StoredAlarm[]> {
    return this.#engine.read(listAlarms);
  }

  storeAlarms(kept: readonly StoredAlarm[], gone: readonly AlarmKey[]): Promise<void> {
    return this.#engine.write(() => storeAlarms(kept, gone));
  }

  addSilence(silence: Omit<Silence, 'id'>): Promise<number> {
    return this.#engine.write(() => beginSilence(silence));
  }

  endSilence(id: number, reasoned: DecisionAuthor): Promise<boolean> {
    return this.#engine.write(() => endSilence(id, reasoned));
  }

  listSilences(now: string): Promise<readonly Silence[]> {
    return this.#engine.read(() => listSilences(now));
  }

  listFirstLosses(limit: number): Promise<readonly FirstLoss[]> {
    return this.#engine.read(() => listFirstLosses(limit));
  }

  async findLastReceived(channels: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const known = await this.#engine.read(() => findLastReceived(channels));
    const never = channels.filter((channel) => !known.has(channel));
    if (never.length === 0) return known;
    return new Map([...known, ...(await this.#engine.write(() => expectFromNow(never)))]);
  }
}

function* replaceTroubles(
  dialect: SqlDialect,
  gateway: string,
  troubles: readonly StoredTrouble[],
): SqlSteps<void> {
  yield* execute('delete from trouble where gateway = ?', gateway);
  for (const { code, about, level, what, since, mark } of troubles)
    yield* execute(
      'insert into trouble (gateway, code, about, level, what, since, mark) values (?, ?, ?, ?, ?, ?, ?)',
      ...[gateway, code, about, level, what, since, mark],
    );
  if (!dialect.shared) return;
  yield* execute(
    `insert into sign_of_life (gateway, at) values (?, ${dialect.now})
     on conflict (gateway) do update set at = excluded.at`,
    gateway,
  );
  const old = `select gateway from sign_of_life where at < ${dialect.now} - ${forgetAfter}`;
  yield* execute(`delete from trouble where gateway in (${old})`);
  yield* execute(`delete from sign_of_life where at < ${dialect.now} - ${forgetAfter}`);
}

function* listTroubles(dialect: SqlDialect): SqlSteps<readonly GatewayTroubles[]> {
  const troubles = Map.groupBy(yield* selectRows('select * from trouble order by since'), (row) =>
    String(row.gateway),
  );
  const alive = yield* selectRows(`select gateway, ${dialect.now} - at as silent from sign_of_life`);
  const silent = new Map(alive.map((row) => [String(row.gateway), Number(row.silent)]));
  const names = [...new Set([...troubles.keys(), ...silent.keys()])].sort();
  return names.map((gateway) => ({
    gateway,
    silent: silent.get(gateway),
    troubles: (troubles.get(gateway) ?? []).map(parseTrouble),
  }));
}

const parseTrouble = ({ code, about, level, what, since, mark }: Row): StoredTrouble => ({
  code: String(code),
  about: String(about),
  level: String(level),
  what: String(what),
  since: String(since),
  mark: String(mark),
});

function* listAlarms(): SqlSteps<readonly StoredAlarm[]> {
  const rows = yield* selectRows('select target, code, about, state from alarm order by target, code, about');
  return rows.map(({ target, code, about, state }) => ({
    target: String(target),
    code: String(code),
    about: String(about),
    state: String(state),
  }));
}

function* storeAlarms(kept: readonly StoredAlarm[], gone: readonly AlarmKey[]): SqlSteps<void> {
  for (const { target, code, about, state } of kept)
    yield* execute(
      `insert into alarm (target, code, about, state) values (?, ?, ?, ?)
       on conflict (target, code, about) do update set state = excluded.state`,
      ...[target, code, about, state],
    );
  for (const { target, code, about } of gone)
    yield* execute('delete from alarm where target = ? and code = ? and about = ?', target, code, about);
}

function* beginSilence({ code, about, until, who, reason }: Omit<Silence, 'id'>): SqlSteps<number> {
  const id = yield* selectNumber(
    'insert into silence (code, about, until, who, reason) values (?, ?, ?, ?, ?) returning id as n',
    ...[code, about, until, who, reason],
  );
  const subject = subjectOf(code, about);
  yield* addHistoryEntry({ subject, action: 'silence', who, reason, result: `No alarms until ${until}.` });
  return id;
}

function* endSilence(id: number, { who, reason }: DecisionAuthor): SqlSteps<boolean> {
  const row = yield* selectRow('delete from silence where id = ? returning code, about', id);
  if (!row) return false;
  const subject = subjectOf(String(row.code), String(row.about));
  yield* addHistoryEntry({ subject, action: 'end-silence', who, reason, result: 'Alarms are sent again.' });
  return true;
}

const subjectOf = (code: string, about: string): string =>
  ['alarm', code || 'of every kind', about].filter(Boolean).join(' ');

function* listSilences(now: string): SqlSteps<readonly Silence[]> {
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

function* findLastReceived(channels: readonly string[]): SqlSteps<ReadonlyMap<string, string>> {
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

function* listFirstLosses(limit: number): SqlSteps<readonly FirstLoss[]> {
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
function* expectFromNow(channels: readonly string[]): SqlSteps<ReadonlyMap<string, string>> {
  const since = new Date(steadyNow()).toISOString();
  for (const channel of channels)
    yield* execute(
      'insert into expected (channel, since) values (?, ?) on conflict (channel) do nothing',
      channel,
      since,
    );
  return new Map(channels.map((channel) => [channel, since]));
}
