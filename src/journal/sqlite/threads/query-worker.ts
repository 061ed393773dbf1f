import { DatabaseSync } from 'node:sqlite';
import type { Query } from '../../sql/sql-engine.ts';
import { journalPath, serve } from './thread-server.ts';

/** Runs in a thread of its own: reads the journal for people and for health, so that a long search holds nothing up. */

const db = new DatabaseSync(journalPath(), { readOnly: true });

serve(
  ({ sql, values }: Query) => db.prepare(sql).all(...values),
  () => db.close(),
);
