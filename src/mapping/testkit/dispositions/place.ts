/** A place as a row writes it: names between slashes, `gNAD[NAD/e3035 = 'BY']/NAD/e3164`. */
export interface Step {
  readonly name: string;
  readonly conditions: readonly Condition[];
}

/** What must stand below the step. */
export interface Condition {
  readonly steps: readonly Step[];
  readonly value: string;
}

/** Throws an Error for what is no place. */
export function stepsOf(place: string): readonly Step[] {
  const reader = new Reader(place);
  const steps = reader.steps();
  reader.end();
  return steps;
}

/** Names alone, which is how the walk over a format spells a place. */
export const bare = (steps: readonly Step[]): string => steps.map(({ name }) => name).join('/');

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  steps(): Step[] {
    const steps = [this.#step()];
    while (this.#takes(/\//y)) steps.push(this.#step());
    return steps;
  }

  end(): void {
    if (this.#at < this.#text.length) throw new Error(`${this.#text}: column ${this.#at + 1}`);
  }

  #step(): Step {
    const name = this.#token(/@?[\w:.-]+/y);
    const conditions: Condition[] = [];
    while (this.#takes(/\[/y)) conditions.push(this.#condition());
    return { name, conditions };
  }

  #condition(): Condition {
    const steps = this.steps();
    this.#token(/ *= */y);
    const value = this.#token(/'[^']*'/y).slice(1, -1);
    this.#token(/\]/y);
    return { steps, value };
  }

  #token(pattern: RegExp): string {
    const found = this.#takes(pattern);
    if (found === undefined) throw new Error(`${this.#text}: column ${this.#at + 1}`);
    return found;
  }

  #takes(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    this.#at += found?.length ?? 0;
    return found;
  }
}
