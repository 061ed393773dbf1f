import type { SqlDialect, SqlEngine, SqlSteps } from '../sql/sql-engine.ts';

/** What carries out the seams. */
export interface JournalConnection {
  readonly engine: SqlEngine;
  /** What this gateway has in hand is its own. */
  readonly owner: string;
  /** What the last look for work has found. */
  readonly suspicion: Suspicion;
}

/** Is anything known against the exchange? Until the first look that is so: an answer asks the journal only while it is. */
export interface Suspicion {
  raised: boolean;
}

type Steps<A extends readonly unknown[], T> = (...values: A) => SqlSteps<T>;
type Call<A extends readonly unknown[], T> = (...values: A) => Promise<T>;

/** Makes calls of steps. */
export interface BoundSteps {
  /** One transaction; resolves when it is on disk. */
  write<A extends readonly unknown[], T>(steps: Steps<A, T>): Call<A, T>;
  read<A extends readonly unknown[], T>(steps: Steps<A, T>): Call<A, T>;
  /** What people and health ask, beside the work. */
  query<A extends readonly unknown[], T>(steps: Steps<A, T>): Call<A, T>;
  /** Steps that differ between the engines. */
  withDialect<A extends readonly unknown[], T>(
    steps: (dialect: SqlDialect, ...values: A) => SqlSteps<T>,
  ): Steps<A, T>;
}

export const bindSteps = (engine: SqlEngine): BoundSteps => ({
  write:
    (steps) =>
    (...values) =>
      engine.write(() => steps(...values)),
  read:
    (steps) =>
    (...values) =>
      engine.read(() => steps(...values)),
  query:
    (steps) =>
    (...values) =>
      engine.runQuery(() => steps(...values)),
  withDialect:
    (steps) =>
    (...values) =>
      steps(engine.dialect, ...values),
});
