import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { threadProgram } from '../../package.ts';
import type { SearchPage } from '../exchange-client.ts';
import { type PageContext, parseSearchPage, type UnreadablePage } from './search-page.ts';

/** Bytes from which on a page is read in a thread of its own: reading 1 MB takes about 20 ms, beginning a thread 60. */
const large = 1_000_000;

/** MB of objects that the thread may hold: a page of 64 MB takes 200 of it. */
const memory = 300;

/** MB of young ones, which V8 would else have 48 of. */
const young = 12;

/** Milliseconds that reading a page may take: a thread that does not answer must not end the searches of its channel. */
const longest = 60_000;

/**
 * What `parseSearchPage` says of an answer, and never holds up whoever else is served: a page of 64 MB takes a second. The bytes stay
 * usable.
 */
export async function readPage(
  body: Uint8Array,
  reading: PageContext,
  patience = longest,
): Promise<SearchPage | UnreadablePage> {
  if (body.length < large) return parseSearchPage(body, reading);
  const thread = new Worker(threadProgram('search-page'), {
    workerData: { body, reading },
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: young },
  });
  try {
    const [page]: (SearchPage | UnreadablePage)[] = await once(thread, 'message', {
      signal: AbortSignal.timeout(patience),
    });
    return page ?? unread;
  } catch {
    // no answer: the page asks for more memory, or time, than any page of orders does
    return unread;
  } finally {
    await thread.terminate();
  }
}

const unread = 'answer-page-too-large';
