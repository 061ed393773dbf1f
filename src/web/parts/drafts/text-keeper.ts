/** A text as the gateway keeps it. */
export interface KeptText {
  /** undefined: it keeps none. */
  readonly text: string | undefined;
  /** Counts its changes, so that no window overwrites another unseen; 0: it keeps none. */
  readonly edition: number;
  /** RFC 3339: when it was kept last. */
  readonly keptAt: string | undefined;
}

/** What a window has typed and the gateway has not kept, over a page that is left. */
export interface UnsentText {
  readonly text: string | undefined;
  /** The edition that it was typed over. */
  readonly edition: number;
}

/** In this window alone. */
export interface UnsentStore {
  find(): UnsentText | undefined;
  store(unsent: UnsentText): void;
  remove(): void;
}

/** Where a text is kept, and how. */
export interface KeptTextStore<Kept extends KeptText> {
  /** Keeps it in the place of the edition that this window knows. Rejects where it is another one by now: `isElsewhere`. */
  save(text: string | undefined, known: Kept): Promise<Kept>;
  /** What is kept now. */
  read(known: Kept): Promise<Kept>;
  isElsewhere(error: unknown): boolean;
  readonly unsent: UnsentStore;
  /** Acts later. Answers how to prevent it. */
  wait(milliseconds: number, act: () => void): () => void;
}

/** Milliseconds after the last key, and until the next try where the gateway does not answer. */
export const keepingPauses = { key: 1_000, again: 5_000 } as const;

/** Texts whose try had no answer that are remembered: one of them may have arrived. */
const mostUnanswered = 20;

/**
 * Keeps at the gateway what somebody types, a second after the last key. Pure but for its place.
 *
 *     kept ── a key ──► typed ── a second ──► on its way ──► kept, or typed where keys came meanwhile
 *                                             │
 *                                             ├─ no answer ──► failed ── 5 s, a key, or the gateway is back ──► on its way
 *                                             └─ another window typed here too ──► `other` ── a person chooses ──► on its way, or kept
 *
 * Tries go one after the other: each begins from the edition that the one before it made.
 */
export class TextKeeper<Kept extends KeptText> {
  readonly #place: KeptTextStore<Kept>;
  #draw: () => void;
  #text: string | undefined;
  #kept: Kept;
  #error: unknown;
  #other: Kept | undefined;
  #resets = 0;
  #isHeld = false;
  #unanswered: readonly (string | undefined)[] = [];
  #underWay: Promise<void> | undefined;
  #prevent: () => void = () => undefined;

  /** `mayType`: what this window could not send when the page was left lies over what the gateway has. */
  constructor(place: KeptTextStore<Kept>, start: Kept, { mayType }: { readonly mayType: boolean }) {
    this.#place = place;
    this.#draw = () => undefined;
    this.#kept = start;
    const unsent = mayType ? place.unsent.find() : undefined;
    this.#text = unsent ? unsent.text : start.text;
    if (unsent && this.isOpen && unsent.edition !== start.edition) this.#other = start;
  }

  /** As it is typed; undefined: nothing of one's own. */
  get text(): string | undefined {
    return this.#text;
  }
  /** What the gateway has, as far as this window knows. */
  get kept(): Kept {
    return this.#kept;
  }
  /** Something is typed that the gateway has not kept yet. */
  get isOpen(): boolean {
    return this.#text !== this.#kept.text;
  }
  /** Why it could not be kept; what is typed stays in the window and is tried again. */
  get error(): unknown {
    return this.#error;
  }
  /** What another window has made of it; nothing is kept before somebody says which stays. */
  get other(): Kept | undefined {
    return this.#other;
  }
  /** Counts how often the text came from elsewhere than the keys. */
  get resets(): number {
    return this.#resets;
  }

  /** The page is shown: `draw` is called whenever something has changed. Answers what to do when it is left. */
  open(draw: () => void): () => void {
    this.#draw = draw;
    this.#schedule(keepingPauses.key);
    return () => {
      this.#draw = () => undefined;
      void this.#leave();
    };
  }

