import { selectNumber } from '../sql/sql-engine.ts';
import { orWhenLate, type PageEngine } from './read-selection.ts';

/** Milliseconds for which the number is good enough. */
const lasts = 30_000;

/** How many messages the journal has, counted anew from time to time. */
export class MessageTotal {
  readonly #engine: PageEngine;
  #last: { readonly at: number; readonly count: Promise<number> } | undefined;

  constructor(engine: PageEngine) {
    this.#engine = engine;
  }

  /** A failure is not kept: whoever asks next has it counted again. */
  async read(): Promise<number> {
    const now = performance.now();
    if (this.#last === undefined || now - this.#last.at > lasts)
      this.#last = { at: now, count: this.#count() };
    try {
      return await this.#last.count;
    } catch (error) {
      this.#last = undefined;
      throw error;
    }
  }

  #count(): Promise<number> {
    const { dialect } = this.#engine;
    const ask = (sql: string): Promise<number> => this.#engine.runPage(() => selectNumber(sql));
    return orWhenLate(dialect, ask('select count(*) as n from message'), () => ask(estimate));
  }
}

/** Where counting takes too long. Ids are given one after the other, and the oldest messages are deleted first: nearly each has one. */
const estimate = 'select coalesce(max(id) - min(id) + 1, 0) as n from message';
