import { DatabaseSync } from 'node:sqlite';
import type { Query } from '../../sql/sql-engine.ts';
import { serve } from './thread-server.ts';

/** Runs in a thread of its own: reads the journal for people and for health, so that a long search holds nothing up. */

serve<Query>(({ path }) => {
  const db = new DatabaseSync(path, { readOnly: true });
  return { answer: ({ sql, values }) => db.prepare(sql).all(...values), close: () => db.close() };
});
