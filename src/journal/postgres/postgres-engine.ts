import { DatabaseError, type Pool } from 'pg';
import type { LocalizedText } from '../../findings/localized-text.ts';
import { runSteps, type SqlEngine, type SqlSteps, selectRow } from '../sql/sql-engine.ts';
import { type Greet, openConnectionPool } from './connection-pool.ts';
import { connections, type GatewayCount, shareOut } from './connection-shares.ts';
import { ConnectionSlots } from './connection-slots.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { CommitWaits, errorCodeOf, explainUnwritable, isLate } from './postgres-errors.ts';
import {
  rollBack,
  runTogether,
  runTransaction,
  type TransactionKind,
  toBrowse,
  toShowPage,
  toWork,
} from './transaction.ts';

/** Milliseconds; `page`: that a statement for a page may take; `free`: until a connection is free, at the least. */
const patience = { statement: 20_000, page: 800, free: 20_000 };

/**
 * Codes after which the same transaction may succeed: serialization failure, deadlock; and a message of that order key came into
 * another gateway's hands meanwhile, which the next look sees.
 */
const retryableCodes = ['40001', '40P01'];
const isRetryable = (error: unknown): boolean =>
  retryableCodes.includes(errorCodeOf(error)) ||
  (error instanceof DatabaseError && error.constraint === 'message_in_hand');

/** For pages alone; opened when somebody looks at one. */
const pageConnections = 2;

/** Connections to a journal in PostgreSQL. */
export class PostgresEngine implements SqlEngine {
  readonly dialect = postgresDialect;
  readonly #url: string;
  readonly #pool: Pool;
  readonly #slots: Readonly<Record<'all' | 'work' | 'queries', ConnectionSlots>>;
  #pages: PostgresEngine | undefined;

  /** `statement`: milliseconds that one statement may take; `most`: connections that are opened; `greet` comes first on each. */
  constructor(
    url: string,
    statement: number = patience.statement,
    most: number = connections.one,
    greet?: Greet,
  ) {
    this.#url = url;
    this.#pool = openConnectionPool(url, statement, most, greet);
    const free = Math.max(statement, patience.free);
    const slots = (limit: number) => new ConnectionSlots(limit, free);
    this.#slots = { all: slots(most), work: slots(most), queries: slots(Math.max(1, most - 1)) };
  }

  /** What is open beyond that closes when it has had nothing to do for a while. */
  shareConnections(gateways: GatewayCount): void {
    const { all, work, queries } = shareOut(gateways);
    this.#slots.all.limit = all;
    this.#slots.work.limit = work;
    this.#slots.queries.limit = queries;
  }

  async write<T>(steps: () => SqlSteps<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#slots.work.use(() => this.#transaction(toWork, steps));
      } catch (error) {
        if (isLate(error) && (await this.#isStandbyAway()))
          throw new CommitWaits('a commit waits for a standby', { cause: error });
        if (tries === 5 || !isRetryable(error)) throw error;
      }
    }
  }

  /** Commits that nobody waits for any more wait on in the server. All connections may: this takes one of its own. */
  async #isStandbyAway(): Promise<boolean> {
    const other = new PostgresEngine(this.#url, patience.page, 1);
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'SyncRep' limit 1`;
    try {
      return (await other.read(() => selectRow(waiting))) !== undefined;
    } catch {
      return false;
    } finally {
      await other.close();
    }
  }

  read<T>(steps: () => SqlSteps<T>): Promise<T> {
    return this.#slots.work.use(() => this.#slots.all.use(() => this.#read(steps)));
  }

  async #read<T>(steps: () => SqlSteps<T>): Promise<T> {
    const client = await this.#pool.connect();
    let broken = true;
    try {
      const answer = await runSteps(steps(), (query) => runTogether(client, [query], true));
      broken = false;
      return answer;
    } finally {
      client.release(broken);
    }
  }

  /** One connection is left for the work. */
  runQuery<T>(steps: () => SqlSteps<T>): Promise<T> {
    return this.#slots.queries.use(() => this.#transaction(toBrowse, steps));
  }

  runPage<T>(steps: () => SqlSteps<T>): Promise<T> {
    this.#pages ??= new PostgresEngine(this.#url, patience.page, pageConnections);
    return this.#pages.#transaction(toShowPage, steps);
  }

  /** What is damaged is one message's: the server looks after its pages. */
  damaged(): undefined {
    return undefined;
  }

  broken(): undefined {
    return undefined;
  }

  async checkPart(): Promise<boolean> {
    return false;
  }

  /** PostgreSQL uses the room again by itself (autovacuum). */
  async shrink(): Promise<boolean> {
    return false;
  }

  explainUnwritable(error: unknown): LocalizedText | undefined {
    return explainUnwritable(error);
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#pages?.close()]);
  }

  #transaction<T>(kind: TransactionKind, steps: () => SqlSteps<T>): Promise<T> {
    return this.#slots.all.use(() => this.#runTransaction(kind, steps));
  }

  async #runTransaction<T>(kind: TransactionKind, steps: () => SqlSteps<T>): Promise<T> {
    const client = await this.#pool.connect();
    let broken = false;
    try {
      return await runTransaction(client, kind, steps());
    } catch (error) {
      // who did not answer this in time will not answer a rollback; the server makes one when the connection is gone
      broken = isLate(error) || !(await rollBack(client));
      throw error;
    } finally {
      client.release(broken);
    }
  }
}
