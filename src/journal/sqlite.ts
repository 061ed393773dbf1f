import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { crashPoint } from '../crash-point.ts';
import type { StagedFile } from '../folders/interface.ts';
import { isLater } from '../instants.ts';
import type { Finding } from '../types.ts';
import { Blobs } from './blobs.ts';
import { GroupCommit } from './group-commit.ts';
import {
  type Attempt,
  type AttemptEnd,
  type Checked,
  type Command,
  type Cursor,
  type CursorMove,
  ForeignJournal,
  type Identity,
  type Journal,
  type ListQuery,
  type Message,
  type NewMessage,
  type PartInfo,
  type PartRole,
  type PreparedParts,
  type Settlement,
  type TakenCommand,
} from './interface.ts';
import { lockJournal } from './lock.ts';
import { readAttempt, readCommand, readMessage, readPart } from './rows.ts';
import { migrations } from './sqlite-schema.ts';

/** Opens the embedded journal at `path` for this gateway alone. Throws JournalInUse. */
export function openSqliteJournal(path: string): Journal {
  mkdirSync(dirname(path), { recursive: true });
  const lock = lockJournal(path);
  try {
    return new SqliteJournal(openForWriting(path), () => lock.release());
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Opens it for reading, beside a running gateway. Throws when there is no journal yet. */
export function readSqliteJournal(path: string): Journal {
  return new SqliteJournal(new DatabaseSync(path, { readOnly: true }), () => undefined);
}

/** Leaves a decision for the gateway that has this journal open, or for the next one. */
export async function leaveCommand(path: string, command: Command): Promise<void> {
  const db = new DatabaseSync(path, { timeout: 5000 });
  const journal = new SqliteJournal(db, () => undefined);
  try {
    await journal.command(command);
  } finally {
    await journal.close();
  }
}

function openForWriting(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  // auto_vacuum must come before WAL and the first table, else the file never shrinks
  db.exec('pragma auto_vacuum = incremental; pragma journal_mode = wal; pragma synchronous = full');
  db.exec('pragma busy_timeout = 5000');
  migrate(db);
  db.exec('update message set owner = null where owner is not null');
  return db;
}

function migrate(db: DatabaseSync): void {
  const done = Number(db.prepare('pragma user_version').get()?.user_version ?? 0);
  if (done > migrations.length) {
    throw new Error('This journal was written by a newer gateway. Install that version or a newer one.');
  }
  migrations.slice(done).forEach((sql, index) => {
    db.exec(`begin immediate; ${sql}; pragma user_version = ${done + index + 1}; commit`);
  });
  db.prepare("insert or ignore into meta (key, value) values ('id', ?)").run(randomUUID());
}

const claimSql = `
  update message set owner = ?
  where id in (
    select id from message m
    where state in ('ready', 'waiting') and due <= ? and owner is null
      and not exists (
        select 1 from message p
        where p.order_key = m.order_key and p.id < m.id and p.released = 0 and p.state <> 'settled')
      and not exists (
        select 1 from message p where p.direction = m.direction and p.id < m.id and p.state = 'received')
    order by id limit ?)
  returning *`;

class SqliteJournal implements Journal {
  readonly id: string;
  readonly #db: DatabaseSync;
  readonly #blobs: Blobs;
  readonly #commits: GroupCommit;
  readonly #release: () => void;

  constructor(db: DatabaseSync, release: () => void) {
    this.#db = db;
    this.#blobs = new Blobs(db);
    this.#commits = new GroupCommit(db);
    this.#release = release;
    this.id = String(db.prepare("select value from meta where key = 'id'").get()?.value);
  }

  bind(identity: string): Promise<void> {
    return this.#commits.write(() => {
      const bound = this.#db.prepare("select value from meta where key = 'exchange'").get()?.value;
      if (bound === undefined) this.#run("insert into meta (key, value) values ('exchange', ?)", identity);
      else if (bound !== identity) throw new ForeignJournal(foreign(String(bound), identity));
    });
  }

  receive(documents: readonly NewMessage[], cursor?: CursorMove): Promise<readonly (number | undefined)[]> {
    return this.#commits.write(() => {
      const ids = documents.map((document) => this.#receiveOne(document));
      for (const { source } of documents) if (source.kind !== 'notice') crashPoint(`storing-${source.kind}`);
      if (cursor) {
        this.#run(
          'insert or replace into cursor (channel, value, noting) values (?, ?, ?)',
          cursor.channel,
          cursor.value,
          cursor.noting ? 1 : 0,
        );
        crashPoint('moving-cursor');
      }
      return ids;
    });
  }

  async nextToCheck(busy: readonly number[]): Promise<Message | undefined> {
    const sql = `select * from message where state = 'received' and id not in (${busy.map(() => '?').join()}) order by id limit 1`;
    return this.#one(sql, ...busy);
  }

  checked(id: number, result: Checked): Promise<void> {
    return this.#commits.write(() => {
      const key = result.orderKey ?? `message:${id}`;
      this.#run(
        `update message set state = 'ready', order_key = ?, issued = ?, gather = ?, lines = ?, findings = ?
         where id = ? and state = 'received'`,
        key,
        result.issued ?? null,
        result.gather ? JSON.stringify(result.gather) : null,
        result.lines ? JSON.stringify(result.lines) : null,
        JSON.stringify(result.findings),
        id,
      );
      this.#identify(id, result);
      this.#settleDuplicate(id, key);
      if (result.lines) this.#supersede(id, key, result.lines);
    });
  }

  identify(id: number, identity: Identity): Promise<void> {
    return this.#commits.write(() => this.#identify(id, identity));
  }

  claim(owner: string, count: number, now: number): Promise<readonly Message[]> {
    return this.#commits.write(() =>
      this.#db
        .prepare(claimSql)
        .all(owner, now, count)
        .map(readMessage)
        .sort((a, b) => a.id - b.id),
    );
  }

  gathered(id: number, bytes: Uint8Array, identity: Identity): Promise<void> {
    return this.#commits.write(() => {
      this.#addPart(id, 'gathered', bytes);
      this.#identify(id, identity);
    });
  }

  prepared(
    id: number,
    prepared: PreparedParts,
  ): Promise<{ readonly attempt: number; readonly sequence: number }> {
    return this.#commits.write(() => {
      this.#addPart(id, 'state', Buffer.from(prepared.state));
      this.#addPart(id, 'prepared', prepared.bytes);
      this.#addPart(id, 'plan', Buffer.from(prepared.plan));
      this.#run(
        'update message set mapping = ?, findings = ? where id = ?',
        prepared.mapping || null,
        JSON.stringify(prepared.findings),
        id,
      );
      return { attempt: this.#startAttempt(id, 'deliver'), sequence: this.#nextSequence(id) };
    });
  }

  gathering(id: number): Promise<number> {
    return this.#commits.write(() => this.#startAttempt(id, 'gather'));
  }

  again(id: number): Promise<number> {
    return this.#commits.write(() => this.#startAttempt(id, 'deliver'));
  }

  staged(id: number, attempt: number, staged: StagedFile): Promise<void> {
    return this.#commits.write(() =>
      this.#run(
        'update attempt set staged = ? where message = ? and n = ?',
        JSON.stringify(staged),
        id,
        attempt,
      ),
    );
  }

  ended(id: number, attempt: number, result: AttemptEnd): Promise<void> {
    return this.#commits.write(() => {
      this.#run(
        'update attempt set ended = ?, status = ?, detail = ?, unknown = ? where message = ? and n = ?',
        now(),
        result.status,
        result.detail,
        result.unknown ? 1 : 0,
        id,
        attempt,
      );
      if (result.unknown) this.#run('update message set possibly_twice = 1 where id = ?', id);
      if (result.answer) this.#addPart(id, 'answer', result.answer);
    });
  }

  wait(id: number, due: number, reason: string): Promise<void> {
    return this.#commits.write(() =>
      this.#run(
        "update message set state = 'waiting', due = ?, reason = ?, owner = null where id = ?",
        due,
        reason,
        id,
      ),
    );
  }

  park(id: number, reason: string, findings: readonly Finding[]): Promise<void> {
    return this.#commits.write(() =>
      this.#run(
        `update message set state = 'parked', reason = ?, findings = ?, owner = null, filed = 0,
         order_key = coalesce(order_key, 'message:' || id) where id = ?`,
        reason,
        JSON.stringify(findings),
        id,
      ),
    );
  }

  settle(id: number, settlement: Settlement): Promise<void> {
    return this.#commits.write(() => {
      const address = this.#db.prepare('select address from message where id = ?').get(id)?.address;
      if (settlement.change && typeof address === 'string') this.#changeState(address, settlement.change);
      this.#settleRow(id, settlement.outcome, settlement.reason, settlement.findings);
    });
  }

  filed(id: number, place: string): Promise<void> {
    return this.#commits.write(() =>
      this.#run('update message set filed = 1, place = ? where id = ?', place || null, id),
    );
  }

  async unfiled(): Promise<readonly Message[]> {
    return this.#all("select * from message where filed = 0 and state in ('settled', 'parked') order by id");
  }

  command({ action, message, force, reason }: Command): Promise<void> {
    return this.#commits.write(() =>
      this.#run(
        'insert into command (at, action, message, force, reason) values (?, ?, ?, ?, ?)',
        now(),
        action,
        message,
        force ? 1 : 0,
        reason,
      ),
    );
  }

  async takeCommands(): Promise<readonly TakenCommand[]> {
    const open = this.#db
      .prepare('select * from command where result is null order by id')
      .all()
      .map(readCommand);
    if (open.length === 0) return [];
    return this.#commits.write(() =>
      open.map((command) => {
        const result = this.#carryOut(command);
        this.#run('update command set result = ? where id = ?', result, command.id);
        return { ...command, result };
      }),
    );
  }

  async message(id: number): Promise<Message | undefined> {
    return this.#one('select * from message where id = ?', id);
  }

  async part(id: number, role: PartRole): Promise<Uint8Array | undefined> {
    const row = this.#db
      .prepare('select hash from part where message = ? and role = ? order by n desc limit 1')
      .get(id, role);
    return typeof row?.hash === 'string' ? this.#blobs.get(row.hash) : undefined;
  }

  async body(hash: string): Promise<Uint8Array | undefined> {
    return this.#blobs.get(hash);
  }

  async orderState(address: string): Promise<string | undefined> {
    const state = this.#db.prepare('select state from order_state where address = ?').get(address)?.state;
    return typeof state === 'string' ? state : undefined;
  }

  async cursor(channel: string): Promise<Cursor | undefined> {
    const row = this.#db.prepare('select value, noting from cursor where channel = ?').get(channel);
    return row ? { value: String(row.value), noting: row.noting === 1 } : undefined;
  }

  async knowsFile(claimId: string): Promise<boolean> {
    return this.#db.prepare('select 1 from message where file = ?').get(claimId) !== undefined;
  }

  async stagedNames(channel: string): Promise<readonly string[]> {
    const rows = this.#db
      .prepare(
        `select a.* from attempt a join message m on m.id = a.message
         where m.channel = ? and m.state <> 'settled' and a.ended is null and a.staged is not null`,
      )
      .all(channel);
    return rows.flatMap((row) => readAttempt(row).staged?.temporary ?? []);
  }

  async list(query: ListQuery): Promise<readonly Message[]> {
    return this.#all(
      `select * from message where (?1 is null or state = ?1) and (?2 is null or channel = ?2)
       and (?3 is null or instr(name, ?3) or instr(coalesce(purchase_order, ''), ?3)) order by id desc limit ?4`,
      query.state ?? null,
      query.channel ?? null,
      query.find ?? null,
      query.limit,
    );
  }

  async attempts(id: number): Promise<readonly Attempt[]> {
    return this.#db.prepare('select * from attempt where message = ? order by n').all(id).map(readAttempt);
  }

  async parts(id: number): Promise<readonly PartInfo[]> {
    return this.#db
      .prepare(
        'select p.role, p.hash, b.size, p.at from part p join blob b using (hash) where message = ? order by n',
      )
      .all(id)
      .map(readPart);
  }

  async counts(): Promise<readonly { readonly state: Message['state']; readonly count: number }[]> {
    const states = ['received', 'ready', 'waiting', 'parked', 'settled'] as const;
    return states.map((state) => ({
      state,
      count: this.#number('select count(*) as n from message where state = ?', state),
    }));
  }

  async close(): Promise<void> {
    await this.#commits.drained();
    this.#db.close();
    this.#release();
  }

  #carryOut({ action, message: id, force, reason }: Command): string {
    const message = this.#one('select * from message where id = ? and owner is null', id);
    if (!message) return 'No such message, or it is being worked on: try again.';
    if (message.state !== 'parked' && message.state !== 'waiting')
      return `It is ${message.state}: nothing to decide.`;
    if (action === 'discard') {
      this.#settleRow(id, 'discarded', reason || 'Discarded by a person.', undefined);
      return 'It was discarded.';
    }
    if (action === 'release') {
      this.#run('update message set released = 1 where id = ?', id);
      return 'Its successors may pass.';
    }
    this.#run("update message set state = 'received', due = 0, forced = ? where id = ?", force ? 1 : 0, id);
    return 'It is tried again.';
  }

  #receiveOne(document: NewMessage): number | undefined {
    const hash = this.#blobs.put(document.bytes);
    if (document.seen && !this.#isNews(document.channel, document.seen, hash)) return undefined;
    const { lastInsertRowid } = this.#db
      .prepare(
        `insert into message (received_at, channel, direction, name, source, file, state, hash)
         values (?, ?, ?, ?, ?, ?, 'received', ?)`,
      )
      .run(
        now(),
        document.channel,
        document.direction,
        document.name,
        JSON.stringify(document.source),
        document.source.kind === 'file' ? document.source.id : null,
        hash,
      );
    const id = Number(lastInsertRowid);
    this.#addPart(id, 'received', document.bytes);
    return id;
  }

  /** Notes the hash under the key; false when it was the last one there already. */
  #isNews(channel: string, key: string, hash: string): boolean {
    const last = this.#db.prepare('select hash from seen where channel = ? and key = ?').get(channel, key);
    if (last?.hash === hash) return false;
    this.#run('insert or replace into seen (channel, key, hash) values (?, ?, ?)', channel, key, hash);
    return true;
  }

  #identify(id: number, { address, purchaseOrderNumber }: Identity): void {
    this.#run(
      'update message set address = coalesce(?, address), purchase_order = coalesce(?, purchase_order) where id = ?',
      address ?? null,
      purchaseOrderNumber ?? null,
      id,
    );
  }

  /** The very same bytes while the copy right before it is not settled yet (DESIGN section 3.1). */
  #settleDuplicate(id: number, key: string): void {
    const before = this.#one(
      'select * from message where order_key = ? and id < ? order by id desc limit 1',
      key,
      id,
    );
    const message = this.#one('select * from message where id = ?', id);
    if (!before || !message || before.state === 'settled' || before.hash !== message.hash) return;
    if (message.source.kind === 'notice') return;
    this.#settleRow(id, 'duplicate', `The same bytes wait as message ${before.id}.`, message.findings);
  }

  /** Settles parked messages of the key whose lines are all here, each newer. */
  #supersede(id: number, key: string, lines: NonNullable<Checked['lines']>): void {
    const parked = this.#db
      .prepare(
        "select id, lines from message where order_key = ? and id < ? and state = 'parked' and lines is not null",
      )
      .all(key, id);
    for (const row of parked) {
      if (contains(lines, JSON.parse(String(row.lines)))) {
        this.#settleRow(
          Number(row.id),
          'superseded',
          `Message ${id} says the same of newer date.`,
          undefined,
        );
      }
    }
  }

  #settleRow(id: number, outcome: string, reason: string, findings: readonly Finding[] | undefined): void {
    this.#run(
      `update message set state = 'settled', outcome = ?, reason = ?, findings = coalesce(?, findings), settled_at = ?,
       owner = null, filed = 0, order_key = coalesce(order_key, 'message:' || id) where id = ?`,
      outcome,
      reason,
      findings ? JSON.stringify(findings) : null,
      now(),
      id,
    );
  }

  #changeState(address: string, change: (state: string | undefined) => string): void {
    const before = this.#db.prepare('select state from order_state where address = ?').get(address)?.state;
    const after = change(typeof before === 'string' ? before : undefined);
    this.#run('insert or replace into order_state (address, state) values (?, ?)', address, after);
  }

  #addPart(id: number, role: PartRole, bytes: Uint8Array): void {
    const hash = this.#blobs.put(bytes);
    this.#run(
      `insert into part (message, n, role, hash, at)
       values (?1, (select coalesce(max(n), 0) + 1 from part where message = ?1), ?2, ?3, ?4)`,
      id,
      role,
      hash,
      now(),
    );
  }

  #startAttempt(id: number, what: Attempt['what']): number {
    this.#run('update message set attempts = attempts + 1 where id = ?', id);
    const n = this.#number('select attempts as n from message where id = ?', id);
    this.#run('insert into attempt (message, n, what, started) values (?, ?, ?, ?)', id, n, what, now());
    return n;
  }

  /** The next number of the message's channel; gaps are allowed, repeats are not. */
  #nextSequence(id: number): number {
    return this.#number(
      `insert into sequence (channel, value) select channel, 1 from message where id = ?
       on conflict (channel) do update set value = value + 1 returning value as n`,
      id,
    );
  }

  #run(sql: string, ...values: SQLInputValue[]): void {
    this.#db.prepare(sql).run(...values);
  }

  #number(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#db.prepare(sql).get(...values)?.n);
  }

  #one(sql: string, ...values: SQLInputValue[]): Message | undefined {
    const row = this.#db.prepare(sql).get(...values);
    return row && readMessage(row);
  }

  #all(sql: string, ...values: SQLInputValue[]): readonly Message[] {
    return this.#db
      .prepare(sql)
      .all(...values)
      .map(readMessage);
  }
}

const foreign = (bound: string, wanted: string): string =>
  `This journal holds the orders of ${bound}; the config names ${wanted}. Give the new exchange a journal of its own ` +
  '(journal.sqlite), or put the old base URL and company back.';

const now = (): string => new Date().toISOString();

/** Does `newer` hold every line of `older`, each with a later timestamp? */
function contains(newer: NonNullable<Checked['lines']>, older: unknown): boolean {
  if (newer === 'all') return true;
  if (older === 'all' || typeof older !== 'object' || older === null) return false;
  return Object.entries(older).every(
    ([line, at]) => newer[line] !== undefined && isLater(newer[line], String(at)),
  );
}
