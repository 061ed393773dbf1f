import { steadyNow } from '../../time/steady-clock.ts';

/** When something was first seen, by the wall's clock and by one that does not jump. */
interface SinceTime {
  /** RFC 3339, UTC. */
  readonly at: string;
  /** Monotonic milliseconds. */
  readonly mono: number;
}

/** Remembers since when each key has been seen without a break. A key that one look misses begins anew. */
export class SinceTracker {
  readonly #now: () => number;
  #begun: ReadonlyMap<string, SinceTime> = new Map();
  /** From before a restart: since when (RFC 3339, UTC), and until when (monotonic) that counts when it is seen again. */
  #before: ReadonlyMap<string, { readonly since: string; readonly until: number }> = new Map();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** What was so before a restart: seen again within so many milliseconds, it has lasted all the while. */
  remember(
    before: Iterable<{ readonly key: string; readonly since: string; readonly within: number }>,
  ): void {
    const entries = [...before].map(
      ({ key, since, within }) => [key, { since, until: this.#now() + within }] as const,
    );
    this.#before = new Map(entries);
  }

  /** Takes what is seen now. */
  update(keys: Iterable<string>): void {
    const begins = { at: new Date(steadyNow()).toISOString(), mono: this.#now() };
    this.#begun = new Map([...keys].map((key) => [key, this.#begun.get(key) ?? this.#resume(key) ?? begins]));
  }

  /** Since when, and for how many milliseconds, what was seen in the last look has been so. */
  sinceOf(key: string): { readonly since: string; readonly lasts: number } {
    const begun = this.#begun.get(key);
    return {
      since: begun?.at ?? new Date(steadyNow()).toISOString(),
      lasts: begun ? this.#now() - begun.mono : 0,
    };
  }

  #resume(key: string): SinceTime | undefined {
    const { since, until } = this.#before.get(key) ?? { since: '', until: Number.NEGATIVE_INFINITY };
    if (this.#now() > until) return undefined;
    return { at: since, mono: this.#now() - Math.max(0, steadyNow() - Date.parse(since)) };
  }
}
