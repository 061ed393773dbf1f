import type { Log } from '../system/log.ts';

/** Milliseconds between two lines of one kind: whoever calls wrongly all day does not fill the log. */
const pause = 10_000;

/** Logs what was not accepted, by status: the first at once, then how many more there were. */
export class RefusalLog {
  readonly #log: Log;
  readonly #kinds = new Map<number, { next: number; left: number }>();

  constructor(log: Log) {
    this.#log = log;
  }

  report(status: number, fields: object, text: string): void {
    const kind = this.#kinds.get(status) ?? { next: 0, left: 0 };
    this.#kinds.set(status, kind);
    if (performance.now() < kind.next) {
      kind.left += 1;
      return;
    }
    this.#log.error({ code: `webhook-${status}`, status, ...fields, notLogged: kind.left }, text);
    kind.next = performance.now() + pause;
    kind.left = 0;
  }
}
