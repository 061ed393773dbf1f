import type { NextFunction, Request, Response } from 'express';

/** Bytes of one body, unpacked. */
export const largestBody = 10 * 2 ** 20;

/** Bytes of bodies that may be on their way into the journal at once; each costs about three times as much memory. */
const mostUnderWay = 4 * largestBody;

/**
 * Lets a body in while there is room for it, before any of it is read. What a body takes is known by its Content-Length;
 * one that does not say, or is packed, counts as the largest.
 */
export class BodyBudget {
  readonly #kept = new WeakMap<Response, Promise<unknown>>();
  #taken = 0;

  /** `refuse` answers those for which there is no room. */
  admit(request: Request, response: Response, next: NextFunction, refuse: () => void): void {
    const size = sizeOf(request);
    if (this.#taken + size > mostUnderWay) refuse();
    else {
      this.#taken += size;
      response.once('close', () => void this.#release(response, size));
      next();
    }
  }

  /** Holds its share of the budget until `use` has ended, even when the call was answered before. */
  holdUntil(response: Response, use: Promise<unknown>): void {
    this.#kept.set(response, use);
  }

  async #release(response: Response, size: number): Promise<void> {
    await Promise.allSettled([this.#kept.get(response)]);
    this.#taken -= size;
  }
}

function sizeOf({ headers }: Request): number {
  const told = Number(headers['content-length'] ?? Number.NaN);
  const isTold = Number.isSafeInteger(told) && headers['content-encoding'] === undefined;
  return isTold ? Math.min(told, largestBody) : largestBody;
}
