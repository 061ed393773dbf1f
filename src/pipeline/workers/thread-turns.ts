import { TurnQueue } from '../../time/turn-queue.ts';

export interface QueuedTask {
  /** Those of one keep their order; channels take turns. */
  readonly channel: string;
  /** Called when no thread will take it up. */
  refuse(): void;
}

/** Tasks that go to a thread in one message. */
export interface BatchLimits {
  readonly count: number;
  /** Milliseconds that all of them together may be expected to take: so long one of another channel waits for them. */
  readonly time: number;
}

export interface TurnLimits {
  readonly threads: number;
  /** Milliseconds that something waits before a further thread is used beside one that works. */
  readonly spareAfter?: number | undefined;
  /** Absent: one at a time. */
  readonly batch?: BatchLimits | undefined;
}

const oneByOne: BatchLimits = { count: 1, time: 0 };

/** What is done with tasks. */
export interface TurnWork<T> {
  /** By a thread. Never rejects. */
  work(batch: readonly T[]): Promise<void>;
  /** Milliseconds that one is expected to take; Infinity of one that no other may share a batch with. */
  timeOf(task: T): number;
}

/**
 * Gives a pool no more batches than it has threads. What comes while all work waits here, the tasks of one channel in their order and the
 * channels in turn, and goes together when a thread is free: so a thread has something to do while the event loop works on what it
 * answered. (Of the tasks in a queue of its own, piscina 5.3 puts the second one behind all others whenever a thread becomes free: one may
 * stay there for seconds.)
 */
export class ThreadTurns<T extends QueuedTask> {
  readonly #waiting = new TurnQueue<T>();
  /** Until which one of them waits no longer for the thread that works. */
  readonly #late = new Map<T, NodeJS.Timeout>();
  readonly #threads: number;
  readonly #spareAfter: number;
  readonly #limits: BatchLimits;
  readonly #work: TurnWork<T>;
  #free: number;
  #isClosed = false;

  constructor({ threads, spareAfter = 0, batch = oneByOne }: TurnLimits, work: TurnWork<T>) {
    this.#threads = threads;
    this.#spareAfter = spareAfter;
    this.#limits = batch;
    this.#work = work;
    this.#free = threads;
  }

  /** It is worked on when a thread can take it up. `isLate`: it has waited for one already, and spares none. */
  add(task: T, isLate = false): void {
    if (this.#isClosed) task.refuse();
    else this.#wait(task, isLate);
  }

  #wait(task: T, isLate: boolean): void {
    this.#waiting.push(task.channel, task);
    if (this.#free === 0) return;
    if (isLate || this.#spareAfter === 0 || this.#free === this.#threads) this.#begin();
    else
      this.#late.set(
        task,
        setTimeout(() => this.#begin(), this.#spareAfter),
      );
  }

  /** It waits no longer, if it still did. */
  remove(task: T): void {
    this.#waiting.remove(task.channel, task);
    this.#stopTimer(task);
  }

  /** Nothing is begun any more. */
  close(): void {
    this.#isClosed = true;
    for (let task = this.#shift(); task !== undefined; task = this.#shift()) task.refuse();
  }

  /** By one more thread. */
  #begin(): void {
    if (this.#free === 0) return;
    this.#free -= 1;
    void this.#workOn();
  }

  async #workOn(): Promise<void> {
    for (let batch = this.#takeBatch(); batch.length > 0; batch = this.#takeBatch())
      await this.#work.work(batch);
    this.#free += 1;
  }

  #takeBatch(): readonly T[] {
    const batch: T[] = [];
    const most = Math.min(this.#limits.count, this.#share);
    let time = 0;
    for (let task = this.#waiting.next; task !== undefined; task = this.#waiting.next) {
      time += this.#work.timeOf(task);
      if (batch.length > 0 && (batch.length >= most || time > this.#limits.time)) break;
      this.#shift();
      batch.push(task);
    }
    return batch;
  }

  #shift(): T | undefined {
    const task = this.#waiting.shift();
    if (task !== undefined) this.#stopTimer(task);
    return task;
  }

  /** Of each thread: none has nothing to do while many wait for another one. */
  get #share(): number {
    const sharing = this.#spareAfter === 0 ? this.#threads : this.#threads - this.#free;
    return Math.ceil(this.#waiting.size / sharing);
  }

  #stopTimer(task: T): void {
    clearTimeout(this.#late.get(task));
    this.#late.delete(task);
  }
}
