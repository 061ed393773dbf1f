import type { Piscina } from 'piscina';
import { ageOf, type BeginNote, createBeginNotes, isNoted, TaskClock, type TimedTask } from './task-clock.ts';
import { TaskPace } from './task-pace.ts';
import { type QueuedTask, ThreadTurns, type TurnLimits } from './thread-turns.ts';

/**
 * Tasks that go to a thread in one message, and their answers that come back in one: small documents cost less that way, and the thread
 * is never without work between two of them. When one of them ends the thread, or keeps it for long, the others are run again, each alone.
 */

export interface TimedRun {
  /** Which of the functions of the pool's module; it is given `TimedTask`, and calls `markBegun`. */
  readonly name: string;
  readonly task: unknown;
  /** Milliseconds from when a thread has begun it. */
  readonly deadline: number;
  /** What the thread gets instead of a copy. */
  readonly transferList?: ArrayBuffer[];
  /** Ends it too. */
  readonly stop?: AbortSignal | undefined;
  /** For which channel: those that wait take turns. */
  readonly channel?: string;
  /** Bytes, where it may share a message with others: the module of such a pool has the function `batch`. */
  readonly size?: number;
}

/** As the function `batch` gets it: `name` says by which function it is run. */
export interface BatchedTask<N extends string, T> extends TimedTask<T> {
  readonly name: N;
}

export type BatchedAnswer = { readonly answer: unknown } | { readonly error: unknown };

interface TaskEnd {
  resolve(answer: unknown): void;
  reject(reason: unknown): void;
}

/** From when it is asked for until whoever asked has heard of its end. */
export class PoolTask implements QueuedTask {
  readonly channel: string;
  readonly run: TimedRun;
  readonly clock: TaskClock;
  readonly #end: TaskEnd;
  #batch: TaskBatch | undefined;
  #isAlone = false;
  #isOver = false;

  constructor(run: TimedRun, clocks: ReadonlySet<TaskClock>, end: TaskEnd) {
    this.run = run;
    this.channel = run.channel ?? '';
    this.clock = new TaskClock(run.deadline, clocks, () => this.reject(new Error('Its time is over.')));
    this.#end = end;
  }

  /** It shares a message with no other. */
  get isAlone(): boolean {
    const { size, transferList = [] } = this.run;
    // what is handed over is not there for a second time
    return this.#isAlone || size === undefined || transferList.length > 0;
  }

  /** Those that are alike take a thread alike. */
  get kind(): string {
    return `${this.run.name} ${this.channel}`;
  }

  get size(): number {
    return this.run.size ?? 0;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  resolve(answer: unknown): void {
    this.#isOver = true;
    this.#end.resolve(answer);
  }

  reject(reason: unknown): void {
    this.#end.reject(reason);
    this.leave();
  }

  /** Nobody waits for it any more: a thread that is at it is stopped. */
  leave(): void {
    this.#isOver = true;
    this.#batch?.leave(this);
  }

  refuse(): void {
    this.reject(new Error('The threads have ended.'));
  }

  /** The one that a thread has it from; undefined while it waits. */
  get batch(): TaskBatch | undefined {
    return this.#batch;
  }

  enter(batch: TaskBatch): void {
    this.#batch = batch;
  }

  /** The thread's message is over, with it or without. */
  exit(): void {
    this.#batch = undefined;
  }

  /** It may have ended its thread, or another one of its batch has, or keeps it: alone that is certain. */
  recall(): void {
    this.#isAlone = true;
    this.clock.recall();
  }
}

/** What runs a call in a thread that has nothing else to do. */
export type CallRunner = Pick<Piscina, 'run'>;

/** Milliseconds that a thread may be at one task before the others of its batch wait for it no longer. */
const longTask = 1000;

/** What a batch needs of its pool. */
interface BatchParts {
  readonly threads: CallRunner;
  readonly pace: TaskPace;
  runAgain(task: PoolTask): void;
}

/** Those that one thread has at a time. */
class TaskBatch {
  readonly #parts: BatchParts;
  readonly #tasks: readonly PoolTask[];
  readonly #notes: readonly BeginNote[];
  readonly #over = new AbortController();

  constructor(parts: BatchParts, tasks: readonly PoolTask[]) {
    this.#parts = parts;
    this.#tasks = tasks;
    this.#notes = createBeginNotes(tasks.length);
  }

