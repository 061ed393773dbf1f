import { setTimeout } from 'node:timers/promises';
import { JournalNotWritten, LeaseLost } from '../journal/errors.ts';
import type { Occasion } from '../journal/interface.ts';
import type { Message, NewMessage } from '../journal/message.ts';
import { pause } from '../pause.ts';
import type { Direction } from '../types.ts';
import { Ending } from './deliver/ending.ts';
import { FileSettler } from './deliver/file-settler.ts';
import { Hands } from './hands.ts';
import type { PipelineParts } from './parts.ts';
import { RightOfWay } from './right-of-way.ts';
import { Steps } from './steps.ts';
import { WakeUp } from './wake-up.ts';

const checksAtOnce = 4;
/** Commands of the command line are taken up this often, and what failed is tried again, in milliseconds. */
const heartbeat = 1000;

/**
 * The picture of the README's architecture chapter, once, for every channel in both directions:
 * receive -> journal -> check -> gather -> prepare -> journal -> attempt -> settle.
 * Everything is found in the journal: memory holds only what is under way.
 */
export class Pipeline {
  readonly #parts: PipelineParts;
  readonly #steps: Steps;
  readonly #files: FileSettler;
  readonly #toCheck = new WakeUp();
  readonly #rightOfWay = new RightOfWay();
  readonly #hands: Readonly<Record<Direction, Hands>>;
  readonly #checking = new Set<number>();
  #loops: readonly Promise<void>[] = [];
  #filing: Promise<void> = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(parts: PipelineParts) {
    this.#parts = parts;
    this.#files = new FileSettler(parts);
    this.#steps = new Steps(parts, new Ending(parts, () => this.#files.wake()), this.#stopping.signal);
    const { journal } = parts;
    const work = (message: Message) => this.#work(message);
    this.#hands = {
      inbound: new Hands({ direction: 'inbound', journal, work }),
      outbound: new Hands({ direction: 'outbound', journal, work }),
    };
  }

  start(): void {
    const checks = Array.from({ length: checksAtOnce }, () => this.#checkLoop());
    const works = Object.values(this.#hands).map((hands) => this.#workLoop(hands));
    this.#loops = [...checks, ...works, this.#commandLoop()];
    this.#filing = this.#files.loop(() => this.#stopped);
  }

  /** Finishes what is under way; the rest is found again in the journal on the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const hands = Object.values(this.#hands);
    this.#toCheck.call();
    for (const each of hands) each.wake();
    // in this order: a loop may still begin work, and work ends with a file to move
    await Promise.all(this.#loops);
    await Promise.all(hands.map((each) => each.drained()));
    this.#files.wake();
    await this.#filing;
  }

  /** Step 1, for a call of the exchange. Resolves when the bytes are in the journal. */
  take(documents: readonly NewMessage[]): Promise<void> {
    return this.#rightOfWay.call(() => this.receive(documents));
  }

  /** Step 1. Resolves when the bytes are in the journal. */
  async receive(documents: readonly NewMessage[], occasion?: Occasion): Promise<void> {
    await this.#parts.journal.receive(documents, occasion);
    this.#toCheck.call();
  }

  /** Why files of a channel cannot be moved to where they belong, by channel. */
  filingTroubles(): ReadonlyMap<string, string> {
    return this.#files.troubles;
  }

  get #stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #checkLoop(): Promise<void> {
    while (!this.#stopped) {
      await this.#rightOfWay.give();
      const checked = await this.#surely('check', () => this.#checkNext());
      if (!checked) await this.#toCheck.wait(heartbeat);
    }
  }

  /** False: there is nothing to check. */
  async #checkNext(): Promise<boolean> {
    const message = await this.#parts.journal.nextToCheck([...this.#checking]);
    if (!message) return false;
    // the other loop was given the same one meanwhile
    if (this.#checking.has(message.id)) return true;
    this.#checking.add(message.id);
    try {
      await this.#steps.check(message);
    } finally {
      this.#checking.delete(message.id);
    }
    this.#hands[message.direction].wake();
    this.#files.wake();
    return true;
  }

  async #workLoop(hands: Hands): Promise<void> {
    while (!this.#stopped) {
      const full = await this.#surely('claim messages', () => hands.claim());
      if (!full) await hands.wait(heartbeat);
      else if (!this.#stopped) await hands.room();
    }
  }

  async #commandLoop(): Promise<void> {
    while (!this.#stopped) {
      await this.#surely('carry out commands', () => this.#takeCommands());
      await pause(heartbeat, this.#stopping.signal);
    }
  }

  /** As long as the journal cannot be written, the message stays in hand and is tried again. */
  async #work(message: Message): Promise<void> {
    const done = async (): Promise<true> => {
      await this.#steps.work(message).catch((error: unknown) => this.#unlessLost(message, error));
      return true;
    };
    while (!(await this.#surely(`work on message ${message.id}`, done)) && !this.#stopped);
  }

  /** Another gateway has it in hand, because this one gave no sign of life for too long. */
  #unlessLost({ id, channel }: Message, error: unknown): void {
    if (!(error instanceof LeaseLost)) throw error;
    this.#parts.log.warn({ code: error.code, message: id, channel }, error.message);
  }

  async #takeCommands(): Promise<void> {
    for (const command of await this.#parts.journal.takeCommands()) {
      this.#parts.log.info({ command }, 'command carried out');
      this.#toCheck.call();
      for (const hands of Object.values(this.#hands)) hands.wake();
      this.#files.wake();
    }
  }

  /**
   * A loop goes on whatever happens: the error is logged, and what met it is tried again. That the journal cannot be
   * written (a full disk, say) is told once, by the journal.
   */
  async #surely<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof JournalNotWritten))
        this.#parts.log.error({ err: error }, `could not ${what}; it is tried again`);
      await setTimeout(heartbeat);
      return undefined;
    }
  }
}
