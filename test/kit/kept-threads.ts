import { keepThreads } from '../../src/journal/sqlite/threads/spare-threads.ts';

/** Setup file of vitest: the threads of a journal are there for the next one of the process. */
keepThreads(true);
