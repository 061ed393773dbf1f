import { randomUUID } from 'node:crypto';
import { systemCodeOf } from '../../folders/folder-error.ts';
import type { FixtureResult } from '../../mapping/fixtures/run-fixtures.ts';
import { threadProgram } from '../../package.ts';
import { WorkersNotStarted } from '../../pipeline/workers/task-clock.ts';
import {
  closeThreadPool,
  openThreadPool,
  runWithDeadline,
  TaskTimeout,
  type ThreadPool,
} from '../../pipeline/workers/worker-pool.ts';
import { pause } from '../../time/pause.ts';
import type { LayeredLine } from '../overlay/layer-rules.ts';
import type { TreeRow } from '../preview/read-by-format.ts';
import type { SampleFiles } from '../sample/sample-files.ts';
import type { SampleQuestion, SampleTrial } from '../sample/try-sample.ts';
import type { Suggestions } from './list-suggestions.ts';
import type { ResultValues, ValuesQuestion } from './list-values.ts';
import type {
  FixturesTask,
  LayersTask,
  PreviewFolders,
  RowsTask,
  RuleReply,
  RuleTask,
  SampleTask,
  ShownTables,
  SuggestTask,
  TablesTask,
  TraceTask,
  TreeBranches,
  TreeTask,
  TrialTask,
  ValuesTask,
} from './preview-thread.ts';
import type { Trace, TracePlace } from './trace-place.ts';
import type { TrialAnswer, TrialQuestion } from './try-draft.ts';
import { watchThreadTime } from './watch-thread-time.ts';

/** A trial came to no answer. */
export type TrialEnd =
  /** The thread was stopped: the mapping did not end in so many milliseconds of its own time. */
  | { readonly kind: 'too-long'; readonly milliseconds: number }
  /** It was stopped: the mapping, a table or the document takes more memory. */
  | { readonly kind: 'too-large'; readonly megabytes: number }
  /** The same page asked something newer before its turn came. */
  | { readonly kind: 'superseded' };

export type TrialReply<T> = { readonly kind: 'answer'; readonly answer: T } | TrialEnd;

export interface PreviewLimits {
  /** MB for the objects of the thread. */
  readonly megabytes: number;
  /** Milliseconds after which a thread that nobody used goes away. */
  readonly idle: number;
  /** Milliseconds for a document of so many bytes. */
  patience(bytes: number): number;
}

/** 1 s for an order of 20 lines (54 kB), 5 s for one of 500 (1.2 MB), 20 s at most. */
export const computePatience = (bytes: number): number =>
  Math.min(20_000, 1000 + Math.max(0, bytes - 54_000) / 290);

const usualLimits: PreviewLimits = { megabytes: 800, idle: 300_000, patience: computePatience };

/** What the thread exports. */
type ThreadTaskName =
  | 'tryEdit'
  | 'traceEdit'
  | 'suggestEdit'
  | 'showEditedTables'
  | 'testFixtures'
  | 'readRows'
  | 'recogniseSample'
  | 'draftSample'
  | 'listEditedValues'
  | 'readTree'
  | 'planEditedRule'
  | 'layerEditedRules';

interface Waiting {
  readonly page: string;
  run(): Promise<void>;
  supersede(): void;
}

type ThreadTask =
  | TrialTask
  | SuggestTask
  | TablesTask
  | FixturesTask
  | RowsTask
  | SampleTask
  | TreeTask
  | RuleTask
  | LayersTask;

/**
 * The thread in which edits are tried: apart from those that work for the gateway, so that no mapping can hold those up. One trial at a
 * time; of each page only the newest waits.
 */
export class PreviewWorker {
  readonly #folders: PreviewFolders;
  readonly #limits: PreviewLimits;
  #pool: ThreadPool | undefined;
  #waiting: readonly Waiting[] = [];
  #working: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** The thread has run nothing yet: its first trial also compiles the code of everything. */
  #isCold = true;

  constructor(folders: PreviewFolders, limits: Partial<PreviewLimits> = {}) {
    this.#folders = folders;
    this.#limits = { ...usualLimits, ...limits };
  }

