/** Waiting in all, and from one address: who floods it from there leaves room for others. */
const most = { waiting: 10, ofOneAddress: 3 } as const;

/** Passwords are looked at one at a time: each takes 128 MB and a core for a moment. */
export class PasswordQueue {
  readonly #waiting: string[] = [];
  #last: Promise<unknown> = Promise.resolve();

  /** Undefined: too many wait already. */
  async run<T>(address: string, task: () => Promise<T>): Promise<T | undefined> {
    const isFull =
      this.#waiting.length > most.waiting ||
      this.#waiting.filter((one) => one === address).length > most.ofOneAddress;
    if (isFull) return undefined;
    this.#waiting.push(address);
    const turn = this.#last.then(task);
    this.#last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#waiting.splice(this.#waiting.indexOf(address), 1);
    }
  }
}
