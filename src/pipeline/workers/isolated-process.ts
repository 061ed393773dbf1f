import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { systemCodeOf } from '../../folders/folder-error.ts';
import { threadProgram } from '../../package.ts';
import type { PrepareTask } from '../prepare/prepare-task.ts';
import type { RuntimeSnapshot } from '../runtime/runtime-snapshot.ts';
import { DeadlineExceeded } from './generation.ts';
import type { CheckReply, CheckTask, PrepareReply } from './step-worker.ts';
import { WorkersNotStarted } from './task-clock.ts';

/** The process that did this step, and nothing else, ended during it. */
export class ProcessEnded extends Error {
  readonly code = 'process-ended';
}

/** Runs check and prepare: threads, or a process of its own. */
export interface StepRunner {
  check(task: CheckTask): Promise<CheckReply>;
  prepare(task: PrepareTask): Promise<PrepareReply>;
}

/** What the process is told first. */
export interface IsolatedProcessStart {
  readonly start: RuntimeSnapshot;
  readonly deadline: number;
}

/** Milliseconds that it may have beside the deadline of a step: to load, to hand over, to stop a thread. */
const loadingPatience = 60_000;

/** Milliseconds without work after which it goes away. */
const idleTimeout = 30_000;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const answerSchema = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ result: z.custom<object>(isObject) }),
  z.object({ error: z.object({ message: z.string(), code: z.string(), seconds: z.number() }) }),
]);

const checkedSchema = z.custom<CheckReply>((value) => isObject(value) && 'verdict' in value);
const preparedSchema = z.custom<PrepareReply>((value) => isObject(value) && 'kind' in value);

type Answer = z.output<typeof answerSchema>;

/**
 * Runs check and prepare one at a time in a process that does nothing else: when it ends, it was that document, and the gateway
 * goes on. Begun with the first step, and anew after an end.
 */
export class IsolatedProcess implements StepRunner {
  readonly #start: IsolatedProcessStart;
  #child: ChildProcess | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  constructor(start: RuntimeSnapshot, deadline: number) {
    this.#start = { start, deadline };
  }

  /** While a step is under way there is one. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async check(task: CheckTask): Promise<CheckReply> {
    return checkedSchema.parse(await this.#next('check', task));
  }

  async prepare(task: PrepareTask): Promise<PrepareReply> {
    return preparedSchema.parse(await this.#next('prepare', task));
  }

  #next(step: 'check' | 'prepare', task: CheckTask | PrepareTask): Promise<object> {
    const next = this.#last.then(() => this.#run(step, task));
    this.#last = next.catch(() => undefined);
    return next;
  }

  /** Ends when what is under way has. */
  async close(): Promise<void> {
    await this.#last;
    const child = this.#child;
    const gone = child && once(child, 'exit');
    this.#end();
    await gone;
  }

  async #run(step: 'check' | 'prepare', task: CheckTask | PrepareTask): Promise<object> {
    clearTimeout(this.#idle);
    const child = this.#child ?? (await this.#begin());
    try {
      const answer = await this.#answer(child, { step, task }, buildProcessEnded(step));
      if ('result' in answer) return answer.result;
      if ('error' in answer) throw restoreError(step, answer.error);
      throw new Error(`The process of its own said nothing of ${step}.`);
    } finally {
      this.#idle = setTimeout(() => this.#end(), idleTimeout).unref();
    }
  }

  async #begin(): Promise<ChildProcess> {
    const file = fileURLToPath(threadProgram('own-process'));
    const child = fork(file, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#child = child;
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined;
    });
    await this.#answer(
      child,
      this.#start,
      () => new WorkersNotStarted('A process of its own could not be started.'),
    );
    return child;
  }

  /** Of the next message; `gone` where the process ends before. One that says nothing for too long is ended. */
  #answer(child: ChildProcess, message: object, gone: (how: string) => Error): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const takeAnswer = (value: unknown): void => {
      const { data, error } = answerSchema.safeParse(value);
      if (data === undefined) reject(error);
      else resolve(data);
    };
    const rejectExit = (code: number | null, signal: string | null): void =>
      reject(gone(signal ?? `${code}`));
    const rejectFailure = (error: Error): void =>
      reject(new WorkersNotStarted(error.message, { cause: error }));
    const timer = setTimeout(() => child.kill('SIGKILL'), this.#start.deadline + loadingPatience);
    child.once('message', takeAnswer).once('exit', rejectExit).once('error', rejectFailure);
    child.send(message, (error) => {
      // that it is gone is told by its exit; on Windows the channel of one that has gone looks open for a while
      if (error && child.connected && systemCodeOf(error) !== 'EPIPE') rejectFailure(error);
    });
    return promise.finally(() => {
      clearTimeout(timer);
      child.off('message', takeAnswer).off('exit', rejectExit).off('error', rejectFailure);
    });
  }

  #end(): void {
    clearTimeout(this.#idle);
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }
}

const buildProcessEnded =
  (step: string) =>
  (how: string): ProcessEnded =>
    new ProcessEnded(`A process that did nothing but ${step} this document ended (${how}).`);

/** As it was thrown there, as far as whoever hears of it can tell. */
function restoreError(
  step: 'check' | 'prepare',
  { message, code, seconds }: { readonly message: string; readonly code: string; readonly seconds: number },
): Error {
  const error = new Error(message);
  if (code === 'deadline-exceeded') return new DeadlineExceeded(step, seconds, error);
  if (code === 'workers-not-started') return new WorkersNotStarted(message);
  return code === '' ? error : Object.assign(error, { code });
}
