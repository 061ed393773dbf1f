import { randomUUID } from 'node:crypto';

/** How far a job is: messages, fixtures. */
export interface JobProgress {
  readonly done: number;
  /** Absent: not known yet. */
  readonly of?: number;
}

/** What the work of a job is given. */
export interface JobRun {
  /** Aborted when somebody stops it, at its limit, and when nobody looks any more: the work then tells what it has. */
  readonly signal: AbortSignal;
  report(progress: JobProgress): void;
}

export interface JobRequest<T> {
  readonly who: string;
  /** What it is about: whoever asks for a job names it too. */
  readonly subject: string;
  /** How its subject stands as it begins, such as a hash. */
  readonly version?: string;
  /** Milliseconds that it may take. */
  readonly patience: number;
  work(run: JobRun): Promise<T>;
  /** Gives back what the work has left behind. */
  dispose?(): Promise<void>;
}

export type JobState<T> =
  | { readonly kind: 'working'; readonly progress: JobProgress }
  | { readonly kind: 'done'; readonly outcome: T };

interface Job<T> {
  readonly request: JobRequest<T>;
  readonly stop: AbortController;
  readonly done: Promise<T>;
  progress: JobProgress;
  state: 'working' | 'done' | 'failed';
  outcome?: T;
  error?: unknown;
  /** Ends the work when nobody has looked for so long. */
  watch: NodeJS.Timeout | undefined;
}

export interface JobLimits {
  /** That work at once, of everybody. */
  readonly working: number;
  /** That are kept with what they came to. */
  readonly kept: number;
  /** Milliseconds without a look after which a working one is stopped: its window is gone. */
  readonly unwatched: number;
}

const usualLimits: JobLimits = { working: 3, kept: 8, unwatched: 60_000 };

/** Jobs by their numbers, which nobody can guess; each is its owner's alone. */
export class JobDesk<T> {
  readonly #jobs = new Map<string, Job<T>>();
  readonly #limits: JobLimits;

  constructor(limits: Partial<JobLimits> = {}) {
    this.#limits = { ...usualLimits, ...limits };
  }

  /** Undefined: too many work now, and nothing has begun. */
  async start(request: JobRequest<T>): Promise<string | undefined> {
    const working = [...this.#jobs.values()].filter(({ state }) => state === 'working');
    if (working.length >= this.#limits.working) return undefined;
    const id = randomUUID();
    this.#jobs.set(id, this.#begin(request));
    await this.#dropOldest();
    return id;
  }

  /** Undefined: there is none of that number, person and subject any more. Rejects as its work did. */
  look(id: string, who: string, subject: string): JobState<T> | undefined {
    const job = this.#find(id, who, subject);
    if (job === undefined) return undefined;
    this.#watch(job);
    if (job.state === 'failed') throw job.error;
    return job.state === 'done' && job.outcome !== undefined
      ? { kind: 'done', outcome: job.outcome }
      : { kind: 'working', progress: job.progress };
  }

  /** The newest of this person and subject, as that stands now, that works or has come to something. */
  findNewest({
    who,
    subject,
    version,
  }: Pick<JobRequest<T>, 'who' | 'subject' | 'version'>): string | undefined {
    const own = [...this.#jobs].filter(
      ([, { request, state }]) =>
        request.who === who &&
        request.subject === subject &&
        request.version === version &&
        state !== 'failed',
    );
    return own.at(-1)?.[0];
  }

  /** Its work tells what it has by now. False: there is none, or it is done. */
  stop(id: string, who: string, subject: string): boolean {
    const job = this.#find(id, who, subject);
    if (job?.state !== 'working') return false;
    job.stop.abort();
    return true;
  }

  /** Forgets it, and what it came to. */
  async drop(id: string): Promise<void> {
    const job = this.#jobs.get(id);
    this.#jobs.delete(id);
    if (job === undefined) return;
    clearTimeout(job.watch);
    job.stop.abort();
    await job.done.catch(() => undefined);
    await job.request.dispose?.();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#jobs.keys()].map((id) => this.drop(id)));
  }

  #begin(request: JobRequest<T>): Job<T> {
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(request.patience)]);
    const done = Promise.resolve().then(() =>
      request.work({ signal, report: (progress) => Object.assign(job, { progress }) }),
    );
    const job: Job<T> = {
      ...{ request, stop, done, progress: { done: 0 }, state: 'working', watch: undefined },
    };
    done.then(
      (outcome) => Object.assign(job, { state: 'done', outcome }),
      (error: unknown) => Object.assign(job, { state: 'failed', error }),
    );
    this.#watch(job);
    return job;
  }

  #watch(job: Job<T>): void {
    clearTimeout(job.watch);
    job.watch = setTimeout(() => job.stop.abort(), this.#limits.unwatched).unref();
  }

  #find(id: string, who: string, subject: string): Job<T> | undefined {
    const job = this.#jobs.get(id);
    return job?.request.who === who && job.request.subject === subject ? job : undefined;
  }

  async #dropOldest(): Promise<void> {
    for (const [id, { state }] of this.#jobs)
      if (this.#jobs.size > this.#limits.kept && state !== 'working') await this.drop(id);
  }
}
