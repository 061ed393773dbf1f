import { parentPort, workerData } from 'node:worker_threads';
import { reasonOf } from '../../../text/reason-of.ts';

/** Imports nothing but Node: every thread of its own holds all it loads once more. */

/** Bytes to which the write-ahead log is cut when it begins anew after a checkpoint. */
export const logLimit = 16_000_000;

/** What a `Thread` posts; it closes with `close`. */
export interface ThreadQuestion<Q = unknown> {
  readonly id: number;
  readonly asked: Q;
}

/** The journal that the thread was started for. */
export const journalPath = (): string => String(workerData.path);

/** The numbers that its file may have (`mark.ts`). */
export const journalIds = (): readonly number[] => workerData.ids ?? [];

/** The side of a `Thread` that answers, one question after the other, until it is to close. */
export function serve<Q>(answer: (asked: Q) => unknown, close: () => void): void {
  parentPort?.on('message', (message: ThreadQuestion<Q> | 'close') => {
    if (message !== 'close') return parentPort?.postMessage(answerOne(message, answer));
    close();
    parentPort?.close();
  });
}

function answerOne<Q>({ id, asked }: ThreadQuestion<Q>, answer: (asked: Q) => unknown) {
  try {
    return { id, answer: answer(asked) };
  } catch (error) {
    const errcode = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
    return { id, error: reasonOf(error), errcode };
  }
}
