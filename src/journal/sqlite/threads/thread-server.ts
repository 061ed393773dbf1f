import { parentPort, workerData } from 'node:worker_threads';
import { reasonOf } from '../../../text/reason-of.ts';
import type { JournalThreadData } from './journal-thread.ts';

/** Imports nothing but Node: every thread of its own holds all it loads once more. */

/** Bytes to which the write-ahead log is cut when it begins anew after a checkpoint. */
export const logLimit = 16_000_000;

export interface ThreadQuestion<Q = unknown> {
  readonly id: number;
  readonly asked: Q;
}

/** What a `JournalThread` posts. After `rest` the journal is closed, which is said (`rested`); then it is given another one, or ends. */
export type ThreadMessage<Q = unknown> =
  | ThreadQuestion<Q>
  | { readonly open: JournalThreadData }
  | 'rest'
  | 'close';

/** What a thread does with the journal that it has open. */
export interface ServedJournal<Q> {
  answer(asked: Q): unknown;
  close(): void;
}

/** The side of a `JournalThread` that answers, one question after the other, until it is to close. */
export function serve<Q>(open: (data: JournalThreadData) => ServedJournal<Q>): void {
  let journal = open(workerData);
  parentPort?.on('message', (message: ThreadMessage<Q>) => {
    if (typeof message === 'string') {
      journal.close();
      if (message === 'close') parentPort?.close();
      else parentPort?.postMessage('rested');
    } else if ('open' in message) journal = open(message.open);
    else parentPort?.postMessage(answerOne(message, journal));
  });
}

function answerOne<Q>({ id, asked }: ThreadQuestion<Q>, journal: ServedJournal<Q>) {
  try {
    return { id, answer: journal.answer(asked) };
  } catch (error) {
    const errcode = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
    return { id, error: reasonOf(error), errcode };
  }
}