  /** Begins the thread, so that the first key finds it warm: a trial whose answer nobody waits for. */
  async warm(question: TrialQuestion): Promise<void> {
    const task: TrialTask = { page: 'warm', question };
    await this.#queue('warm', () => this.#run<TrialAnswer>('tryEdit', task, loadingPatience));
  }

  /** `page`: who types; a newer question of the same page takes the place of one that waits. */
  tryEdit(page: string, question: TrialQuestion): Promise<TrialReply<TrialAnswer>> {
    const task: TrialTask = { page, question };
    const patience = this.#limits.patience(question.source.bytes.length);
    return this.#queue(page, () => this.#run<TrialAnswer>('tryEdit', task, patience));
  }

  traceEdit(page: string, question: TrialQuestion, place: TracePlace): Promise<TrialReply<Trace>> {
    const task: TraceTask = { page, question, place };
    const patience = this.#limits.patience(question.source.bytes.length);
    return this.#queue(`trace ${page}`, () => this.#run<Trace>('traceEdit', task, patience));
  }

  /** The result as a table. */
  listValues(
    page: string,
    question: TrialQuestion,
    wanted: ValuesQuestion,
  ): Promise<TrialReply<ResultValues>> {
    const task: ValuesTask = { page, question, ...wanted };
    const patience = this.#limits.patience(question.source.bytes.length);
    return this.#queue(`values ${page}`, () => this.#run<ResultValues>('listEditedValues', task, patience));
  }

  /** The document as a tree, branch by branch. */
  readTree(page: string, task: TreeTask): Promise<TrialReply<TreeBranches>> {
    const patience = this.#limits.patience(task.question.source.bytes.length);
    return this.#queue(`tree ${page}`, () => this.#run<TreeBranches>('readTree', task, patience));
  }

  planRule(page: string, task: RuleTask): Promise<TrialReply<RuleReply>> {
    const patience = this.#limits.patience(task.question.source.bytes.length);
    return this.#queue(`rule ${page}`, () => this.#run<RuleReply>('planEditedRule', task, patience));
  }

  layerRules(page: string, task: LayersTask): Promise<TrialReply<readonly LayeredLine[] | undefined>> {
    return this.#queue(`layers ${page}`, () => this.#run('layerEditedRules', task, this.#limits.patience(0)));
  }

