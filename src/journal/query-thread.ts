import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { Query, Row } from './sql.ts';

/** Milliseconds in which a query must be answered. */
const deadline = 30_000;

const answerSchema = z.object({
  id: z.number(),
  rows: z.array(z.record(z.string(), z.unknown())).optional(),
  error: z.string().optional(),
});

interface Waiting {
  resolve(rows: readonly Row[]): void;
  reject(error: Error): void;
}

/** A thread with a connection of its own that only reads; it starts with the first query. */
export class QueryThread {
  readonly #path: string;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #count = 0;

  constructor(path: string) {
    this.#path = path;
  }

  async ask({ sql, values }: Query): Promise<readonly Row[]> {
    this.#worker ??= this.#start();
    this.#count += 1;
    const id = this.#count;
    const { promise, resolve, reject } = Promise.withResolvers<readonly Row[]>();
    const late = () => reject(new Error(`The journal did not answer within ${deadline / 1000} seconds.`));
    const timer = setTimeout(late, deadline);
    this.#waiting.set(id, { resolve, reject });
    this.#worker.postMessage({ id, sql, values: [...values] });
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  /** The thread ends by itself: one that is stopped while it starts would take the process with it. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    worker.ref();
    const gone = once(worker, 'exit');
    worker.postMessage('close');
    await gone;
  }

  #start(): Worker {
    // a checkout runs from .ts, the package from .js
    const file = new URL(`./query-worker${extname(import.meta.url)}`, import.meta.url);
    const worker = new Worker(file, { workerData: { path: this.#path } });
    worker.on('message', (message: unknown) => this.#answered(message));
    worker.on('error', (error) => this.#broken(error));
    worker.on('exit', () => this.#broken(new Error('The thread that reads the journal has ended.')));
    worker.unref();
    return worker;
  }

  #answered(message: unknown): void {
    const { id, rows, error } = answerSchema.parse(message);
    const waiting = this.#waiting.get(id);
    if (rows) waiting?.resolve(rows);
    else waiting?.reject(new Error(`The journal could not be searched: ${error}`));
  }

  /** The next query starts another one. */
  #broken(error: unknown): void {
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values())
      reject(error instanceof Error ? error : new Error(String(error)));
  }
}
