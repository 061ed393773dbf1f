import { setTimeout as sleep } from 'node:timers/promises';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { z } from 'zod';

/**
 * What goes wrong with the next requests whose path begins with `match` (with or without /v2). First a delay, then one
 * of: a status instead of the answer (`after`: instead of the answer to what was carried out), or a dropped connection
 * (`before` anything was done, or `after`: carried out, reply lost; `never`: carried out, and no reply comes as long as the connection lasts).
 */
export const faultSchema = z.strictObject({
  match: z.string().startsWith('/').default('/'),
  method: z.string().optional(),
  status: z.int().min(200).max(599).optional(),
  after: z.boolean().default(false),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.string().default(''),
  delayMs: z.int().min(0).default(0),
  drop: z.enum(['before', 'after', 'never']).optional(),
  /** How many requests; without it, all until the faults are cleared. */
  times: z.int().min(1).optional(),
});
export type Fault = z.output<typeof faultSchema>;
export type FaultInput = z.input<typeof faultSchema>;

export class Faults {
  #active: { readonly fault: Fault; left: number }[] = [];
  readonly #closing: AbortSignal;
  #cleared = new AbortController();

  constructor(closing: AbortSignal) {
    this.#closing = closing;
  }

  add(input: FaultInput): void {
    const fault = faultSchema.parse(input);
    this.#active.push({ fault, left: fault.times ?? Infinity });
  }

  /** Requests that are being delayed go on now. */
  clear(): void {
    this.#active = [];
    this.#cleared.abort();
    this.#cleared = new AbortController();
  }

  list(): Fault[] {
    return this.#active.map(({ fault }) => fault);
  }

  /** Applies the first fault that matches. The simulator's own paths have none. */
  readonly handler: RequestHandler = async (request, response, next) => {
    const fault = this.#take(request);
    if (!fault) return next();
    if (fault.delayMs > 0) await this.#delay(fault.delayMs);
    if (response.destroyed || this.#closing.aborted) return void request.socket.destroy();
    applyFault(fault, request, response, next);
  };

  #take({ path, method }: Request): Fault | undefined {
    if (path.startsWith('/simulator/')) return undefined;
    const plain = path.replace(/^\/v2(?=\/)/, '');
    const entry = this.#active.find(
      ({ fault }) =>
        [path, plain].some((form) => form.startsWith(fault.match)) && (fault.method ?? method) === method,
    );
    if (!entry) return undefined;
    entry.left -= 1;
    if (entry.left <= 0) this.#active = this.#active.filter((other) => other !== entry);
    return entry.fault;
  }

  async #delay(milliseconds: number): Promise<void> {
    try {
      await sleep(milliseconds, undefined, {
        signal: AbortSignal.any([this.#closing, this.#cleared.signal]),
      });
    } catch {
      // the simulator closes (then the request is dropped), or the faults are cleared
    }
  }
}

function applyFault(fault: Fault, request: Request, response: Response, next: NextFunction): void {
  // destroying a request that was read to its end leaves its connection open
  const drop = (): void => void request.socket.destroy();
  const answer = (): void => {
    response.writeHead(fault.status ?? 500, fault.headers).end(fault.body);
  };
  if (fault.drop === 'before') drop();
  else if (fault.drop === 'after') carryOut(response, next, drop);
  else if (fault.drop === 'never') carryOut(response, next, () => undefined);
  else if (fault.status === undefined) next();
  else if (fault.after) carryOut(response, next, answer);
  else answer();
}

/** Lets the request be carried out, and does something else where its answer would be written. */
function carryOut(response: Response, next: NextFunction, instead: () => void): void {
  const end = response.end;
  response.end = () => {
    response.end = end;
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    instead();
    return response;
  };
  next();
}
