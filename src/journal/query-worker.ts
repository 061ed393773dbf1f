import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { journalPath, serve } from './thread-side.ts';

/** Runs in a thread of its own: reads the journal for people, so that a long search holds nothing up. */

const db = new DatabaseSync(journalPath(), { readOnly: true });
const value = z.union([z.string(), z.number(), z.null(), z.instanceof(Uint8Array)]);
const query = z.object({ sql: z.string(), values: z.array(value) });

serve(
  (asked) => {
    const { sql, values } = query.parse(asked);
    return db.prepare(sql).all(...values);
  },
  () => db.close(),
);
