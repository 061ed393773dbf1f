import { availableParallelism } from 'node:os';

/** Two processors have enough to do with the event loop, one worker thread and V8's own threads: a second worker costs more than it brings. */
export const hasFewProcessors = availableParallelism() <= 2;
