import { threadId } from 'node:worker_threads';
import { serve } from '../sqlite/threads/thread-server.ts';

/** A thread that ends as it is asked to; else it tells its number. */

const ends: Readonly<Record<string, () => void>> = {
  exit: () => process.exit(0),
  // after this answer and before the next
  crash: () =>
    process.nextTick(() => {
      throw new Error('crashed');
    }),
};

serve(() => ({
  answer(asked) {
    if (asked === 'fail') throw new Error('refused');
    ends[String(asked)]?.();
    return threadId;
  },
  close: () => undefined,
}));
