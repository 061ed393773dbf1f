import type { RequestHandler } from 'express';

/** One request as it arrived; of credentials only the scheme. */
export interface RequestEntry {
  readonly n: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly scheme: string;
  /** 0 until it is answered, and when the connection was dropped. */
  status: number;
}

/** The last requests, the simulator's own operations left out. */
export class RequestLog {
  readonly entries: RequestEntry[] = [];
  #n = 0;

  readonly handler: RequestHandler = (request, response, next) => {
    if (!request.path.startsWith('/simulator/')) {
      const [scheme = ''] = (request.headers.authorization ?? '').split(' ');
      this.#n += 1;
      const { method, originalUrl: path } = request;
      const entry = { n: this.#n, at: Date.now(), method, path, scheme, status: 0 };
      this.entries.push(entry);
      if (this.entries.length > 20_000) this.entries.shift();
      response.on('finish', () => {
        entry.status = response.statusCode;
      });
    }
    next();
  };
}
