import type { LocalizedText } from '../../findings/localized-text.ts';
import { steadyNow } from '../../time/steady-clock.ts';
/**
 * The journal's operations are written once, as generators that yield queries and are given rows: SQLite answers at once,
 * inside the transaction of one turn of the event loop; PostgreSQL over its connection. No engine knows what they mean.
 */
export type Value = string | number | null | Uint8Array;

export interface Row {
  readonly [column: string]: unknown;
}

export interface Query {
  /** Parameters are `?`, in order. */
  readonly sql: string;
  readonly values: readonly Value[];
  /** Nobody reads its rows: an engine may carry it out together with the next one. */
  readonly isUnanswered?: true;
}

/** What happens inside one transaction. */
export type SqlSteps<T> = Generator<Query, T, readonly Row[]>;

export interface SqlEngine {
  readonly dialect: SqlDialect;
  /** Runs it as one transaction; resolves when that is on disk. `urgent`: somebody outside waits for it. */
  write<T>(steps: () => SqlSteps<T>, urgent?: boolean): Promise<T>;
  read<T>(steps: () => SqlSteps<T>): Promise<T>;
  /** What people and health ask for, and what may take long: beside the work, and never part of it. */
  runQuery<T>(steps: () => SqlSteps<T>): Promise<T>;
  /** What pages ask for: beside the work, and beside what health and commands ask for. Each query must be answered soon. */
  runPage<T>(steps: () => SqlSteps<T>): Promise<T>;
  /** Why nothing can be written now, where an error says that: a full disk, say. Undefined: it is about its own write. */
  explainUnwritable(error: unknown): LocalizedText | undefined;
  /** Bytes or pages that were read are not what was written. Why nothing is written any more; undefined: it can still be. */
  damaged(what: string): LocalizedText | undefined;
  /** Why nothing is written any more until a person has mended it, or undefined. */
  broken(): LocalizedText | undefined;
  /** Reads a part of it, and notices what is damaged there. False: that was the last part. */
  checkPart(): Promise<boolean>;
  /** Gives some unused room back to the disk; false when there is no more. */
  shrink(): Promise<boolean>;
  close(): Promise<void>;
}

/** Where the two engines differ. */
export interface SqlDialect {
  /** Several gateways work on one journal, over a network: each gives signs of life, and few queries ask for much. */
  readonly shared: boolean;
  /** SQL: milliseconds since the epoch, by the journal's own clock. */
  readonly now: string;
  /** SQL appended to a select of rows that are to be changed. */
  readonly lock: string;
  readonly skipLocked: string;
  /** SQL appended to a select of rows that must not be deleted meanwhile. */
  readonly keep: string;
  /** SQL: the id of the next message. */
  readonly nextId: string;
  /** Makes what is received in each of these lanes become visible in its order, until the end of the transaction. */
  lockLanes(lanes: readonly string[]): Query | undefined;
  /** SQL: what the engine itself finds damaged, in words, in the column `damage`. */
  readonly damageQuery: string | undefined;
  /** SQL after a table: its rows are read by this index. PostgreSQL counts its rows, and knows by itself. */
  indexedBy(name: string): string;
  /** A query was ended because it took too long. */
  isTimeout(error: unknown): boolean;
  /** How messages are found by part of their name or order number, whatever the case. */
  search(text: string): TextSearch;
}

/** SQL: messages `m` that hold a text. */
export interface TextSearch {
  readonly from: string;
  /** By which they are put in order. */
  readonly id: string;
  readonly condition: string;
  readonly values: readonly Value[];
  /** The same for messages that are not checked yet, where the index does not hold them. */
  readonly unchecked?: { readonly condition: string; readonly values: readonly Value[] };
  /** The same among the newest messages alone, where it would else read all that hold the text to know which are the newest. */
  readonly newest?: TextSearch;
}

/** Asks each query in turn. */
export async function runSteps<T>(
  steps: SqlSteps<T>,
  ask: (query: Query) => Promise<readonly Row[]>,
): Promise<T> {
  let step = steps.next();
  while (!step.done) step = steps.next(await ask(step.value));
  return step.value;
}

export function* selectRows(sql: string, ...values: readonly Value[]): SqlSteps<readonly Row[]> {
  return yield { sql, values };
}

export function* selectRow(sql: string, ...values: readonly Value[]): SqlSteps<Row | undefined> {
  return (yield { sql, values })[0];
}

/** Nobody reads its rows. That it failed is known when the next one is asked, or at the end of the transaction. */
export function* execute(sql: string, ...values: readonly Value[]): SqlSteps<void> {
  yield { sql, values, isUnanswered: true };
}

/** The places of these values in a list; of none, one that is no id. */
export const placeholders = (values: readonly unknown[]): string => values.map(() => '?').join() || '-1';

/** Columns of a row, and what is written into them. */
export type ColumnValues = Readonly<Record<string, Value>>;

/** SQL: the assignments of an update. Their marks have these values in this order. */
export const assignColumns = (columns: ColumnValues): string =>
  Object.keys(columns)
    .map((column) => `${column} = ?`)
    .join(', ');

/** The number in the column `n` of the first row. */
export function* selectNumber(sql: string, ...values: readonly Value[]): SqlSteps<number> {
  return Number((yield* selectRow(sql, ...values))?.n);
}

/**
 * The last digits of a long number. Numbers differ at their end: an index of trigrams is asked for these alone, since the
 * beginning, which all have, would make it slow; the rest is compared.
 */
export const findLastDigits = (text: string): string | undefined =>
  /\d{5,}(?!.*\d{5})/.exec(text)?.[0].slice(-6);

/** For `like`: what a person typed, its wildcards taken at their word. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

export const currentInstant = (): string => new Date(steadyNow()).toISOString();