  type(text: string | undefined): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#schedule(keepingPauses.key);
    this.#draw();
  }

  /** Now, not only a second after the last key. Resolves when the gateway has answered, or has not. */
  keepNow(): Promise<void> {
    this.#prevent();
    const saved = this.#underWay ? this.#underWay.then(() => this.#save()) : this.#save();
    const turn = saved.finally(() => {
      if (this.#underWay === turn) this.#underWay = undefined;
    });
    this.#underWay = turn;
    return turn;
  }

  /** The gateway answers again, or somebody has logged in again. */
  async retry(): Promise<void> {
    if (this.#error !== undefined) await this.keepNow();
  }

  /** This window's text takes the place of the other's. */
  async keepMine(): Promise<void> {
    if (this.#other === undefined) return;
    this.assume(this.#other);
    await this.keepNow();
  }

  /** The other window's text takes the place of this one's. */
  takeOther(): void {
    if (this.#other) this.restart(this.#other);
  }

  /** The gateway has another text than this window thought: it takes the place of what is typed. */
  restart(kept: Kept): void {
    this.#text = kept.text;
    this.#resets += 1;
    this.#settle(kept);
  }

  /** What is known to be kept is this; what is typed stays, and is kept over it. */
  assume(kept: Kept): void {
    this.#kept = kept;
    this.#other = undefined;
    this.#schedule(keepingPauses.key);
    this.#draw();
  }

  /** Nothing more is kept until `release`: it is sent, or thrown away. Resolves to what the gateway has when nothing is on its way any more. */
  async hold(): Promise<Kept> {
    this.#isHeld = true;
    this.#prevent();
    this.#place.unsent.remove();
    await this.#underWay;
    return this.#kept;
  }

  release(): void {
    this.#isHeld = false;
    this.#schedule(keepingPauses.key);
  }

  /** The window may go: it remembers what the gateway has not taken. */
  storeUnsent(): void {
    const { unsent } = this.#place;
    if (!this.#isHeld && this.isOpen) unsent.store({ text: this.#text, edition: this.#kept.edition });
  }

  /** Who goes to another page within the second has typed it all the same. What is on its way is waited for, since it makes another edition. */
  async #leave(): Promise<void> {
    if (this.#underWay === undefined) this.storeUnsent();
    await this.keepNow();
    this.#prevent();
    this.storeUnsent();
  }

  async #save(): Promise<void> {
    if (!this.isOpen || this.#other || this.#isHeld) return;
    const text = this.#text;
    try {
      await this.#saveOver(this.#kept, text);
    } catch (error) {
      this.#error = error;
      this.#unanswered = [...new Set([...this.#unanswered, text])].slice(-mostUnanswered);
    }
    this.#schedule(this.#error === undefined ? keepingPauses.key : keepingPauses.again);
    this.#draw();
  }

  async #saveOver(known: Kept, text: string | undefined): Promise<void> {
    try {
      this.#settle(await this.#place.save(text, known));
    } catch (error) {
      if (!this.#place.isElsewhere(error)) throw error;
      await this.#merge(await this.#place.read(known), known, text);
    }
  }

  /** Another window was faster. Where only one of both has typed in this text there is nothing to ask. */
  async #merge(other: Kept, known: Kept, text: string | undefined): Promise<void> {
    if (other.text === text) return this.#settle(other);
    // it was sent, published or discarded there; or it is what this window sent and had no answer to
    const isMineToChange =
      other.edition === 0 || other.text === known.text || this.#unanswered.includes(other.text);
    if (isMineToChange) return this.#settle(await this.#place.save(text, other));
    this.#error = undefined;
    this.#other = other;
  }

  #settle(kept: Kept): void {
    this.#kept = kept;
    this.#other = undefined;
    this.#error = undefined;
    this.#unanswered = [];
    this.#place.unsent.remove();
    this.#schedule(keepingPauses.key);
    this.#draw();
  }

  #schedule(milliseconds: number): void {
    this.#prevent();
    if (!this.isOpen || this.#other || this.#isHeld) return;
    this.#prevent = this.#place.wait(milliseconds, () => void this.keepNow());
  }
}
