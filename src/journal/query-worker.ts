import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

/** Runs in a thread of its own: reads the journal for people, so that a long search holds nothing up. */

const db = new DatabaseSync(z.object({ path: z.string() }).parse(workerData).path, { readOnly: true });

const value = z.union([z.string(), z.number(), z.null(), z.instanceof(Uint8Array)]);
const request = z.union([
  z.object({ id: z.number(), sql: z.string(), values: z.array(value) }),
  z.literal('close'),
]);

parentPort?.on('message', (message: unknown) => {
  const asked = request.parse(message);
  if (asked !== 'close') return parentPort?.postMessage(answer(asked));
  db.close();
  parentPort?.close();
});

function answer({ id, sql, values }: { id: number; sql: string; values: (typeof value)['_output'][] }) {
  try {
    return { id, rows: db.prepare(sql).all(...values) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}