  /** Each task hears of its end, or is run again. Never rejects. */
  async run(): Promise<void> {
    const looks = this.#tasks.length > 1 ? setInterval(() => this.#release(), longTask / 4) : undefined;
    try {
      const answers = await this.#send();
      this.#notePace();
      for (const [n, task] of this.#tasks.entries()) this.#settle(task, answers[n]);
    } catch (error) {
      this.#fail(error);
    } finally {
      clearInterval(looks);
    }
  }

  /** The thread is stopped where it is at this one, or nobody waits for any of them. */
  leave(task: PoolTask): void {
    if (task.clock.isRunning || !this.#isAwaited) this.#over.abort();
  }

  get #isAwaited(): boolean {
    return this.#tasks.some(({ batch, isOver }) => batch === this && !isOver);
  }

  async #send(): Promise<readonly BatchedAnswer[]> {
    const calls = this.#tasks.flatMap(({ run: { name, task }, clock }, n) => {
      const [begun, behind] = this.#notes.slice(n);
      if (begun) clock.dispatch(begun, behind);
      return begun ? [{ name, task, begun }] : [];
    });
    for (const task of this.#tasks) task.enter(this);
    const { signal } = this.#over;
    const { threads } = this.#parts;
    const [only, ...others] = calls;
    if (others.length > 0) return await threads.run(calls, { name: 'batch', signal });
    const { name = '', transferList = [] } = this.#tasks[0]?.run ?? {};
    return [{ answer: await threads.run(only, { name, signal, transferList }) }];
  }

  /** Each ends when the next one begins; of the last one of several that is not known, since the event loop may hear of it late. */
  #notePace(): void {
    const ages = this.#notes.map((note) => (isNoted(note) ? ageOf(note) : undefined));
    for (const [n, { kind, size }] of this.#tasks.entries()) {
      const [age, behind = ages.length === 1 ? 0 : undefined] = ages.slice(n);
      if (age !== undefined && behind !== undefined) this.#parts.pace.note(kind, size, age - behind);
    }
  }

  /** Of a batch whose thread is at one of them for long, all others; the thread too, where that one was released before. */
  #release(): void {
    const at = this.#notes.findLastIndex(isNoted);
    const note = this.#notes[at];
    if (note === undefined || ageOf(note) <= longTask) return;
    this.#recall(this.#takeOpen((task) => task !== this.#tasks[at]));
    if (!this.#isAwaited) this.#over.abort();
  }

  /** One that was released is answered too while it waits, as the thread was quicker; what fails is told by its own run. */
  #settle(
    task: PoolTask,
    answer: BatchedAnswer = { error: new Error('A thread left a task without an answer.') },
  ): void {
    const waits = task.batch === undefined && 'answer' in answer;
    if (task.batch !== this && !waits) return;
    task.exit();
    if ('error' in answer) task.reject(answer.error);
    else task.resolve(answer.answer);
  }

  #fail(error: unknown): void {
    const open = this.#takeOpen();
    if (this.#tasks.length > 1) this.#recall(open);
    else for (const task of open) task.reject(error);
  }

  #takeOpen(isMeant: (task: PoolTask) => boolean = () => true): readonly PoolTask[] {
    const taken = this.#tasks.filter((task) => task.batch === this && isMeant(task));
    for (const task of taken) task.exit();
    return taken.filter(({ isOver }) => !isOver);
  }

  #recall(tasks: readonly PoolTask[]): void {
    for (const task of tasks) {
      task.recall();
      this.#parts.runAgain(task);
    }
  }
}

/** Where tasks wait for one of the threads. */
export function openTurns(threads: CallRunner, limits: TurnLimits): ThreadTurns<PoolTask> {
  const pace = new TaskPace();
  const runAgain = (task: PoolTask): void => turns.add(task, true);
  const turns = new ThreadTurns<PoolTask>(limits, {
    async work(tasks) {
      // some that were released may have been answered after all
      const open = tasks.filter(({ isOver }) => !isOver);
      if (open.length > 0) await new TaskBatch({ threads, pace, runAgain }, open).run();
    },
    timeOf: ({ isAlone, kind, size }) => (isAlone ? Number.POSITIVE_INFINITY : pace.expect(kind, size)),
  });
  return turns;
}
