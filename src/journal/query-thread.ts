import { z } from 'zod';
import type { Query, Row } from './sql.ts';
import { Thread } from './thread.ts';

/** Milliseconds in which a query must be answered. */
const deadline = 30_000;

const rowsSchema = z.array(z.record(z.string(), z.unknown()));

/** Reads an embedded journal beside the event loop. */
export class QueryThread {
  readonly #thread: Thread;

  constructor(path: string) {
    this.#thread = new Thread('query-worker', { path });
  }

  async ask({ sql, values }: Query): Promise<readonly Row[]> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => reject(new Error(`The journal did not answer within ${deadline / 1000} seconds.`)),
      deadline,
    );
    try {
      return rowsSchema.parse(await Promise.race([this.#thread.ask({ sql, values: [...values] }), late]));
    } finally {
      clearTimeout(timer);
    }
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
