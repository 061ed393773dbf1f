import { z } from 'zod';
import { rejectAfter } from '../deadline.ts';
import { threadProgram } from '../package.ts';
import type { Query, Row } from './sql.ts';
import { JournalThread } from './thread.ts';

/** Milliseconds in which a query must be answered. */
const deadline = 30_000;

const rowsSchema = z.array(z.record(z.string(), z.unknown()));

/** Reads an embedded journal beside the event loop. */
export class QueryThread {
  readonly #thread: JournalThread;

  constructor(path: string) {
    this.#thread = new JournalThread(threadProgram('journal-query'), { path });
  }

  async ask({ sql, values }: Query): Promise<readonly Row[]> {
    const late = () => new Error(`The journal did not answer within ${deadline / 1000} seconds.`);
    return rowsSchema.parse(
      await rejectAfter(deadline, this.#thread.ask({ sql, values: [...values] }), late),
    );
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
