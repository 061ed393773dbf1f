/** After so many messages on which a mapping does not end nothing more is run. */
const mostTimeouts = 3;

/** Why a run over messages of the journal ends before its last one: somebody stopped it, or a mapping does not end on several of them. */
export class EarlyStop {
  /** Ends what runs. */
  readonly signal: AbortSignal;
  /** Messages on which a mapping did not end. */
  timeouts = 0;
  readonly #given: AbortSignal | undefined;
  readonly #enough = new AbortController();

  constructor(given: AbortSignal | undefined) {
    this.#given = given;
    this.signal = AbortSignal.any([this.#enough.signal, ...(given ? [given] : [])]);
  }

  /** Undefined: it goes on. */
  get reason(): string | undefined {
    if (this.timeouts >= mostTimeouts) return `a mapping did not end on ${this.timeouts} messages`;
    return this.#given?.aborted ? 'it was stopped' : undefined;
  }

  addTimeouts(count: number): void {
    this.timeouts += count;
    if (this.timeouts >= mostTimeouts) this.#enough.abort();
  }
}
