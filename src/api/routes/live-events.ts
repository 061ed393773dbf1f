import type { Request, RequestHandler, Response } from 'express';
import type { Log } from '../../system/log.ts';
import { escapeControlsInJson } from '../../text/visible.ts';
import { pause } from '../../time/pause.ts';
import type { Caller } from '../kit/route.ts';
import type { LiveEvent } from '../model/live-model.ts';

interface Parts {
  identify(request: Request): Promise<Caller>;
  /** How it stands now. */
  read(): Promise<LiveEvent>;
  readonly log: Log;
}

/** Milliseconds between two looks, and how often a line goes out although nothing has changed: who listens knows that it is there. */
const every = { look: 1_000, line: 5_000 };

/**
 * `GET /api/live`: lines of JSON for as long as somebody listens. It is no EventSource: that cannot send the header with the session. However
 * many listen, there is one look a second.
 */
export function serveLiveEvents({ identify, read, log }: Parts): RequestHandler {
  const look = shareLooks(read);
  return async (request, response) => {
    await identify(request);
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    response.set({ 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store' }).flushHeaders();
    try {
      await writeChanges(response, look, gone.signal, () => identify(request));
    } catch (error) {
      log.debug({ err: error }, 'a page is told no more of what changes');
    }
    response.end();
  };
}

async function writeChanges(
  response: Response,
  look: () => Promise<LiveEvent>,
  signal: AbortSignal,
  assertSession: () => Promise<unknown>,
): Promise<void> {
  let last = { text: '', at: 0 };
  while (!signal.aborted) {
    const { at, ...rest } = await look();
    const text = JSON.stringify(rest);
    const now = performance.now();
    if (text !== last.text || now - last.at >= every.line) {
      await assertSession();
      response.write(`${escapeControlsInJson(JSON.stringify({ at, ...rest }))}\n`);
      last = { text, at: now };
    }
    await pause(every.look, signal);
  }
}

/** One look at a time, and none while the last one is fresh. */
function shareLooks(read: () => Promise<LiveEvent>): () => Promise<LiveEvent> {
  let last: { readonly event: Promise<LiveEvent>; readonly at: number } | undefined;
  return () => {
    const now = performance.now();
    if (last === undefined || now - last.at >= every.look * 0.9) last = { event: read(), at: now };
    return last.event;
  };
}
