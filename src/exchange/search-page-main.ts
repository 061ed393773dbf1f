import { parentPort, workerData } from 'node:worker_threads';
import { readSearchPage } from './search.ts';

/** Reads one large page in a thread of its own, and ends with it (search-page.ts). */
const { body, reading } = workerData;
parentPort?.postMessage(readSearchPage(body, reading));
