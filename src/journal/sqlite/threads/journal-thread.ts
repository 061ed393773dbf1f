import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { areThreadsKept, keepSpareThread, takeSpareThread } from './spare-threads.ts';
import type { ThreadMessage } from './thread-server.ts';

const answerSchema = z.union([
  z.object({ id: z.number(), answer: z.unknown() }),
  z.object({ id: z.number(), error: z.string(), errcode: z.number().optional() }),
]);

const post = (worker: Worker, message: ThreadMessage): void => worker.postMessage(message);

interface PendingAnswer {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** What a thread could not do; `errcode` as in errors of `node:sqlite`. */
class ThreadError extends Error {
  readonly errcode: number | undefined;

  constructor(message: string, errcode: number | undefined) {
    super(message);
    this.errcode = errcode;
  }
}

/** Milliseconds after its last answer until a thread that need not stay ends. */
const usualIdle = 20_000;

/** What a thread is told about its journal. */
export interface JournalThreadData {
  readonly path: string;
  readonly ids?: readonly number[];
}

/** Of all threads: what one is asked too late is no answer to the journal that it has next. */
let questions = 0;

/** MB. Each answer is garbage as soon as it is sent. */
const resourceLimits = { maxYoungGenerationSizeMb: 3 };

interface ThreadLife {
  /** It is wanted all the time: to begin it costs more than to have it. */
  readonly stays?: boolean;
  /** Milliseconds. */
  readonly idle?: number;
}

/** A thread with a connection of its own to an embedded journal; it starts with the first question, and ends when it has long had none. */
export class JournalThread {
  readonly #program: URL;
  readonly #data: JournalThreadData;
  readonly #idle: number | undefined;
  readonly #waiting = new Map<number, PendingAnswer>();
  #worker: Worker | undefined;
  #resting: NodeJS.Timeout | undefined;
  /** Of one that has been told to end. */
  #leaving: Promise<unknown> = Promise.resolve();

  /** `program` calls `serve`. */
  constructor(program: URL, data: JournalThreadData, { stays = false, idle = usualIdle }: ThreadLife = {}) {
    this.#program = program;
    this.#data = data;
    this.#idle = stays ? undefined : idle;
  }

  /** Rejects with what the thread says is wrong, or when it ends. It keeps the process alive meanwhile. */
  async ask(asked: unknown): Promise<unknown> {
    clearTimeout(this.#resting);
    this.#worker ??= this.#start();
    questions += 1;
    const id = questions;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, { resolve, reject });
    this.#worker.ref();
    post(this.#worker, { id, asked });
    try {
      return await promise;
    } finally {
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#rest();
    }
  }

  #rest(): void {
    this.#worker?.unref();
    if (this.#idle !== undefined) this.#resting = setTimeout(() => this.#leave(), this.#idle).unref();
  }

  /** Whoever asks from now on is answered by another one. */
  #leave(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#resting = undefined;
    if (worker === undefined) return;
    this.#leaving = new Promise((resolve) => worker.once('exit', resolve));
    worker.ref();
    post(worker, 'close');
  }

  /** The thread ends by itself: one that is stopped while it starts would take the process with it. */
  async close(): Promise<void> {
    clearTimeout(this.#resting);
    await this.#leaving;
    const worker = this.#worker;
    if (!worker) return;
    worker.ref();
    const gone = once(worker, 'exit');
    if (!areThreadsKept()) post(worker, 'close');
    else if (await this.#layBy(worker, gone)) return;
    await gone;
  }

  /** True when it is kept for another journal; one that ends meanwhile is not. */
  async #layBy(worker: Worker, gone: Promise<unknown>): Promise<boolean> {
    const rested = new Promise<true>((resolve) => {
      worker.on('message', (message: unknown) => {
        if (message === 'rested') resolve(true);
      });
    });
    post(worker, 'rest');
    if ((await Promise.race([rested, gone])) !== true) return false;
    keepSpareThread(this.#program, worker);
    // whoever asked after that hears no more of it
    this.#rejectAll(new Error('The journal was closed.'));
    return true;
  }

  #start(): Worker {
    const worker = this.#begin();
    let reason: unknown = new Error('A thread of the journal has ended.');
    worker.on('message', (message: unknown) => this.#takeAnswer(message));
    worker.on('error', (error) => {
      reason = error;
    });
    // always the last event, after an error too: only then may another thread begin
    worker.on('exit', () => {
      if (this.#worker === worker) this.#rejectAll(reason);
    });
    return worker;
  }

  #begin(): Worker {
    const spare = takeSpareThread(this.#program);
    if (spare === undefined) return new Worker(this.#program, { workerData: this.#data, resourceLimits });
    post(spare, { open: this.#data });
    return spare;
  }

  #takeAnswer(message: unknown): void {
    if (message === 'rested') return;
    const answered = answerSchema.parse(message);
    const waiting = this.#waiting.get(answered.id);
    if ('error' in answered) waiting?.reject(new ThreadError(answered.error, answered.errcode));
    else waiting?.resolve(answered.answer);
  }

  /** The next question starts another one. */
  #rejectAll(reason: unknown): void {
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values())
      reject(reason instanceof Error ? reason : new Error(String(reason)));
  }
}
