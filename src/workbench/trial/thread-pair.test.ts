import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { RowsTask } from './preview-thread.ts';
import { ThreadPair } from './thread-pair.ts';
import type { TrialEnd, TrialReply } from './trial-reply.ts';
import type { ThreadCall } from './trial-thread.ts';

const tooLong = { kind: 'too-long', milliseconds: 1 } as const;

/** A thread that does what it is told to: its calls wait until the test ends them. */
class FakeThread {
  readonly calls: { readonly name: string; end(how: 'answer' | TrialEnd): void }[] = [];
  isWarm = false;
  isClosed = false;
  ended: Promise<void> = Promise.resolve();
  onSlow: () => void = () => undefined;

  run<T>({ name, onSlow }: ThreadCall): Promise<TrialReply<T>> {
    if (onSlow) this.onSlow = onSlow;
    return new Promise((resolve) => {
      const end = (how: 'answer' | TrialEnd): void => {
        this.isWarm = how === 'answer';
        resolve(how === 'answer' ? { kind: 'answer', answer: JSON.parse('"done"') } : how);
      };
      this.calls.push({ name, end });
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.ended;
  }
}

const task: RowsTask = { format: 'x', bytes: new Uint8Array(), most: 1 };
const trial: ThreadCall = { name: 'tryEdit', task, patience: 1 };
const warming: ThreadCall = { name: 'readRows', task, patience: 1 };

function openPair({ isAwaited = false } = {}) {
  const threads: FakeThread[] = [];
  const pair = new ThreadPair(
    () => {
      const thread = new FakeThread();
      threads.push(thread);
      return thread;
    },
    () => isAwaited,
  );
  pair.warmBy(warming);
  const callsOf = (n: number) => threads[n]?.calls.map(({ name }) => name);
  /** Ends the last call of a thread. */
  const end = (n: number, how: 'answer' | TrialEnd) => threads[n]?.calls.at(-1)?.end(how);
  return { pair, threads, callsOf, end };
}

describe('threads that try edits', () => {
  it('are one as long as trials end at once', async () => {
    const { pair, threads, end } = openPair();
    const first = pair.run(trial);
    end(0, 'answer');
    expect(await first).toEqual({ kind: 'answer', answer: 'done' });
    expect(threads).toHaveLength(1);
    expect(pair).toMatchObject({ isOpen: true, isWarm: true, hasSpare: false });
  });

  it('are two once a trial is slow: whoever types when it is stopped finds a warm one', async () => {
    const { pair, threads, callsOf, end } = openPair();
    const endless = pair.run(trial);
    threads[0]?.onSlow();
    threads[0]?.onSlow();
    expect(threads).toHaveLength(2);
    expect(callsOf(1)).toEqual(['readRows']);
    end(1, 'answer');
    end(0, tooLong);
    expect(await endless).toEqual(tooLong);
    expect(pair.isWarm).toBe(true);
    const next = pair.run(trial);
    expect(callsOf(1)).toEqual(['readRows', 'tryEdit']);
    // the one that was stopped is the next spare
    expect(callsOf(0)).toEqual(['tryEdit', 'readRows']);
    end(1, tooLong);
    await next;
    void pair.run(trial);
    expect(callsOf(0)).toEqual(['tryEdit', 'readRows', 'tryEdit']);
    expect(threads).toHaveLength(2);
  });

  it('keep the spare where the slow trial came to an end', async () => {
    const { pair, threads, end } = openPair();
    const slow = pair.run(trial);
    threads[0]?.onSlow();
    end(0, 'answer');
    await slow;
    expect(pair.hasSpare).toBe(true);
    await pair.close();
    expect(threads.map(({ isClosed }) => isClosed)).toEqual([true, true]);
    expect(pair).toMatchObject({ isOpen: false, isWarm: false, hasSpare: false });
  });

  it('are closed when those have ended that were being closed already', async () => {
    const { pair, threads, end } = openPair();
    const tried = pair.run(trial);
    end(0, 'answer');
    await tried;
    const { promise, resolve } = Promise.withResolvers<void>();
    for (const thread of threads) thread.ended = promise;
    const [whenRested, whenClosed] = [vi.fn(), vi.fn()];
    const closed = [pair.close().then(whenRested), pair.close().then(whenClosed)];
    await setImmediate();
    expect([whenRested, whenClosed].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    resolve();
    await Promise.all(closed);
  });

  it.each([
    ['is warmed again where nobody waits', false, ['tryEdit', 'readRows']],
    ['is warmed by who waits', true, ['tryEdit']],
  ])('that was stopped without a spare %s', async (_, isAwaited, calls) => {
    const { pair, callsOf, end } = openPair({ isAwaited });
    const trying = pair.run(trial);
    end(0, { kind: 'too-large', megabytes: 1 });
    await trying;
    expect(callsOf(0)).toEqual(calls);
    expect(pair).toMatchObject({ isOpen: true, isWarm: false });
  });
});
