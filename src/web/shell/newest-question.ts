interface Asking<Question, Answer> {
  /** Undefined: nobody will answer this one, so that it is asked again. Never rejects. */
  ask(question: Question): Promise<Answer | undefined>;
  /** `isNewest`: nothing else is asked meanwhile. */
  tell(answer: Answer, isNewest: boolean): void;
}

/**
 * Asks one question at a time, at once: what is asked is let finish and told, and what came last meanwhile is asked next. Who types fast sees
 * something too, nobody waits for keys that are over, and the newest one is always answered.
 */
export class NewestQuestion<Question extends object, Answer> {
  readonly #asking: Asking<Question, Answer>;
  #newest: Question | undefined;
  #isBusy = false;

  constructor(asking: Asking<Question, Answer>) {
    this.#asking = asking;
  }

  /** Another object is another question. Undefined: nothing is asked any more, nor told. */
  put(question: Question | undefined): void {
    this.#newest = question;
    if (!this.#isBusy) void this.#askOn();
  }

  async #askOn(): Promise<void> {
    this.#isBusy = true;
    for (let answered: Question | undefined; this.#newest !== answered; ) {
      const asked = this.#newest;
      if (asked === undefined) break;
      const answer = await this.#asking.ask(asked);
      if (answer === undefined) continue;
      answered = asked;
      if (this.#newest !== undefined) this.#asking.tell(answer, this.#newest === asked);
    }
    this.#isBusy = false;
  }
}
