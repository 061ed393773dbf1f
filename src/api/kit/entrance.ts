import type { Request, RequestHandler } from 'express';
import type { Caller } from './route.ts';

/** Who may ask the API, and how they come in. */
export interface Entrance {
  /** Who asks. Rejects with ApiProblem where nobody is logged in (401), or the request may come from another site (403). */
  identify(request: Request): Promise<Caller>;
  /** The same, and no sign of life: a page that only listens does not keep its session alive. */
  observe(request: Request): Promise<Caller>;
  /** Below `/api`: login, one-time links, the session. It passes on what is not its own. */
  readonly handler: RequestHandler;
}
