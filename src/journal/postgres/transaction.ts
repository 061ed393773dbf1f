import type { ClientBase } from 'pg';
import { type Query, type Row, runSteps, type SqlSteps } from '../sql/sql-engine.ts';
import { knownStatements, planning } from './connection-pool.ts';
import { StatementBatch } from './statement-batch.ts';
import { buildStatement } from './statement-text.ts';

/** How a transaction is carried out. */
export interface TransactionKind {
  readonly begin: readonly Query[];
  /** Statements are planned once a connection; else for their values, such as the text of a search. */
  readonly isPlannedOnce: boolean;
}

const beginWith = (settings: readonly string[]): readonly Query[] =>
  ['begin', ...settings.map((setting) => `set local ${setting}`)].map((sql) => ({ sql, values: [] }));
export const toWork: TransactionKind = { begin: beginWith([]), isPlannedOnce: true };
export const toBrowse: TransactionKind = { begin: beginWith(planning.ofBrowsing), isPlannedOnce: false };
export const toShowPage: TransactionKind = { begin: beginWith(planning.ofPages), isPlannedOnce: false };
const commit: Query = { sql: 'commit', values: [] };

/** Statements whose answer nobody reads that are kept for one call. */
const mostKept = 8;

/** What needs no answer goes to the server with the next one that does, or with the commit. */
export async function runTransaction<T>(
  client: ClientBase,
  { begin, isPlannedOnce }: TransactionKind,
  steps: SqlSteps<T>,
): Promise<T> {
  const kept = [...begin];
  const send = (...queries: readonly Query[]) =>
    runTogether(client, [...kept.splice(0), ...queries], isPlannedOnce);
  const answer = await runSteps(steps, async (query) => {
    if (hasSeveralStatements(query)) {
      await send();
      return (await client.query<Row>(query.sql)).rows;
    }
    if (!query.isUnanswered || kept.length === mostKept) return await send(query);
    kept.push(query);
    return [];
  });
  await send(commit);
  return answer;
}

/** A migration: it has no plan, and goes alone. */
const hasSeveralStatements = ({ sql, values }: Query): boolean => values.length === 0 && sql.includes(';');

/** Resolves to the rows of the last one. */
export async function runTogether(
  client: ClientBase,
  queries: readonly Query[],
  isPlannedOnce: boolean,
): Promise<readonly Row[]> {
  if (queries.length === 0) return [];
  const known = knownStatements.get(client);
  const hasNames = isPlannedOnce && known !== undefined;
  const statements = queries.map((query) => buildStatement(query, hasNames));
  const batch = new StatementBatch(statements, known ?? new Set());
  client.query(batch);
  return await batch.rows;
}

/** Resolves to false where the server did not answer. */
export const rollBack = (client: ClientBase): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  );
