import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { parseSearchPage } from './search-page.ts';

/** Reads one large page and ends with it (search-page.ts). */
const { body, reading } = z
  .object({
    body: z.instanceof(Uint8Array),
    reading: z.object({ limit: z.number(), now: z.number() }),
  })
  .parse(workerData);
parentPort?.postMessage(parseSearchPage(body, reading));