  /** Everybody is answered: what is suggested is asked for once, and by several who open a mapping together. */
  suggest(task: SuggestTask): Promise<TrialReply<Suggestions>> {
    return this.#queue(`suggest ${randomUUID()}`, () =>
      this.#run<Suggestions>('suggestEdit', task, loadingPatience),
    );
  }

  /** Milliseconds of `patience` for all of them. */
  testFixtures(task: FixturesTask, patience: number): Promise<TrialReply<readonly FixtureResult[]>> {
    return this.#queue('fixtures', () => this.#run('testFixtures', task, patience));
  }

  showTables(page: string, task: TablesTask): Promise<TrialReply<ShownTables>> {
    return this.#queue(page, () => this.#run<ShownTables>('showEditedTables', task, loadingPatience));
  }

  /** A document as its format reads it, in rows. */
  readRows(page: string, task: RowsTask): Promise<TrialReply<readonly TreeRow[]>> {
    const patience = this.#limits.patience(task.bytes.length);
    return this.#queue(`rows ${page}`, () => this.#run<readonly TreeRow[]>('readRows', task, patience));
  }

  /** What a file is that no format describes yet. `page`: whose newer question takes the place of one that waits. */
  recogniseSample(page: string, question: SampleQuestion): Promise<TrialReply<SampleTrial>> {
    const task: SampleTask = { question };
    const patience = samplePatience + this.#limits.patience(question.bytes.length);
    return this.#queue(`sample ${page}`, () => this.#run<SampleTrial>('recogniseSample', task, patience));
  }

  draftSample(page: string, question: SampleQuestion): Promise<TrialReply<SampleFiles | undefined>> {
    const task: SampleTask = { question };
    const patience = samplePatience + this.#limits.patience(question.bytes.length);
    return this.#queue(`sample files ${page}`, () =>
      this.#run<SampleFiles | undefined>('draftSample', task, patience),
    );
  }

  get isOpen(): boolean {
    return this.#pool !== undefined;
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    for (const one of this.#waiting) one.supersede();
    this.#waiting = [];
    await this.#working;
    await this.#end();
  }

  #queue<T>(page: string, ask: () => Promise<TrialReply<T>>): Promise<TrialReply<T>> {
    const { promise, resolve, reject } = Promise.withResolvers<TrialReply<T>>();
    const [older, others] = [
      this.#waiting.filter((one) => one.page === page),
      this.#waiting.filter((one) => one.page !== page),
    ];
    for (const one of older) one.supersede();
    const run = (): Promise<void> => ask().then(resolve, reject);
    this.#waiting = [...others, { page, run, supersede: () => resolve({ kind: 'superseded' }) }];
    this.#working ??= this.#work();
    return promise;
  }

  async #work(): Promise<void> {
    clearTimeout(this.#timer);
    for (;;) {
      const [next, ...rest] = this.#waiting;
      this.#waiting = rest;
      if (next === undefined) break;
      await next.run();
    }
    this.#working = undefined;
    this.#timer = setTimeout(() => void this.#end(), this.#limits.idle).unref();
  }

  async #run<T>(
    name: ThreadTaskName,
    task: ThreadTask,
    patience: number,
    mayRetry = true,
  ): Promise<TrialReply<T>> {
    this.#pool ??= this.#open();
    const pool = this.#pool;
    const time = patience + (this.#isCold ? coldPatience : 0);
    const [late, ended] = [new AbortController(), new AbortController()];
    try {
      await pool.first;
      void this.#stopWhenLate(pool, time, late, ended.signal);
      const deadline = time * mostWaiting;
      const answer = await runWithDeadline<T>(pool, { name, task, deadline, stop: late.signal });
      this.#isCold = false;
      return { kind: 'answer', answer };
    } catch (error) {
      this.#isCold = true;
      if (late.signal.aborted || error instanceof TaskTimeout)
        return { kind: 'too-long', milliseconds: Math.round(time) };
      if (systemCodeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY')
        return { kind: 'too-large', megabytes: this.#limits.megabytes };
      // piscina tells the end of a thread that ran out of memory to the trial behind it, too
      if (error instanceof WorkersNotStarted && mayRetry) return await this.#run(name, task, patience, false);
      throw error;
    } finally {
      ended.abort();
    }
  }

  /** By the thread's own time. One that still loads is left alone: Node would end the whole process. */
  async #stopWhenLate(
    { piscina, ready }: ThreadPool,
    milliseconds: number,
    late: AbortController,
    ended: AbortSignal,
  ): Promise<void> {
    try {
      let thread = piscina.threads.find(({ threadId }) => ready.has(threadId));
      while (thread === undefined) {
        await pause(loadingLook, ended);
        ended.throwIfAborted();
        thread = piscina.threads.find(({ threadId }) => ready.has(threadId));
      }
      await watchThreadTime(thread, milliseconds, ended);
      late.abort();
    } catch {
      // it ended in time, or the thread has gone by itself
    }
  }

  #open(): ThreadPool {
    return openThreadPool(threadProgram('preview').href, this.#folders, {
      ...{ minThreads: 1, maxThreads: 1, idleTimeout: this.#limits.idle },
      ...{ memory: this.#limits.megabytes, young: youngMegabytes },
    });
  }

  async #end(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    this.#isCold = true;
    if (pool) await closeThreadPool(pool);
  }
}

/** A trial of thousands of lines holds on to most of what it makes: with the room of other threads a fifth of it went into moving that. */
const youngMegabytes = 96;

/** Times as long on the clock it may take where other work has the cores. */
const mostWaiting = 10;

/** Milliseconds between looks whether the thread has loaded. */
const loadingLook = 20;

/** Milliseconds more for the first trial of a thread. */
const coldPatience = 3000;

/** Milliseconds that recognising takes beside what reading does. */
const samplePatience = 3000;

/** Milliseconds for a trial that warms the thread, which loads schemas and the code of everything. */
const loadingPatience = 30_000;
