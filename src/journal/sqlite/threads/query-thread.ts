import { z } from 'zod';
import { threadProgram } from '../../../package.ts';
import { rejectAfter } from '../../../time/deadline.ts';
import type { Query, Row } from '../../sql/sql-engine.ts';
import { JournalThread } from './journal-thread.ts';

/** Milliseconds in which a query must be answered. */
const patience = 30_000;

/** A query took longer than it may. */
export class QueryTimeout extends Error {}

const rowsSchema = z.array(z.record(z.string(), z.unknown()));

/** Reads an embedded journal beside the event loop. */
export class QueryThread {
  readonly #thread: JournalThread;
  readonly #deadline: number;

  /** `deadline`: milliseconds in which each query must be answered. */
  constructor(path: string, deadline = patience) {
    this.#deadline = deadline;
    this.#thread = new JournalThread(threadProgram('journal-query'), { path });
  }

  async ask({ sql, values }: Query): Promise<readonly Row[]> {
    const late = () =>
      new QueryTimeout(`The journal did not answer within ${this.#deadline / 1000} seconds.`);
    return rowsSchema.parse(
      await rejectAfter(this.#deadline, this.#thread.ask({ sql, values: [...values] }), late),
    );
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
